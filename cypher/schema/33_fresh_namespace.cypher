// Documents whose vectors wait to go into the vector index together; the label goes when they are in it.
//
// Returns: nothing
// Index: it makes fresh_namespace
CREATE INDEX fresh_namespace IF NOT EXISTS
FOR (d:FreshText) ON (d.namespace)
