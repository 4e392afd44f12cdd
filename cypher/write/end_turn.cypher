// A turn that was taken and not used is given back.
//
// $namespace (string): whose memory is written, e.g. "ada"
// $holder (string): who gives it back, e.g. "worker-1"
//
// Returns: one row if it was the holder's: holder
// Index: namespace_name
MATCH (n:Namespace {name: $namespace})
SET n.lock = true
WITH n
WHERE n.turn = $holder
REMOVE n.turn, n.turn_until
RETURN $holder AS holder
