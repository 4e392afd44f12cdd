// The next messages of a session after a place, in order.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $session (string): the name of a session, e.g. "s1"
// $limit (integer): how many are read at most, e.g. 20
// $at (integer): the moment of the place, in microseconds since 1970, e.g. 1767949200000000
// $seq (integer): its number in the session, e.g. 1
//
// Returns: one row for each message: message
// Index: message_order
MATCH (m:Message {namespace: $namespace, session: $session})
USING INDEX SEEK m:Message(namespace, session, at_micros, seq)
WHERE m.seq > 0 AND m.at_micros >= $at AND (m.at_micros > $at OR m.seq > $seq)
RETURN m {.id, .key, .session, .seq, .role, .speaker, .text, .parts, .at_micros, .recorded_micros, .importance, .metadata, .utc_offset} AS message
// All that the index is of is named, so that it is read no further than to the limit.
ORDER BY m.namespace, m.session, m.at_micros, m.seq
LIMIT toInteger($limit)
