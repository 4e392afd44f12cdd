// What changed most often: the slots that the most facts have filled.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $limit (integer): at most so many rows, e.g. 10
//
// Returns: one row for each slot: subject, predicate, facts, sentences (in the order they began)
// Index: period_namespace
MATCH (p:Period {namespace: $namespace})<-[:HOLDS]-(f:Fact {nature: 'state'})-[:SUBJECT]->(e:Entity)
WITH e, f, min(p.start) AS start
ORDER BY start, f.id
WITH e, f.slot AS slot, min(f.predicate) AS predicate, count(f) AS facts, collect(f.sentence) AS sentences
WHERE facts > 1
RETURN e.name AS subject, predicate, facts, sentences
ORDER BY facts DESC, subject, predicate, slot
LIMIT $limit
