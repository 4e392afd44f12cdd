// An entry of an audit trail, once, and the order they are read in.
//
// Returns: nothing
// Index: it makes audit_number
CREATE CONSTRAINT audit_number IF NOT EXISTS
FOR (a:AuditEntry) REQUIRE (a.namespace, a.number) IS UNIQUE
