// A part of what a namespace holds goes, before `write/erase_everything` takes the rest: a server holds in memory what one transaction deletes.
//
// $namespace (string): whose memory is written, e.g. "ada"
// $version (integer): the version that all of it was to go at, e.g. 3
// $most (integer): how many nodes of a label go at most, and how many documents are few enough to go at once, e.g. 1000
//
// Returns: one row: gone (how many nodes went); none if the version moved, or there are few
// Index: namespace_name, message_id, extraction_message, statement_subject, fact_id, period_namespace, document_id
CYPHER replan=skip
MATCH (n:Namespace {name: $namespace})
SET n.lock = true
WITH n
WHERE n.version = $version
  AND coalesce(n.message_documents, 0) + coalesce(n.fact_documents, 0) + coalesce(n.entity_documents, 0) > $most
// What has many relationships comes last, when those at their other ends took them along.
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
RETURN documents + statements + extractions + periods + messages + facts AS gone
