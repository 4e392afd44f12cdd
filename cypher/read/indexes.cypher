// The indexes there are and whether they can be used; a failed one says so.
//
// Returns: one row for each: name, state (ONLINE, POPULATING, FAILED)
// Index: none; no node is read
SHOW INDEXES YIELD name, state
RETURN name, state
