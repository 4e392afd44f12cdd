// Entities by id.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $ids (list of strings): ids of entities, e.g. ["e1"]
//
// Returns: one row for each that there is: entity
// Index: entity_id
UNWIND $ids AS id
MATCH (e:Entity {namespace: $namespace, id: id})
WHERE e.name IS NOT NULL
RETURN DISTINCT e {.id, .name, .whole_name, .kind, .aliases, .keys, .is_self} AS entity
