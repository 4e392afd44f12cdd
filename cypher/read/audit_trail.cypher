// Who used a memory, when and why, in order.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $after (integer): entries up to this number are left out, e.g. 0
// $limit (integer): at most so many, e.g. 100
//
// Returns: one row for each: at, actor, role, verb, why, ids, count, outcome, number, hash
// Index: audit_number
MATCH (a:AuditEntry {namespace: $namespace})
WHERE a.number > $after
RETURN a.at AS at, a.actor AS actor, a.role AS role, a.verb AS verb, a.why AS why, a.ids AS ids, a.count AS count,
       a.outcome AS outcome, a.number AS number, a.hash AS hash
ORDER BY a.namespace, a.number
LIMIT $limit
