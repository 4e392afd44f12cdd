// The running summaries of sessions and, where they are enough to fold, the messages after what each covers and those its lines quote.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $asked.sessions (list of strings): the names of sessions, e.g. ["s1"]
// $asked.least (integer): how many messages are enough, e.g. 30
//
// Returns: one row for each session: version, session, lines (JSON, null without a summary), covers (in microseconds since 1970), seq, after, quoted
// Index: namespace_name, summary_session, message_order, message_id
CYPHER replan=skip
OPTIONAL MATCH (n:Namespace {name: $namespace})
WITH coalesce(n.version, 0) AS version
UNWIND $asked.sessions AS session
OPTIONAL MATCH (s:Summary {namespace: $namespace, session: session})
WITH version, session, s, coalesce(s.covers_micros, -9223372036854775807) AS at, coalesce(s.covers_seq, 0) AS seq
CALL (session, at, seq) {
  MATCH (m:Message {namespace: $namespace, session: session})
  USING INDEX SEEK m:Message(namespace, session, at_micros, seq)
  WHERE m.seq > 0 AND m.at_micros >= at AND (m.at_micros > at OR m.seq > seq)
  WITH m ORDER BY m.at_micros, m.seq
  RETURN collect(m) AS after
}
WITH version, session, s, CASE WHEN size(after) >= $asked.least THEN after ELSE [] END AS after
CALL (s, after) {
  UNWIND CASE WHEN size(after) = 0 THEN [] ELSE coalesce(s.quoted, []) END AS id
  MATCH (m:Message {namespace: $namespace, id: id})
  RETURN collect(DISTINCT m) AS quoted
}
RETURN version, session, s.lines AS lines, s.covers_micros AS covers, s.covers_seq AS seq,
       [m IN after | m {.id, .key, .session, .seq, .role, .speaker, .text, .parts, .at_micros, .recorded_micros, .importance, .metadata, .utc_offset}] AS after,
       [m IN quoted | m {.id, .key, .session, .seq, .role, .speaker, .text, .parts, .at_micros, .recorded_micros, .importance, .metadata, .utc_offset}] AS quoted
