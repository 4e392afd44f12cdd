// The rows of all timelines of a namespace; a row may have no start or no end, so neither can lead an index.
//
// Returns: nothing
// Index: it makes period_namespace
CREATE INDEX period_namespace IF NOT EXISTS
FOR (p:Period) ON (p.namespace)
