// What is believed of one category, such as health, work, relationship, preference or possession.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $category (string): the category, e.g. "health"
//
// Returns: one row for each fact: sentence, subject, since (null when never said), importance
// Index: fact_recorded
MATCH (f:Fact {namespace: $namespace})
WHERE f.recorded_at IS NOT NULL AND f.category = $category AND f.retracted_at IS NULL
MATCH (f)-[:SUBJECT]->(e:Entity)
OPTIONAL MATCH (f)-[:HOLDS]->(p:Period)
WITH f, e, max(p.start) AS since
RETURN f.sentence AS sentence, e.name AS subject, since, f.importance AS importance
ORDER BY importance DESC, since DESC, f.id
