// Messages of all sessions in the order they were said.
//
// Returns: nothing
// Index: it makes message_time
CREATE INDEX message_time IF NOT EXISTS
FOR (m:Message) ON (m.namespace, m.at_micros, m.session, m.seq)
