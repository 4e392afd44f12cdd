// Where people live, have lived and went.
//
// $namespace (string): whose memory is read, e.g. "ada"
//
// Returns: one row for each stay: person, predicate, place, start, end (null: still so)
// Index: entity_namespace
MATCH (place:Entity {namespace: $namespace})
WHERE place.kind = 'Place'
MATCH (place)<-[:OBJECT]-(f:Fact)-[:SUBJECT]->(person:Entity {kind: 'Person'})
MATCH (f)-[:HOLDS]->(p:Period)
RETURN person.name AS person, f.predicate AS predicate, place.name AS place, p.start AS start, p.end AS end
ORDER BY person, start, place, f.id
