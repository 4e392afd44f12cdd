// All facts in the order they are listed: most important first, then last said, then by id; `rank` sorts so.
//
// Returns: nothing
// Index: it makes fact_rank
CREATE INDEX fact_rank IF NOT EXISTS
FOR (f:Fact) ON (f.namespace, f.rank)
