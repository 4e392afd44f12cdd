// The empty round trip, by which everything else is measured.
//
// Returns: one row: 1
// Index: none; no node is read
RETURN 1 AS one
