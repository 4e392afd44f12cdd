// What happened in a time, by everything memory believes today.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $since (datetime): from when on, e.g. "2024-04-01T00:00:00+00:00"
// $until (datetime): until when, e.g. "2024-10-01T00:00:00+00:00"
//
// Returns: one row for each event: start, end (the time that was named), sentence
// Index: period_namespace
MATCH (p:Period {namespace: $namespace})<-[:HOLDS]-(f:Fact {nature: 'event'})
WHERE p.start < $until AND coalesce(p.end, p.start) >= $since
RETURN p.start AS start, p.end AS end, f.sentence AS sentence
ORDER BY start, p.end, f.id
