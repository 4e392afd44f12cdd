// The life of someone or something: what held and what happened, in order.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $name (string): a name or an alias as it was spelled, e.g. "Ana"
//
// Returns: one row for each time: start, start_stated, until (null: still so), nature, sentence
// Index: entity_namespace
MATCH (e:Entity {namespace: $namespace})
WHERE e.name = $name OR $name IN e.aliases
MATCH (e)<-[:SUBJECT|OBJECT]-(f:Fact)-[:HOLDS]->(p:Period)
RETURN DISTINCT p.start AS start, p.start_stated AS start_stated, p.end AS until, f.nature AS nature, f.sentence AS sentence
ORDER BY start, until, sentence
