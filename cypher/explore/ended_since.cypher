// What stopped being true since a moment, and what took its place.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $since (datetime): the moment from which on, e.g. "2024-05-01T00:00:00+00:00"
//
// Returns: one row for each fact: ended, sentence, followed_by (null: it just stopped)
// Index: period_namespace
MATCH (p:Period {namespace: $namespace})<-[:HOLDS]-(f:Fact {nature: 'state'})
WHERE p.end >= $since AND p.end <= datetime()
OPTIONAL MATCH (later:Fact)-[s:SUPERSEDES]->(f)
WHERE s.at = p.end
RETURN p.end AS ended, f.sentence AS sentence, later.sentence AS followed_by
ORDER BY ended, sentence, f.id
