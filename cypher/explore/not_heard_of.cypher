// Who has not been spoken of since a moment.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $since (datetime): the moment from which on, e.g. "2024-09-01T00:00:00+00:00"
//
// Returns: one row for each entity: name, kind, last_at (when it was last named), mentions
// Index: entity_namespace
MATCH (e:Entity {namespace: $namespace})
MATCH (m:Message)-[r:MENTIONS]->(e)
WITH e, max(m.at) AS last_at, count(r) AS mentions
WHERE last_at < $since
RETURN e.name AS name, e.kind AS kind, last_at, mentions
ORDER BY last_at, name, e.id
