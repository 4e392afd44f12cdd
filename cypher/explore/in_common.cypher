// What two people or things share: everyone and everything that both have a fact with, ended ones too.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $first (string): the name one is shown under, e.g. "Ada"
// $second (string): the name the other is shown under, e.g. "Ana"
//
// Returns: one row for each shared entity and pair of facts: name, kind, of_first and of_second (the sentences)
// Index: entity_name
MATCH (a:Entity {namespace: $namespace, name: $first}), (b:Entity {namespace: $namespace, name: $second})
WHERE a <> b
MATCH (a)<-[:SUBJECT|OBJECT]-(f:Fact)-[:SUBJECT|OBJECT]->(shared:Entity)<-[:SUBJECT|OBJECT]-(g:Fact)-[:SUBJECT|OBJECT]->(b)
WHERE shared <> a AND shared <> b AND f.retracted_at IS NULL AND g.retracted_at IS NULL
RETURN DISTINCT shared.name AS name, shared.kind AS kind, f.sentence AS of_first, g.sentence AS of_second
ORDER BY name, of_first, of_second
