// The end of an audit trail, which the next entry is sealed with.
//
// $namespace (string): whose memory is read, e.g. "ada"
//
// Returns: one row, or none when nothing was recorded: number, hash
// Index: audit_number
MATCH (a:AuditEntry {namespace: $namespace})
WHERE a.number > 0
RETURN a.number AS number, a.hash AS hash
ORDER BY a.number DESC
LIMIT 1
