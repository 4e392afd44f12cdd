// Messages by id, in message order.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $ids (list of strings): ids of messages, e.g. ["m1"]
//
// Returns: one row for each that there is: message
// Index: message_id
UNWIND $ids AS id
MATCH (m:Message {namespace: $namespace, id: id})
WITH DISTINCT m
RETURN m {.id, .key, .session, .seq, .role, .speaker, .text, .parts, .at_micros, .recorded_micros, .importance, .metadata, .utc_offset} AS message
ORDER BY m.at_micros, m.session, m.seq
