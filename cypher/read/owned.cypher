// The relation keys in use that start directly from some keys.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $starts (list of strings): how such keys begin, e.g. ["r:self/"]
//
// Returns: one row for each key: key
// Index: key_key
UNWIND $starts AS start
MATCH (k:Key {namespace: $namespace})
WHERE k.key STARTS WITH start AND NOT substring(k.key, size(start)) CONTAINS '/'
  AND EXISTS { (k)-[:SPELT|NAMES]->() }
RETURN DISTINCT k.key AS key
