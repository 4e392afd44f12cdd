// Facts by when memory stopped believing them.
//
// Returns: nothing
// Index: it makes fact_retracted
CREATE INDEX fact_retracted IF NOT EXISTS
FOR (f:Fact) ON (f.namespace, f.retracted_at)
