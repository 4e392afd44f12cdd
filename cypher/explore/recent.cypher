// What was said last, as facts.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $limit (integer): at most so many rows, e.g. 10
//
// Returns: one row for each fact: said_at (last), sentence, certainty, quote
// Index: fact_recorded
MATCH (f:Fact {namespace: $namespace})
WHERE f.recorded_at IS NOT NULL
MATCH (f)-[s:STATED_IN]->(m:Message)
WITH f, s, m
ORDER BY m.at DESC, m.session, m.seq DESC, s.number
WITH f, collect({at: m.at, quote: substring(m.text, s.start, s.end - s.start)})[0] AS last
RETURN last.at AS said_at, f.sentence AS sentence, f.certainty AS certainty, last.quote AS quote
ORDER BY said_at DESC, sentence, f.id
LIMIT $limit
