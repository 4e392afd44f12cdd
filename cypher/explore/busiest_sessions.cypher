// Where most was said: the sessions with the most messages.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $limit (integer): at most so many rows, e.g. 10
//
// Returns: one row for each session: session, messages, facts (stated in it), first and last (when)
// Index: session_name
MATCH (s:Session {namespace: $namespace})
WHERE s.name IS NOT NULL
MATCH (s)-[:HAS_MESSAGE]->(m:Message)
OPTIONAL MATCH (m)<-[:STATED_IN]-(f:Fact)
RETURN s.name AS session, count(DISTINCT m) AS messages, count(DISTINCT f) AS facts, min(m.at) AS first, max(m.at) AS last
ORDER BY messages DESC, session
LIMIT $limit
