// A part of what a namespace holds goes, before `write/erase_everything` takes the rest: a server holds in memory what one transaction deletes.
//
// $namespace (string): whose memory is written, e.g. "ada"
// $version (integer): the version that all of it was to go at, e.g. 3
// $most (integer): how many nodes of a label go at most, and how many documents are few enough to go at once, e.g. 1000
//
// Returns: one row: gone (how many nodes went); none if the version moved, or there are few
// Index: namespace_name, message_id, extraction_message, statement_subject, fact_id, period_namespace, document_id, key_key, term_term, entity_id, session_name, summary_session, change_version
CYPHER replan=skip
MATCH (n:Namespace {name: $namespace})
SET n.lock = true
WITH n
WHERE n.version = $version
  AND coalesce(n.message_documents, 0) + coalesce(n.fact_documents, 0) + coalesce(n.entity_documents, 0) > $most
// What has many relationships comes last, when those at their other ends have taken them along.
CALL (n) {
  MATCH (x:Document {namespace: $namespace})
  WHERE x.kind IS NOT NULL AND x.id IS NOT NULL
  WITH x LIMIT toInteger($most)
  DETACH DELETE x
  RETURN count(*) AS documents
}
CALL (n) {
  MATCH (x:Statement {namespace: $namespace})
  WHERE x.subject IS NOT NULL
  WITH x LIMIT toInteger($most)
  DETACH DELETE x
  RETURN count(*) AS statements
}
CALL (n) {
  MATCH (x:Extraction {namespace: $namespace})
  WHERE x.message IS NOT NULL
  WITH x LIMIT toInteger($most)
  DETACH DELETE x
  RETURN count(*) AS extractions
}
CALL (n) {
  MATCH (x:Period {namespace: $namespace})
  WITH x LIMIT toInteger($most)
  DETACH DELETE x
  RETURN count(*) AS periods
}
CALL (n) {
  MATCH (x:Message {namespace: $namespace})
  WHERE x.id IS NOT NULL
  WITH x LIMIT toInteger($most)
  DETACH DELETE x
  RETURN count(*) AS messages
}
CALL (n) {
  MATCH (x:Fact {namespace: $namespace})
  WHERE x.id IS NOT NULL
  WITH x LIMIT toInteger($most)
  DETACH DELETE x
  RETURN count(*) AS facts
}
WITH n, documents + statements + extractions + periods + messages + facts AS first
CALL (first) {
  WITH first
  WHERE first = 0
  MATCH (k:Key {namespace: $namespace})
  WHERE k.key IS NOT NULL
  WITH k LIMIT toInteger($most)
  OPTIONAL MATCH (k)-[:SPELT]->(s:Spelling)
  DETACH DELETE k, s
  RETURN count(*) AS keys
}
CALL (first) {
  WITH first
  WHERE first = 0
  MATCH (x:Term {namespace: $namespace})
  WHERE x.kind IS NOT NULL AND x.term IS NOT NULL
  WITH x LIMIT toInteger($most)
  DETACH DELETE x
  RETURN count(*) AS terms
}
CALL (first) {
  WITH first
  WHERE first = 0
  MATCH (x:Entity {namespace: $namespace})
  WHERE x.id IS NOT NULL
  WITH x LIMIT toInteger($most)
  DETACH DELETE x
  RETURN count(*) AS entities
}
CALL (first) {
  WITH first
  WHERE first = 0
  MATCH (x:Session {namespace: $namespace})
  WHERE x.name IS NOT NULL
  WITH x LIMIT toInteger($most)
  DETACH DELETE x
  RETURN count(*) AS sessions
}
CALL (first) {
  WITH first
  WHERE first = 0
  MATCH (x:Summary {namespace: $namespace})
  WHERE x.session IS NOT NULL
  WITH x LIMIT toInteger($most)
  DETACH DELETE x
  RETURN count(*) AS summaries
}
CALL (first) {
  WITH first
  WHERE first = 0
  MATCH (x:Change {namespace: $namespace})
  WHERE x.version <= $version
  WITH x LIMIT toInteger($most)
  DETACH DELETE x
  RETURN count(*) AS changes
}
RETURN first + keys + terms + entities + sessions + summaries + changes AS gone
