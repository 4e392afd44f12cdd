// In which order vectors came: who keeps those of a namespace in memory asks for what came since.
//
// Returns: nothing
// Index: it makes document_vectored
CREATE INDEX document_vectored IF NOT EXISTS
FOR (d:Document) ON (d.namespace, d.kind, d.vectored)
