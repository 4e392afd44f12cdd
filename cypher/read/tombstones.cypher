// The marks of forgotten messages that no import brings back.
//
// $namespace (string): whose memory is read, e.g. "ada"
//
// Returns: one row for each: mark, sorted
// Index: tombstone_mark
MATCH (t:Tombstone {namespace: $namespace})
WHERE t.mark IS NOT NULL
RETURN t.mark AS mark
ORDER BY mark
