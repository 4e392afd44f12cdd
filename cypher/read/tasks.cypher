// The open work of some messages in message order, with the messages and those before them in their sessions.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $ids (list of strings): ids of messages, e.g. ["m1"]
// $before (integer): how many messages before each are read, e.g. 3
//
// Returns: one row for each that waits, is being read or failed: message, generation, attempts, before (the nearest first), embedders (as `read/embedders` has them)
// Index: message_id, message_order, graphmem_name
OPTIONAL MATCH (g:Graphmem {name: 'graphmem'})
UNWIND $ids AS id
MATCH (m:Message {namespace: $namespace, id: id})
WITH DISTINCT m, g
WHERE m:Work
// All that the index is of is named, so that it is read no further than to the limit.
CALL (m) {
  MATCH (p:Message {namespace: $namespace, session: m.session})
  USING INDEX SEEK p:Message(namespace, session, at_micros, seq)
  WHERE p.seq > 0 AND p.at_micros <= m.at_micros AND (p.at_micros < m.at_micros OR p.seq < m.seq)
  WITH p ORDER BY p.namespace DESC, p.session DESC, p.at_micros DESC, p.seq DESC LIMIT toInteger($before)
  RETURN collect(p {.id, .key, .session, .seq, .role, .speaker, .text, .parts, .at_micros, .recorded_micros, .importance, .metadata, .utc_offset}) AS before
}
RETURN g {.used, .model_a, .dimension_a, .model_b, .dimension_b} AS embedders, m {.id, .key, .session, .seq, .role, .speaker, .text, .parts, .at_micros, .recorded_micros, .importance, .metadata, .utc_offset} AS message,
       m.generation AS generation, m.attempts AS attempts, before
ORDER BY m.at_micros, m.session, m.seq
