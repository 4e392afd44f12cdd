// The running summary of a session and, if they are enough to fold, the messages after what it covers.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $session (string): the name of a session, e.g. "s1"
// $least (integer): how many messages are enough, e.g. 30
//
// Returns: one row: lines (JSON, null without a summary), covers (in microseconds since 1970), seq, after
// Index: summary_session, message_order
OPTIONAL MATCH (s:Summary {namespace: $namespace, session: $session})
WITH s, coalesce(s.covers_micros, -9223372036854775807) AS at, coalesce(s.covers_seq, 0) AS seq
CALL (at, seq) {
  MATCH (m:Message {namespace: $namespace, session: $session})
  USING INDEX m:Message(namespace, session, at_micros, seq)
  WHERE m.seq > 0 AND m.at_micros >= at AND (m.at_micros > at OR m.seq > seq)
  WITH m ORDER BY m.at_micros, m.seq
  RETURN collect(m) AS after
}
RETURN s.lines AS lines, s.covers_micros AS covers, s.covers_seq AS seq,
       CASE WHEN size(after) >= $least THEN [m IN after | m {.id, .key, .session, .seq, .role, .speaker, .text, .parts, .at_micros, .recorded_micros, .importance, .metadata, .utc_offset}] ELSE [] END AS after
