// Facts whose typed relationship appears or goes at a moment to come.
//
// Returns: nothing
// Index: it makes fact_turning
CREATE INDEX fact_turning IF NOT EXISTS
FOR (f:Fact) ON (f.namespace, f.turns_micros)
