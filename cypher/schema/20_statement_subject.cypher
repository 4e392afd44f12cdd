// Statements by the key of whom they are about.
//
// Returns: nothing
// Index: it makes statement_subject
CREATE INDEX statement_subject IF NOT EXISTS
FOR (s:Statement) ON (s.namespace, s.subject)
