// What is not simply so: possibilities, hearsay, and what only an assistant said.
//
// $namespace (string): whose memory is read, e.g. "ada"
//
// Returns: one row for each statement: sentence, certainty, by_a_person, said_at, quote
// Index: fact_recorded
MATCH (f:Fact {namespace: $namespace})
WHERE f.recorded_at IS NOT NULL AND f.retracted_at IS NULL AND (f.certainty <> 'certain' OR NOT f.person)
MATCH (f)-[s:STATED_IN]->(m:Message)
RETURN f.sentence AS sentence, f.certainty AS certainty, f.person AS by_a_person, m.at AS said_at,
       substring(m.text, s.start, s.end - s.start) AS quote
ORDER BY said_at, m.session, m.seq, s.number
