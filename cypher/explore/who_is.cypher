// Who or what someone is: the kind, the names, and each fact that holds now or happened, most important first.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $name (string): a name as it was spelled, e.g. "Ana"
//
// Returns: one row for each fact: entity id, name, kind, aliases, sentence, since (null when never said)
// Index: entity_namespace
MATCH (e:Entity {namespace: $namespace})
WHERE e.name = $name OR $name IN e.aliases
OPTIONAL MATCH (f:Fact)-[:SUBJECT|OBJECT]->(e)
WHERE f.retracted_at IS NULL
  AND (f.nature = 'event' OR EXISTS { (f)-[:HOLDS]->(now:Period) WHERE now.end IS NULL OR now.end > datetime() })
OPTIONAL MATCH (f)-[:HOLDS]->(p:Period)
WITH DISTINCT e, f, max(p.start) AS since
RETURN e.id AS id, e.name AS name, e.kind AS kind, e.aliases AS aliases, f.sentence AS sentence, since
ORDER BY name, id, f.importance DESC, since DESC, f.id
