// A namespace takes over a secret that it had elsewhere, if nothing was written to it here, so that ids stay what they were.
//
// $namespace (string): whose memory it is, e.g. "ada"
// $secret (string): the secret it had, in hexadecimal, e.g. "00ff"
//
// Returns: one row: secret, which is another one if something was written before
// Index: namespace_name
MERGE (n:Namespace {name: $namespace})
ON CREATE SET n.version = 0, n.secret = $secret, n.number = 0
SET n.lock = true
SET n.secret = CASE WHEN n.version = 0 AND coalesce(n.number, 0) = 0 THEN $secret ELSE n.secret END
RETURN n.secret AS secret
