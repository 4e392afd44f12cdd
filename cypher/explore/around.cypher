// What is true now around someone or something, to draw: the typed relationships within two steps.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $name (string): the name it is shown under, e.g. "Ana"
//
// Returns: one row for each relationship: source, link, target (nodes and a relationship)
// Index: entity_name
MATCH path = (e:Entity {namespace: $namespace, name: $name})-[*1..2]-(:Entity)
WHERE all(node IN nodes(path) WHERE node:Entity)
UNWIND relationships(path) AS link
WITH DISTINCT link
MATCH (source)-[link]->(target)
RETURN source, link, target
ORDER BY source.name, type(link), target.name, link.fact_id
