// Who and what was named, and nothing is believed of: what was only possible, reported or taken back counts as nothing.
//
// $namespace (string): whose memory is read, e.g. "ada"
//
// Returns: one row for each entity: name, kind, mentions
// Index: entity_namespace
MATCH (e:Entity {namespace: $namespace})
WHERE NOT EXISTS { (e)<-[:SUBJECT|OBJECT]-(:Fact)-[:HOLDS]->(:Period) }
OPTIONAL MATCH (:Message)-[r:MENTIONS]->(e)
WITH e, count(r) AS mentions
RETURN e.name AS name, e.kind AS kind, mentions
ORDER BY mentions DESC, name, e.id
