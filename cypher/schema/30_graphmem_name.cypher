// One node for the database: the version of its schema and the model of its vectors.
//
// Returns: nothing
// Index: it makes graphmem_name
CREATE CONSTRAINT graphmem_name IF NOT EXISTS
FOR (g:Graphmem) REQUIRE g.name IS UNIQUE
