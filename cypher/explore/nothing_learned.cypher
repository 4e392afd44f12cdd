// What people said that no fact was read from, the newest first.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $limit (integer): at most so many rows, e.g. 10
//
// Returns: one row for each message: at, session, speaker, text
// Index: message_id
MATCH (m:Message {namespace: $namespace})
WHERE m.id IS NOT NULL AND m.role = 'user' AND NOT EXISTS { (m)<-[:STATED_IN]-(:Fact) }
RETURN m.at AS at, m.session AS session, coalesce(m.speaker, m.role) AS speaker, m.text AS text
ORDER BY at DESC, session, m.seq DESC
LIMIT $limit
