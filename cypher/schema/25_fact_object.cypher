// The facts that have an entity as their object, as they are listed.
//
// Returns: nothing
// Index: it makes fact_object
CREATE INDEX fact_object IF NOT EXISTS
FOR (f:Fact) ON (f.namespace, f.object, f.rank)
