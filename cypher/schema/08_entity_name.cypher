// Entities by the name they are shown under; two may share one.
//
// Returns: nothing
// Index: it makes entity_name
CREATE INDEX entity_name IF NOT EXISTS
FOR (e:Entity) ON (e.namespace, e.name)
