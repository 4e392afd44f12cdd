// How much waits, is being read, or has failed; a lease that ran out waits again.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $now (integer): the present, in microseconds since 1970, e.g. 1767949200000000
// $tries (integer): how often something is tried before it is given up, e.g. 12
//
// Returns: one row: waiting, leased, failed, given_up (of those that failed), errors (up to ten different ones)
// Index: work_order
OPTIONAL MATCH (w:Work {namespace: $namespace})
USING INDEX SEEK w:Work(namespace, at_micros, session, seq)
WHERE w.at_micros IS NOT NULL AND w.session IS NOT NULL AND w.seq > 0
WITH CASE WHEN w.state = 'leased' AND w.until <= $now THEN 'waiting' ELSE w.state END AS state, w.error AS error, w.attempts AS attempts
WITH count(CASE WHEN state = 'waiting' THEN 1 END) AS waiting, count(CASE WHEN state = 'leased' THEN 1 END) AS leased,
     count(CASE WHEN state = 'failed' THEN 1 END) AS failed,
     count(CASE WHEN state = 'failed' AND attempts >= $tries THEN 1 END) AS given_up,
     collect(DISTINCT CASE WHEN state = 'failed' THEN error END) AS reasons
RETURN waiting, leased, failed, given_up, COLLECT {UNWIND reasons AS reason RETURN reason ORDER BY reason LIMIT 10} AS errors
