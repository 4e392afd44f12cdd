// Which models the vectors are of, and which of them is in use.
//
//
// Returns: one row: used (a, b or null), model and dimension of each
// Index: graphmem_name
MATCH (g:Graphmem {name: 'graphmem'})
RETURN g.schema AS schema, g.used AS used, g.model_a AS model_a, g.dimension_a AS dimension_a, g.model_b AS model_b,
       g.dimension_b AS dimension_b
