// Everything that is true now between two people or things, to draw.
//
// $namespace (string): whose memory is read, e.g. "ada"
//
// Returns: one row for each relationship: source, link, target (nodes and a relationship)
// Index: entity_namespace
MATCH (source:Entity {namespace: $namespace})-[link]->(target:Entity)
RETURN source, link, target
ORDER BY source.name, type(link), target.name, link.fact_id
