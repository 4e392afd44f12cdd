// Statements by the key of their object.
//
// Returns: nothing
// Index: it makes statement_object
CREATE INDEX statement_object IF NOT EXISTS
FOR (s:Statement) ON (s.namespace, s.object)
