// Add an entry to the end of an audit trail; where somebody was faster, nothing is written and theirs stands.
//
// $namespace (string): whose memory was used, e.g. "ada"
// $number (integer): its place, e.g. 1
// $entry (map): at in microseconds, actor, role, verb, why, ids, count, outcome and hash, e.g. {"at": 1717400000000000, "actor": "ops", "role": "admin", "verb": "recall", "why": "", "ids": ["5f1c"], "count": 1, "outcome": "done", "hash": "9b1e"}
//
// Returns: one row: hash, that of the entry which stands there now
// Index: audit_number
MERGE (a:AuditEntry {namespace: $namespace, number: $number})
ON CREATE SET a += $entry
RETURN a.hash AS hash
