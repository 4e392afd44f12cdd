// Messages that nobody is reading are taken to be understood, in message order; each lease counts as an attempt.
//
// $namespace (string): whose memory is written, e.g. "ada"
// $write (string): a token of this call, by which it knows its own work when it is sent again, e.g. "w1"
// $now (integer): a lease or a pause that ended by then is over, in microseconds since 1970, e.g. 1767949200000000
// $until (integer): when the lease ends, in microseconds since 1970, e.g. 1767949320000000
// $limit (integer): how many are taken at most, e.g. 200
// $early (boolean): whether what failed is taken before its pause is over, e.g. false
//
// Returns: one row for each message taken: message, generation, attempts
// Index: namespace_name, work_order
MATCH (n:Namespace {name: $namespace})
SET n.lock = true
WITH n
MATCH (w:Work {namespace: $namespace})
USING INDEX SEEK w:Work(namespace, at_micros, session, seq)
WHERE w.at_micros IS NOT NULL AND w.session IS NOT NULL AND w.seq > 0
  AND (w.state = 'waiting' OR w.until <= $now OR ($early AND w.state = 'failed') OR w.taken = $write)
WITH w ORDER BY w.at_micros, w.session, w.seq LIMIT toInteger($limit)
SET w.attempts = w.attempts + CASE WHEN w.taken = $write THEN 0 ELSE 1 END, w.state = 'leased', w.until = $until,
    w.taken = $write
RETURN w.id AS message, w.generation AS generation, w.attempts AS attempts
ORDER BY w.at_micros, w.session, w.seq
