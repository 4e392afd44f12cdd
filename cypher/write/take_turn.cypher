// Only the holder may apply for a while, unless it is somebody else's turn.
//
// $namespace (string): whose memory is written, e.g. "ada"
// $holder (string): who takes the turn, e.g. "worker-1"
// $now (float): the present, in seconds since 1970, e.g. 1767949200.0
// $until (float): when the turn ends, in seconds since 1970, e.g. 1767949203.0
//
// Returns: one row if the turn was taken: holder
// Index: namespace_name
MATCH (n:Namespace {name: $namespace})
SET n.lock = true
WITH n
WHERE n.turn IS NULL OR n.turn = $holder OR n.turn_until < $now
SET n.turn = $holder, n.turn_until = $until
RETURN n.turn AS holder
