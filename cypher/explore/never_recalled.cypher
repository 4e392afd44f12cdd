// What is known and never came up in an answer, the oldest first: see whether it is of any use.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $limit (integer): at most so many rows, e.g. 10
//
// Returns: one row for each fact: sentence, category, importance, recorded_at
// Index: fact_id
MATCH (f:Fact {namespace: $namespace})
WHERE f.id IS NOT NULL AND f.recalled IS NULL
RETURN f.sentence AS sentence, f.category AS category, f.importance AS importance, f.recorded_at AS recorded_at
ORDER BY recorded_at, sentence, f.id
LIMIT $limit
