// All that a namespace holds goes, whatever it is; its name and version stay, under a secret made anew.
//
// $namespace (string): whose memory is written, e.g. "ada"
// $secret (string): the new secret, in hexadecimal, e.g. "00ff"
// $version (integer): of the journal only the entry of this version stays, e.g. 4
//
// Returns: one row: how many nodes went
// Index: namespace_name, message_id, session_name, summary_session, extraction_message, statement_subject, key_key, entity_id, fact_id, period_namespace, document_id, term_term, change_version, tombstone_mark
MATCH (n:Namespace {name: $namespace})
SET n.secret = $secret, n.number = 0, n.message_documents = 0, n.message_length = 0, n.fact_documents = 0, n.fact_length = 0,
    n.entity_documents = 0, n.entity_length = 0
WITH n
CALL (n) {
  MATCH (x:Term {namespace: $namespace})
  WHERE x.kind IS NOT NULL AND x.term IS NOT NULL
  DETACH DELETE x
  RETURN count(*) AS terms
}
CALL (n) {
  MATCH (x:Document {namespace: $namespace})
  WHERE x.kind IS NOT NULL AND x.id IS NOT NULL
  DETACH DELETE x
  RETURN count(*) AS documents
}
CALL (n) {
  MATCH (k:Key {namespace: $namespace})
  WHERE k.key IS NOT NULL
  OPTIONAL MATCH (k)-[:SPELT]->(s:Spelling)
  DETACH DELETE k, s
  RETURN count(DISTINCT k) AS keys
}
CALL (n) {
  MATCH (x:Statement {namespace: $namespace})
  WHERE x.subject IS NOT NULL
  DETACH DELETE x
  RETURN count(*) AS statements
}
CALL (n) {
  MATCH (x:Extraction {namespace: $namespace})
  WHERE x.message IS NOT NULL
  DETACH DELETE x
  RETURN count(*) AS extractions
}
CALL (n) {
  MATCH (x:Period {namespace: $namespace})
  DETACH DELETE x
  RETURN count(*) AS periods
}
CALL (n) {
  MATCH (x:Fact {namespace: $namespace})
  WHERE x.id IS NOT NULL
  DETACH DELETE x
  RETURN count(*) AS facts
}
CALL (n) {
  MATCH (x:Entity {namespace: $namespace})
  WHERE x.id IS NOT NULL
  DETACH DELETE x
  RETURN count(*) AS entities
}
CALL (n) {
  MATCH (x:Summary {namespace: $namespace})
  WHERE x.session IS NOT NULL
  DETACH DELETE x
  RETURN count(*) AS summaries
}
CALL (n) {
  MATCH (x:Message {namespace: $namespace})
  WHERE x.id IS NOT NULL
  DETACH DELETE x
  RETURN count(*) AS messages
}
CALL (n) {
  MATCH (x:Session {namespace: $namespace})
  WHERE x.name IS NOT NULL
  DETACH DELETE x
  RETURN count(*) AS sessions
}
CALL (n) {
  MATCH (x:Tombstone {namespace: $namespace})
  WHERE x.mark IS NOT NULL
  DETACH DELETE x
  RETURN count(*) AS tombstones
}
CALL (n) {
  MATCH (x:Change {namespace: $namespace})
  WHERE x.version < $version
  DETACH DELETE x
  RETURN count(*) AS changes
}
RETURN terms + documents + keys + statements + extractions + periods + facts + entities + summaries + messages + sessions
       + tombstones + changes AS gone
