// The entities known by any of some keys.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $keys (list of strings): what names are filed under, e.g. ["n:ana"]
//
// Returns: one row for each: entity
// Index: key_key
UNWIND $keys AS key
MATCH (:Key {namespace: $namespace, key: key})-[:NAMES]->(e:Entity)
WHERE e.name IS NOT NULL
WITH DISTINCT e
RETURN e {.id, .name, .whole_name, .kind, .aliases, .keys, .is_self} AS entity
ORDER BY e.name, e.id
