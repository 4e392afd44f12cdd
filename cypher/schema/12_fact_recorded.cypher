// Facts by when memory learned them.
//
// Returns: nothing
// Index: it makes fact_recorded
CREATE INDEX fact_recorded IF NOT EXISTS
FOR (f:Fact) ON (f.namespace, f.recorded_at)
