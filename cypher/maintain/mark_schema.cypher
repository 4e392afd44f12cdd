// Record which schema the database has.
//
// $schema (integer): its version, e.g. 1
//
// Returns: one row: schema
// Index: graphmem_name
MERGE (g:Graphmem {name: 'graphmem'})
SET g.schema = $schema
RETURN g.schema AS schema
