// A namespace with its secret, made when it is first asked for.
//
// $namespace (string): whose memory it is, e.g. "ada"
// $secret (string): the secret it gets if it is new, in hexadecimal, e.g. "00ff"
//
// Returns: one row: secret
// Index: namespace_name
MERGE (n:Namespace {name: $namespace})
ON CREATE SET n.version = 0, n.secret = $secret, n.number = 0
RETURN n.secret AS secret
