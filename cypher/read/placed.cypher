// Which fact and slot the statements of some messages belong to, to be carried to another store.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $ids (list of strings): ids of messages, e.g. ["m1"]
//
// Returns: one row for each statement: message, number, fact, slot
// Index: extraction_message, fact_id
UNWIND $ids AS id
MATCH (x:Extraction {namespace: $namespace, message: id})-[:STATES]->(s:Statement)
MATCH (f:Fact {namespace: $namespace, id: s.fact})
RETURN id AS message, s.number AS number, f.id AS fact, f.slot AS slot
ORDER BY message, number
