// What one speaker stated, in the order it was said.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $speaker (string): the speaker, or the role where none is named, e.g. "user"
//
// Returns: one row for each statement: said_at, sentence, stance, quote
// Index: fact_recorded
MATCH (f:Fact {namespace: $namespace})
WHERE f.recorded_at IS NOT NULL
MATCH (f)-[s:STATED_IN]->(m:Message)
WHERE coalesce(m.speaker, m.role) = $speaker
RETURN m.at AS said_at, f.sentence AS sentence, s.stance AS stance, substring(m.text, s.start, s.end - s.start) AS quote
ORDER BY said_at, m.session, m.seq, s.number
