// The ids of all messages, or of those said before a moment, in message order.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $before (integer): only those said before it, in microseconds since 1970; null: all, e.g. 1767949200000000
//
// Returns: one row for each message: id
// Index: message_time
MATCH (m:Message {namespace: $namespace})
USING INDEX SEEK m:Message(namespace, at_micros, session, seq)
WHERE m.session IS NOT NULL AND m.seq > 0 AND m.at_micros < coalesce($before, 9223372036854775807)
RETURN m.id AS id
ORDER BY m.at_micros, m.session, m.seq
