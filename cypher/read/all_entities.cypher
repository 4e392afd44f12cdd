// All entities by name, kind and id.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $limit (integer): how many are read at most, e.g. 20
//
// Returns: one row for each: entity
// Index: entity_name
MATCH (e:Entity {namespace: $namespace})
WHERE e.name IS NOT NULL
RETURN e {.id, .name, .whole_name, .kind, .aliases, .keys, .is_self} AS entity
ORDER BY e.namespace, e.name, e.kind, e.id
LIMIT toInteger($limit)
