// A namespace in numbers.
//
// $namespace (string): whose memory is read, e.g. "ada"
//
// Returns: one row: messages, sessions, entities, facts, current_facts, unsupported, last_at (in microseconds since 1970)
// Index: message_time, entity_name, fact_rank, extraction_message
CALL () {
  MATCH (m:Message {namespace: $namespace})
  USING INDEX SEEK m:Message(namespace, at_micros, session, seq)
  WHERE m.at_micros IS NOT NULL AND m.session IS NOT NULL AND m.seq > 0
  RETURN count(*) AS messages, count(DISTINCT m.session) AS sessions, max(m.at_micros) AS last_at
}
CALL () {
  MATCH (e:Entity {namespace: $namespace})
  WHERE e.name IS NOT NULL
  RETURN count(*) AS entities
}
CALL () {
  MATCH (f:Fact {namespace: $namespace})
  WHERE f.rank IS NOT NULL
  RETURN count(*) AS facts,
         count(CASE WHEN f.nature = 'state' AND EXISTS { MATCH (f)-[:HOLDS]->(p:Period) WHERE p.end_micros IS NULL } THEN 1 END)
           AS current_facts
}
CALL () {
  MATCH (x:Extraction {namespace: $namespace})
  WHERE x.message IS NOT NULL AND x.reading = 'unsupported'
  RETURN count(*) AS unsupported
}
RETURN messages, sessions, entities, facts, current_facts, unsupported, last_at
