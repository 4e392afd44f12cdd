// What was read of some messages.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $ids (list of strings): ids of messages, e.g. ["m1"]
//
// Returns: one row for each that was: message, body (JSON)
// Index: extraction_message
UNWIND $ids AS id
MATCH (x:Extraction {namespace: $namespace, message: id})
RETURN DISTINCT x.message AS message, x.body AS body
