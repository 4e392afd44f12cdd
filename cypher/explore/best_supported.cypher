// What was said most often: the facts that the most messages state.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $limit (integer): at most so many rows, e.g. 10
//
// Returns: one row for each fact: sentence, messages, first and last (when it was said)
// Index: fact_recorded
MATCH (f:Fact {namespace: $namespace})
WHERE f.recorded_at IS NOT NULL AND f.retracted_at IS NULL
MATCH (f)-[:STATED_IN]->(m:Message)
WITH f, count(DISTINCT m) AS messages, min(m.at) AS first, max(m.at) AS last
RETURN f.sentence AS sentence, messages, first, last
ORDER BY messages DESC, last DESC, sentence, f.id
LIMIT $limit
