// The statements of one fact, which are its sources.
//
// Returns: nothing
// Index: it makes statement_fact
CREATE INDEX statement_fact IF NOT EXISTS
FOR (s:Statement) ON (s.namespace, s.fact)
