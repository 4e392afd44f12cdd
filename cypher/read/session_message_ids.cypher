// The ids of the messages of a session, all or those said before a moment, in order.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $session (string): the name of a session, e.g. "s1"
// $before (integer): only those said before it, in microseconds since 1970; null: all, e.g. 1767949200000000
//
// Returns: one row for each message: id
// Index: message_order
MATCH (m:Message {namespace: $namespace, session: $session})
USING INDEX SEEK m:Message(namespace, session, at_micros, seq)
WHERE m.seq > 0 AND m.at_micros < coalesce($before, 9223372036854775807)
RETURN m.id AS id
ORDER BY m.at_micros, m.seq
