// The newest messages of a session between two places, the newest first.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $session (string): the name of a session, e.g. "s1"
// $limit (integer): how many are read at most, e.g. 20
// $after_at (integer): only what comes after this moment and number, in microseconds since 1970, e.g. -62135596800000001
// $after_seq (integer): the number in the session, e.g. 0
// $before_at (integer): only what comes before this moment and number, in microseconds since 1970, e.g. 1767949200000000
// $before_seq (integer): the number in the session, e.g. 9
//
// Returns: one row for each message: message
// Index: message_order
MATCH (m:Message {namespace: $namespace, session: $session})
USING INDEX SEEK m:Message(namespace, session, at_micros, seq)
WHERE m.seq > 0 AND $after_at <= m.at_micros <= $before_at
  AND (m.at_micros > $after_at OR m.seq > $after_seq)
  AND (m.at_micros < $before_at OR m.seq < $before_seq)
RETURN m {.id, .key, .session, .seq, .role, .speaker, .text, .parts, .at_micros, .recorded_micros, .importance, .metadata, .utc_offset} AS message
// All that the index is of is named, so that it is read no further than to the limit.
ORDER BY m.namespace DESC, m.session DESC, m.at_micros DESC, m.seq DESC
LIMIT toInteger($limit)
