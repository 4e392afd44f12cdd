// What holds now between people: family, friends, colleagues, in the words of the facts.
//
// $namespace (string): whose memory is read, e.g. "ada"
//
// Returns: one row for each fact: person, predicate, other, sentence, since
// Index: entity_namespace
MATCH (a:Entity {namespace: $namespace})
WHERE a.kind = 'Person'
MATCH (a)<-[:SUBJECT]-(f:Fact {nature: 'state'})-[:OBJECT]->(b:Entity {kind: 'Person'})
MATCH (f)-[:HOLDS]->(p:Period)
WHERE p.end IS NULL OR p.end > datetime()
RETURN a.name AS person, f.predicate AS predicate, b.name AS other, f.sentence AS sentence, p.start AS since
ORDER BY person, other, predicate, since, f.id
