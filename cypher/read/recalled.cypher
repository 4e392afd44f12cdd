// Everything a recall shows: messages by id and by place, facts and entities by id; of what is kept already only what changed.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $asked.messages (list of strings): ids of messages, e.g. ["m1"]
// $asked.facts (list of strings): ids of facts, e.g. ["f1"]
// $asked.entities (list of strings): ids of entities, e.g. ["e1"]
// $asked.places (list of maps): places of further messages, e.g. [{"session": "s1", "seq": 2}]
// $asked.secret (string): the secret of the namespace that something is kept of, e.g. "00ff"
// $asked.since (integer): the version it is kept as of, e.g. 3
// $asked.latest (integer): how many changes since are looked through at most, e.g. 64
// $asked.kept_messages (list of strings): ids of messages that are kept, e.g. ["m2"]
// $asked.kept_places (list of maps): further ones by their places, e.g. [{"id": "m3", "session": "s1", "seq": 3}]
// $asked.kept_facts (list of strings): ids of facts that are kept, e.g. ["f2"]
// $asked.kept_entities (list of strings): ids of entities that are kept, e.g. ["e2"]
// $asked.mentions (boolean): whether it is told whom messages mention, e.g. true
// $asked.mentioned (list of strings): ids of entities that kept messages are known to mention, e.g. ["e1"]
// $asked.unmentioned (list of strings): ids of kept messages of which it is not kept whom they mention, e.g. ["m2"]
// $asked.withdrawn (string): what stands in the extraction of a message whose word was withdrawn, e.g. "extractor:withdrawn"
//
// Returns: one row, none where there is no namespace: secret, version, fresh (whether what is kept still stands but for this: touched, ids of facts and entities; learned, ids of messages; moved, whether any fact may have lost a source), messages, facts and entities that are not kept or changed, as lists of what `columns.py` names in this order, of a fact also its periods and, side by side, its sources; mentions (of each message that is told, or all if anybody whom kept ones mention was touched: its id, and of each whom it mentions id, name, kind, is_self), withdrawn (list of ids of messages)
// Index: namespace_name, change_version, message_id, message_seq, fact_id, statement_fact, entity_id, extraction_message
CYPHER replan=skip
// The version comes before all else: what is read after it is of this version or a later one, whose change is told the next time.
MATCH (n:Namespace {name: $namespace})
WITH n.secret AS secret, n.version AS version
CALL (secret, version) {
  UNWIND CASE WHEN secret = $asked.secret AND version - $asked.since <= $asked.latest THEN [$asked.since] ELSE [] END AS since
  MATCH (c:Change {namespace: $namespace})
  WHERE since < c.version <= version
  RETURN count(CASE WHEN c.moved IS NOT NULL AND c.touched IS NOT NULL THEN 1 END) AS told, collect(c.touched) AS touched,
         collect(c.messages) AS learned, collect(c.moved) AS moved
}
// An entry that says nothing of this, or that is not there any more, is of a change that may be anything.
WITH secret, version, secret = $asked.secret AND told = version - $asked.since AS fresh, true IN moved AS moved,
     reduce(all = [], each IN touched | all + each) AS touched, reduce(all = [], each IN learned | all + each) AS learned
WITH secret, version, fresh, moved, touched, learned,
     CASE WHEN fresh THEN [id IN $asked.kept_messages WHERE id IN learned] ELSE $asked.kept_messages END + $asked.messages AS ids,
     CASE WHEN fresh THEN [place IN $asked.kept_places WHERE place.id IN learned] ELSE $asked.kept_places END + $asked.places AS places,
     CASE WHEN fresh AND NOT moved THEN [id IN $asked.kept_facts WHERE id IN touched] ELSE $asked.kept_facts END + $asked.facts AS facts,
     CASE WHEN fresh THEN [id IN $asked.kept_entities WHERE id IN touched] ELSE $asked.kept_entities END + $asked.entities AS entities
CALL (ids, places) {
  CALL (ids, places) {
    UNWIND ids AS id
    MATCH (m:Message {namespace: $namespace, id: id})
    RETURN m
    UNION
    UNWIND places AS place
    MATCH (m:Message {namespace: $namespace, session: place.session, seq: place.seq})
    RETURN m
  }
  WITH m, properties(m) AS v
  RETURN collect([v.id, v.key, v.session, v.seq, v.role, v.speaker, v.text, v.parts, v.at_micros, v.recorded_micros,
                 v.importance, v.metadata, v.utc_offset]) AS messages,
         collect(m) AS found
}
// Whom a message mentions changes with what is read of it, and where a name comes to somebody else, whom it named before is touched.
CALL (found, fresh, touched) {
  CALL (found, fresh, touched) {
    UNWIND CASE WHEN $asked.mentions THEN found ELSE [] END AS m
    RETURN m
    UNION
    UNWIND CASE WHEN NOT (fresh AND $asked.mentions) THEN []
                WHEN any(id IN touched WHERE id IN $asked.mentioned) THEN $asked.kept_messages + [place IN $asked.kept_places | place.id]
                ELSE $asked.unmentioned END AS id
    MATCH (m:Message {namespace: $namespace, id: id})
    RETURN m
  }
  OPTIONAL MATCH (m)-[:MENTIONS]->(e:Entity)
  WITH m.id AS id, collect(DISTINCT e) AS whom
  RETURN collect([id, [e IN whom | [e.id, e.name, e.kind, e.is_self]]]) AS mentions
}
CALL (found) {
  UNWIND found AS m
  MATCH (x:Extraction {namespace: $namespace, message: m.id})
  WHERE x.body CONTAINS $asked.withdrawn
  RETURN collect(DISTINCT x.message) AS withdrawn
}
CALL (facts) {
  UNWIND facts AS id
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
    sources]) AS facts_read
}
CALL (entities) {
  UNWIND entities AS id
  MATCH (e:Entity {namespace: $namespace, id: id})
  WHERE e.name IS NOT NULL
  RETURN collect(DISTINCT [e.id, e.name, e.whole_name, e.kind, e.aliases, e.keys, e.is_self]) AS entities_read
}
RETURN secret, version, fresh, moved, touched, learned, messages, facts_read AS facts, entities_read AS entities, mentions, withdrawn
