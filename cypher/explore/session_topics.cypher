// Who and what one conversation was about.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $session (string): the session, e.g. "hello"
//
// Returns: one row for each entity: name, kind, messages (that name it), facts (that they state of it)
// Index: session_name
MATCH (s:Session {namespace: $namespace, name: $session})-[:HAS_MESSAGE]->(m:Message)-[:MENTIONS]->(e:Entity)
OPTIONAL MATCH (m)<-[:STATED_IN]-(f:Fact)-[:SUBJECT|OBJECT]->(e)
WITH e, count(DISTINCT m) AS messages, count(DISTINCT f) AS facts
RETURN e.name AS name, e.kind AS kind, messages, facts
ORDER BY messages DESC, facts DESC, name, e.id
