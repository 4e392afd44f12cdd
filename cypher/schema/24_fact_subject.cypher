// The facts about an entity as they are listed, so that those of a hub are read from the top.
//
// Returns: nothing
// Index: it makes fact_subject
CREATE INDEX fact_subject IF NOT EXISTS
FOR (f:Fact) ON (f.namespace, f.subject, f.rank)
