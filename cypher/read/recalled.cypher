// Everything a recall shows: messages by id and by place, facts and entities by id.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $asked.messages (list of strings): ids of messages, e.g. ["m1"]
// $asked.facts (list of strings): ids of facts, e.g. ["f1"]
// $asked.entities (list of strings): ids of entities, e.g. ["e1"]
// $asked.places (list of maps): places of further messages, e.g. [{"session": "s1", "seq": 2}]
// $asked.kinds (list of strings): kinds of entities of which it is told which messages mention them, e.g. ["Place"]
// $asked.withdrawn (string): what stands in the extraction of a message whose word was withdrawn, e.g. "extractor:withdrawn"
//
// Returns: one row: messages, facts, entities, mentions (lists of a message's id and the name and id of each it mentions), withdrawn (list of ids of messages)
// Index: message_id, message_seq, fact_id, statement_fact, entity_id, extraction_message
CYPHER replan=skip
CALL () {
  CALL () {
    UNWIND $asked.messages AS id
    MATCH (m:Message {namespace: $namespace, id: id})
    RETURN m
    UNION
    UNWIND $asked.places AS place
    MATCH (m:Message {namespace: $namespace, session: place.session, seq: place.seq})
    RETURN m
  }
  RETURN collect(m {.id, .key, .session, .seq, .role, .speaker, .text, .parts, .at_micros, .recorded_micros, .importance, .metadata, .utc_offset}) AS messages,
         collect(m) AS found
}
CALL (found) {
  UNWIND CASE WHEN size($asked.kinds) = 0 THEN [] ELSE found END AS m
  MATCH (m)-[:MENTIONS]->(e:Entity)
  WHERE e.kind IN $asked.kinds AND NOT e.is_self
  WITH m, collect(DISTINCT [e.name, e.id]) AS names
  RETURN collect([m.id, names]) AS mentions
}
CALL (found) {
  UNWIND found AS m
  MATCH (x:Extraction {namespace: $namespace, message: m.id})
  WHERE x.body CONTAINS $asked.withdrawn
  RETURN collect(DISTINCT x.message) AS withdrawn
}
CALL () {
  UNWIND $asked.facts AS id
  MATCH (f:Fact {namespace: $namespace, id: id})
  WHERE f.sentence IS NOT NULL
  WITH DISTINCT f
  WITH f {.id, .slot, .subject, .subject_name, .predicate, .object, .object_name, .value, .sentence, .nature, .positive, .certainty,
          .person, .confidence, .importance, .category, .said_micros, .recorded_micros, .retracted_micros,
          periods: [(f)-[:HOLDS]->(p:Period) | p {.number, .start_micros, .start_granularity, .start_stated, .end_micros,
                                                  .end_granularity, .ended_by, .reaches_back}],
          sources: COLLECT {
            MATCH (s:Statement {namespace: $namespace, fact: f.id})
            RETURN [s.at_micros, s.session, s.seq, s.message, s.number, s.quote_start, s.quote_end, s.stance]
          }} AS fact
  RETURN collect(fact) AS facts
}
CALL () {
  UNWIND $asked.entities AS id
  MATCH (e:Entity {namespace: $namespace, id: id})
  WHERE e.name IS NOT NULL
  RETURN collect(DISTINCT e {.id, .name, .whole_name, .kind, .aliases, .keys, .is_self}) AS entities
}
RETURN messages, facts, entities, mentions, withdrawn
