// Marks of forgotten messages are kept, so that no import brings them back.
//
// $namespace (string): whose memory is written, e.g. "ada"
// $marks (list of strings): what stands for each message, which says nothing to one who has not the message, e.g. ["5f1c"]
//
// Returns: one row: how many are kept now of these
// Index: tombstone_mark
UNWIND $marks AS mark
MERGE (t:Tombstone {namespace: $namespace, mark: mark})
RETURN count(t) AS kept
