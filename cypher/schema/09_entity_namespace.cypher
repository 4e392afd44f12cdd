// All entities of a namespace, for names that may also be aliases: an index on two properties serves no search by one.
//
// Returns: nothing
// Index: it makes entity_namespace
CREATE INDEX entity_namespace IF NOT EXISTS
FOR (e:Entity) ON (e.namespace)
