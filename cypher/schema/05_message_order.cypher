// The order of a session: when it was said, then the number the store gave it.
//
// Returns: nothing
// Index: it makes message_order
CREATE INDEX message_order IF NOT EXISTS
FOR (m:Message) ON (m.namespace, m.session, m.at_micros, m.seq)
