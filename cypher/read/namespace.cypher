// Where a namespace stands: its version, its secret, whose turn it is, and which write came last.
//
// $namespace (string): whose memory is read, e.g. "ada"
//
// Returns: one row if it was ever written to: version, secret, turn, turn_until, written
// Index: namespace_name
MATCH (n:Namespace {name: $namespace})
RETURN n.version AS version, n.secret AS secret, n.turn AS turn, n.turn_until AS turn_until, n.written AS written
