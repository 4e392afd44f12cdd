// The open work of some messages, in message order.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $ids (list of strings): ids of messages, e.g. ["m1"]
//
// Returns: one row for each that waits, is being read or failed: message, generation, attempts
// Index: message_id
UNWIND $ids AS id
MATCH (m:Message {namespace: $namespace, id: id})
WITH DISTINCT m
WHERE m:Work
RETURN m.id AS message, m.generation AS generation, m.attempts AS attempts
ORDER BY m.at_micros, m.session, m.seq
