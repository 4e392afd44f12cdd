// The statements of one slot: its timeline is derived from all of them.
//
// Returns: nothing
// Index: it makes statement_slot
CREATE INDEX statement_slot IF NOT EXISTS
FOR (s:Statement) ON (s.namespace, s.slot)
