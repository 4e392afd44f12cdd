// Who might be one and the same, or is rightly two: entities that share a spelling.
//
// $namespace (string): whose memory is read, e.g. "ada"
//
// Returns: one row for each spelling that several bear: spelling, names, kinds, ids
// Index: entity_namespace
MATCH (e:Entity {namespace: $namespace})
UNWIND e.aliases AS alias
WITH DISTINCT toLower(alias) AS spelling, e
ORDER BY e.name, e.kind, e.id
WITH spelling, collect(e.name) AS names, collect(e.kind) AS kinds, collect(e.id) AS ids
WHERE size(ids) > 1
RETURN spelling, names, kinds, ids
ORDER BY spelling
