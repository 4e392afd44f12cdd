// Work given back with the reason; what was queued anew since keeps its newer state.
//
// $namespace (string): whose memory is written, e.g. "ada"
// $work (list of maps): the message and the generation of each, e.g. [{"message": "m1", "generation": 1}]
// $error (string): why it failed, e.g. "503: busy"
// $until (integer): when it may be taken again, in microseconds since 1970, e.g. 1767949320000000
//
// Returns: one row: how many were given back
// Index: namespace_name, message_id
MATCH (n:Namespace {name: $namespace})
SET n.lock = true
WITH n
UNWIND $work AS row
MATCH (w:Message {namespace: $namespace, id: row.message})
WHERE w:Work AND w.generation = row.generation
SET w.state = 'failed', w.error = $error, w.until = $until
RETURN count(*) AS failed
