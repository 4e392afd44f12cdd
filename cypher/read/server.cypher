// Which Neo4j it is.
//
// Returns: one row: version, edition
// Index: none; no node is read
CALL dbms.components() YIELD versions, edition
RETURN versions[0] AS version, edition
