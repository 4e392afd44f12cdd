// Messages go, with what was read of them, their places in the indexes, and the journal entries that name them.
//
// $namespace (string): whose memory is written, e.g. "ada"
// $erased (list of strings): ids of messages or other sources, e.g. ["m1"]
//
// Returns: one row: how many messages went
// Index: message_id, message_order, extraction_message, change_version
MATCH (n:Namespace {name: $namespace})
// Who is reading in their sessions reads in vain.
CALL (n) {
  MATCH (m:Message {namespace: $namespace})
  WHERE m.id IN $erased
  WITH DISTINCT m.session AS session
  MATCH (w:Work {namespace: $namespace})
  USING INDEX SEEK w:Work(namespace, at_micros, session, seq)
  WHERE w.at_micros IS NOT NULL AND w.session = session AND w.seq > 0
  SET w.generation = w.generation + 1
}
CALL (n) {
  UNWIND $erased AS id
  MATCH (x:Extraction {namespace: $namespace, message: id})
  CALL (x) {
    UNWIND coalesce(x.versions, []) AS version
    MATCH (c:Change {namespace: $namespace, version: version})
    DETACH DELETE c
  }
  DETACH DELETE x
}
CALL (n) {
  UNWIND $erased AS id
  MATCH (m:Message {namespace: $namespace, id: id})
  OPTIONAL MATCH (before:Message)-[:NEXT]->(m)
  WHERE NOT before.id IN $erased
  WITH m, before
  OPTIONAL MATCH (s:Session)-[:HAS_MESSAGE]->(m)
  WITH m, before, s
  DETACH DELETE m
  RETURN collect(DISTINCT before) AS before, collect(DISTINCT s) AS sessions, count(*) AS messages
}
CALL (n, before) {
  UNWIND before AS p
  MATCH (p:Message)
  WHERE p.namespace = $namespace
  CALL (p) {
    MATCH (q:Message {namespace: $namespace, session: p.session})
    USING INDEX SEEK q:Message(namespace, session, at_micros, seq)
    WHERE q.seq > 0 AND q.at_micros >= p.at_micros AND (q.at_micros > p.at_micros OR q.seq > p.seq)
    RETURN q ORDER BY q.namespace, q.session, q.at_micros, q.seq LIMIT 1
  }
  MERGE (p)-[:NEXT]->(q)
}
CALL (sessions) {
  UNWIND sessions AS s
  WITH s
  WHERE NOT (s)--()
  DELETE s
}
RETURN messages
