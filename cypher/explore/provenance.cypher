// How memory knows: the messages that state what is known of someone, with the words that do so.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $name (string): the subject's name or an alias of it, e.g. "Ana"
//
// Returns: one row for each statement: sentence, stance, certainty, speaker, said_at, session, quote
// Index: entity_namespace
MATCH (e:Entity {namespace: $namespace})<-[:SUBJECT]-(f:Fact)-[s:STATED_IN]->(m:Message)
WHERE e.name = $name OR $name IN e.aliases
RETURN f.sentence AS sentence, s.stance AS stance, s.certainty AS certainty, coalesce(m.speaker, m.role) AS speaker,
       m.at AS said_at, m.session AS session, substring(m.text, s.start, s.end - s.start) AS quote
ORDER BY m.at, m.session, m.seq, s.number
