// Wait until new indexes are filled.
//
// $seconds (integer): how long at most, e.g. 300
//
// Returns: nothing
// Index: none; it waits for all
CALL db.awaitIndexes($seconds)
