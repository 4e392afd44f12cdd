// Who is who: some keys and, step by step, every key that shares an entity or a sameness with them.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $keys (list of strings): what names are filed under, e.g. ["n:ana"]
//
// Returns: one row: keys (each with entity, spellings and samenesses) and names of the entities
// Index: key_key
CALL () {
  UNWIND $keys AS key
  MATCH (k:Key {namespace: $namespace, key: key})
  MATCH (k)-[:SAME_AS|NAMES*0..]-(reached)
  RETURN DISTINCT reached
}
RETURN collect(CASE WHEN reached:Key THEN {
         key: reached.key, whole: reached.whole, entity: [(reached)-[:NAMES]->(e:Entity) | e.id][0],
         spellings: [(reached)-[:SPELT]->(s:Spelling) | [s.surface, s.kind, s.uses, s.thousandths]],
         same: [(reached)-[r:SAME_AS]->(other:Key) | [coalesce(other.whole, other.key), r.messages]]} END) AS keys,
       collect(CASE WHEN reached:Entity AND reached.name IS NOT NULL THEN [reached.id, coalesce(reached.whole_name, reached.name)] END) AS names
