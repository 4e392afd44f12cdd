// Who and what most is known about.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $limit (integer): at most so many rows, e.g. 10
//
// Returns: one row for each entity: name, kind, facts, neighbours (entities one fact away)
// Index: entity_namespace
MATCH (e:Entity {namespace: $namespace})
MATCH (e)<-[:SUBJECT|OBJECT]-(f:Fact)
WHERE f.retracted_at IS NULL
OPTIONAL MATCH (f)-[:SUBJECT|OBJECT]->(other:Entity)
WHERE other <> e
WITH e, count(DISTINCT f) AS facts, count(DISTINCT other) AS neighbours
RETURN e.name AS name, e.kind AS kind, facts, neighbours
ORDER BY facts DESC, name, e.id
LIMIT $limit
