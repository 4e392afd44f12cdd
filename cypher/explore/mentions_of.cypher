// Where someone or something was named, in the words used.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $name (string): a name or an alias as it was spelled, e.g. "Ana"
//
// Returns: one row for each mention: at, session, speaker, surface (the words), text
// Index: entity_namespace
MATCH (e:Entity {namespace: $namespace})
WHERE e.name = $name OR $name IN e.aliases
MATCH (m:Message)-[r:MENTIONS]->(e)
RETURN m.at AS at, m.session AS session, coalesce(m.speaker, m.role) AS speaker, r.surface AS surface, m.text AS text
ORDER BY at, session, m.seq, r.start, e.id
