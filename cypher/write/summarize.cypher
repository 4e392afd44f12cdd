// The running summaries of sessions, as they are now; those that folded only what is gone go.
//
// $namespace (string): whose memory is written, e.g. "ada"
// $summaries (list of maps): each with its lines as JSON and the place it covers until, and the messages that its lines quote, e.g. [{"session": "s1", "lines": "[]", "covers": 1767949200000000, "seq": 12, "quoted": ["m1"]}]
// $gone (list of strings): sessions without a summary, e.g. []
//
// Returns: one row: how many were written
// Index: session_name, summary_session
CALL () {
  UNWIND $gone AS session
  MATCH (s:Summary {namespace: $namespace, session: session})
  OPTIONAL MATCH (of:Session)-[:HAS_SUMMARY]->(s)
  DETACH DELETE s
  WITH of
  WHERE of IS NOT NULL AND NOT (of)--()
  DELETE of
}
CALL () {
  UNWIND $summaries AS row
  MERGE (of:Session {namespace: $namespace, name: row.session})
  MERGE (s:Summary {namespace: $namespace, session: row.session})
  SET s.lines = row.lines, s.covers_micros = row.covers, s.covers_seq = row.seq, s.quoted = row.quoted
  MERGE (of)-[:HAS_SUMMARY]->(s)
  RETURN count(*) AS written
}
RETURN written
