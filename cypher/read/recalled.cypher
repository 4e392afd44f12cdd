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
// Returns: one row: messages, facts and entities as lists of what `columns.py` names in this order, of a fact also its periods and, side by side, its sources; mentions (lists of a message's id and the name and id of each it mentions), withdrawn (list of ids of messages)
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
  WITH m, properties(m) AS v
  RETURN collect([v.id, v.key, v.session, v.seq, v.role, v.speaker, v.text, v.parts, v.at_micros, v.recorded_micros,
                 v.importance, v.metadata, v.utc_offset]) AS messages,
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
  CALL (f) {
    MATCH (s:Statement {namespace: $namespace, fact: f.id})
    WITH properties(s) AS v
    WITH v ORDER BY v.at_micros, v.session, v.seq, v.message, v.number
    RETURN [collect(v.message), collect(v.quote_start), collect(v.quote_end), collect(v.stance), collect(v.at_micros)] AS sources
  }
  WITH f, properties(f) AS v, sources
  RETURN collect([
    v.id, v.slot, v.subject, v.subject_name, v.predicate, v.object, v.object_name, v.value, v.sentence,
    v.nature, v.positive, v.certainty, v.person, v.confidence, v.importance, v.category, v.said_micros,
    v.recorded_micros, v.retracted_micros,
    [(f)-[:HOLDS]->(p:Period) |
      [p.number, p.start_micros, p.start_granularity, p.start_stated, p.end_micros, p.end_granularity,
       p.ended_by, p.reaches_back]],
    sources]) AS facts
}
CALL () {
  UNWIND $asked.entities AS id
  MATCH (e:Entity {namespace: $namespace, id: id})
  WHERE e.name IS NOT NULL
  RETURN collect(DISTINCT [e.id, e.name, e.whole_name, e.kind, e.aliases, e.keys, e.is_self]) AS entities
}
RETURN messages, facts, entities, mentions, withdrawn
