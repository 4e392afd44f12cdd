// The indexes there are and whether they can be used; a failed one says so.
//
// Returns: one row for each: name, state (ONLINE, POPULATING, FAILED), dimension of a vector index
// Index: none; no node is read
SHOW INDEXES YIELD name, state, options
RETURN name, state, options.indexConfig.`vector.dimensions` AS dimension
