// How two people or things are connected: the shortest chains of believed facts, ended ones too, at most six facts long.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $first (string): the name one end is shown under, e.g. "Ada"
// $second (string): the name the other end is shown under, e.g. "Lisbon"
//
// Returns: up to ten chains, each with the entities passed, in order, and the sentences between them
// Index: entity_name
MATCH (a:Entity {namespace: $namespace, name: $first}), (b:Entity {namespace: $namespace, name: $second})
WHERE a <> b
MATCH path = allShortestPaths((a)-[:SUBJECT|OBJECT*..12]-(b))
WHERE all(node IN nodes(path) WHERE node.namespace = $namespace AND node.retracted_at IS NULL
                                AND coalesce(node.positive, true))
WITH [node IN nodes(path) | node.id] AS ids,
     [node IN nodes(path) WHERE node:Entity | node.name] AS entities,
     [node IN nodes(path) WHERE node:Fact | node.sentence] AS sentences
RETURN entities, sentences
ORDER BY size(sentences), ids
LIMIT 10
