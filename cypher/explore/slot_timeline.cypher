// Everything that ever held in one slot, in order: where Ana has lived, say.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $name (string): the subject's name or an alias of it, e.g. "Ana"
// $predicate (string): a single-valued predicate of the vocabulary, e.g. "lives_in"
//
// Returns: one row for each period: sentence, start and end (null: not known, still so), start_stated, followed_by
// Index: entity_namespace
MATCH (e:Entity {namespace: $namespace})<-[:SUBJECT]-(f:Fact {predicate: $predicate})-[:HOLDS]->(p:Period)
WHERE e.name = $name OR $name IN e.aliases
OPTIONAL MATCH (later:Fact)-[s:SUPERSEDES]->(f)
WHERE s.at = p.end
RETURN f.sentence AS sentence, p.start AS start, p.start_stated AS start_stated, p.end AS end,
       later.sentence AS followed_by
ORDER BY e.id, p.start, p.end, f.id
