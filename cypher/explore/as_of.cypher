// What was true at a moment, by everything memory believes today.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $moment (datetime): the moment asked about, e.g. "2024-04-01T00:00:00+00:00"
//
// Returns: one row for each state that held then: sentence, start, start_stated, end
// Index: period_namespace
MATCH (p:Period {namespace: $namespace})<-[:HOLDS]-(f:Fact {nature: 'state'})
WHERE (p.start IS NULL OR p.start <= $moment OR p.reaches_back) AND (p.end IS NULL OR p.end > $moment)
RETURN f.sentence AS sentence, p.start AS start, p.start_stated AS start_stated, p.end AS end
ORDER BY f.importance DESC, p.start, f.id
