// The facts of one slot, of which one holds at a time.
//
// Returns: nothing
// Index: it makes fact_slot
CREATE INDEX fact_slot IF NOT EXISTS
FOR (f:Fact) ON (f.namespace, f.slot)
