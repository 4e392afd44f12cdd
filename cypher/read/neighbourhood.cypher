// Facts within up to three hops of some entities, a hop leading over a fact to its other end; the first few of each entity.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $asked.entities (list of strings): ids of entities, e.g. ["e1"]
// $asked.hops (integer): how far, at most 3, e.g. 2
// $asked.as_of (integer): what holds at this moment, in microseconds since 1970; null: everything, e.g. 1767949200000000
// $asked.each (integer): how many facts are taken of one entity, e.g. 50
// $asked.limit (integer): how many are read at most, e.g. 20
// $asked.filtered (boolean): whether anything below restricts what may be looked at, e.g. false
// $asked.by_message (boolean): whether session, voice or time do, e.g. false
// $asked.by_fact (boolean): whether category or importance do, e.g. false
// $asked.kinds (list of strings): kinds of entities, empty: all, e.g. []
// $asked.categories (list of strings): categories of facts, empty: all, e.g. []
// $asked.least (float): the least importance of a fact, e.g. 0.0
// $asked.sessions (list of strings): sessions, empty: all, e.g. []
// $asked.voices (list of strings): speakers or roles, casefolded, empty: all, e.g. []
// $asked.since (integer): messages from then on, in microseconds since 1970; null: all, e.g. 0
// $asked.until (integer): messages before then, in microseconds since 1970; null: all, e.g. 1767949200000000
//
// Returns: one row: facts, for each its place in the list, which is nearest first, its hops and the fact, a list of what `columns.py` names in this order with its periods and, side by side, its sources
// Index: fact_subject, fact_object, statement_fact
CYPHER replan=skip
WITH CASE WHEN $asked.hops >= 1 THEN $asked.entities ELSE [] END AS seeds
CALL (seeds) {
  UNWIND seeds AS entity
  CALL (entity) {
    CALL (entity) {
      MATCH (f:Fact {namespace: $namespace, subject: entity})
      USING INDEX f:Fact(namespace, subject, rank)
      WHERE f.rank IS NOT NULL AND ($asked.as_of IS NULL OR EXISTS {
      MATCH (f)-[:HOLDS]->(p:Period)
      WHERE f.nature = 'event'
         OR (p.start_micros IS NULL OR p.reaches_back OR p.start_micros <= $asked.as_of) AND (p.end_micros IS NULL OR p.end_micros > $asked.as_of)
    }) AND (NOT $asked.filtered OR (NOT $asked.by_fact OR f.importance >= $asked.least AND (size($asked.categories) = 0 OR f.category IN $asked.categories))
          AND (size($asked.kinds) = 0 OR EXISTS { MATCH (f)-[:SUBJECT|OBJECT]->(e:Entity) WHERE e.kind IN $asked.kinds })
          AND (NOT $asked.by_message OR EXISTS { MATCH (f)-[:STATED_IN]->(m:Message) WHERE (size($asked.sessions) = 0 OR m.session IN $asked.sessions) AND (size($asked.voices) = 0 OR m.voice IN $asked.voices)
          AND ($asked.since IS NULL OR m.at_micros >= $asked.since) AND ($asked.until IS NULL OR m.at_micros < $asked.until) }))
      RETURN f ORDER BY f.namespace, f.subject, f.rank LIMIT toInteger($asked.each)
      UNION
      MATCH (f:Fact {namespace: $namespace, object: entity})
      USING INDEX f:Fact(namespace, object, rank)
      WHERE f.rank IS NOT NULL AND ($asked.as_of IS NULL OR EXISTS {
      MATCH (f)-[:HOLDS]->(p:Period)
      WHERE f.nature = 'event'
         OR (p.start_micros IS NULL OR p.reaches_back OR p.start_micros <= $asked.as_of) AND (p.end_micros IS NULL OR p.end_micros > $asked.as_of)
    }) AND (NOT $asked.filtered OR (NOT $asked.by_fact OR f.importance >= $asked.least AND (size($asked.categories) = 0 OR f.category IN $asked.categories))
          AND (size($asked.kinds) = 0 OR EXISTS { MATCH (f)-[:SUBJECT|OBJECT]->(e:Entity) WHERE e.kind IN $asked.kinds })
          AND (NOT $asked.by_message OR EXISTS { MATCH (f)-[:STATED_IN]->(m:Message) WHERE (size($asked.sessions) = 0 OR m.session IN $asked.sessions) AND (size($asked.voices) = 0 OR m.voice IN $asked.voices)
          AND ($asked.since IS NULL OR m.at_micros >= $asked.since) AND ($asked.until IS NULL OR m.at_micros < $asked.until) }))
      RETURN f ORDER BY f.namespace, f.object, f.rank LIMIT toInteger($asked.each)
    }
    RETURN f ORDER BY f.rank LIMIT toInteger($asked.each)
  }
  RETURN collect(DISTINCT f) AS ring1
}
WITH seeds, ring1,
     CASE WHEN $asked.hops >= 2 AND size(ring1) < $asked.limit THEN reduce(ends = [], f IN ring1 | ends + f.subject + coalesce(f.object, [])) ELSE [] END AS ends
CALL (seeds, ends) {
  UNWIND ends AS entity
  WITH DISTINCT entity, seeds
  WHERE NOT entity IN seeds
  RETURN collect(entity) AS second
}
CALL (second) {
  UNWIND second AS entity
  CALL (entity) {
    CALL (entity) {
      MATCH (f:Fact {namespace: $namespace, subject: entity})
      USING INDEX f:Fact(namespace, subject, rank)
      WHERE f.rank IS NOT NULL AND ($asked.as_of IS NULL OR EXISTS {
      MATCH (f)-[:HOLDS]->(p:Period)
      WHERE f.nature = 'event'
         OR (p.start_micros IS NULL OR p.reaches_back OR p.start_micros <= $asked.as_of) AND (p.end_micros IS NULL OR p.end_micros > $asked.as_of)
    }) AND (NOT $asked.filtered OR (NOT $asked.by_fact OR f.importance >= $asked.least AND (size($asked.categories) = 0 OR f.category IN $asked.categories))
          AND (size($asked.kinds) = 0 OR EXISTS { MATCH (f)-[:SUBJECT|OBJECT]->(e:Entity) WHERE e.kind IN $asked.kinds })
          AND (NOT $asked.by_message OR EXISTS { MATCH (f)-[:STATED_IN]->(m:Message) WHERE (size($asked.sessions) = 0 OR m.session IN $asked.sessions) AND (size($asked.voices) = 0 OR m.voice IN $asked.voices)
          AND ($asked.since IS NULL OR m.at_micros >= $asked.since) AND ($asked.until IS NULL OR m.at_micros < $asked.until) }))
      RETURN f ORDER BY f.namespace, f.subject, f.rank LIMIT toInteger($asked.each)
      UNION
      MATCH (f:Fact {namespace: $namespace, object: entity})
      USING INDEX f:Fact(namespace, object, rank)
      WHERE f.rank IS NOT NULL AND ($asked.as_of IS NULL OR EXISTS {
      MATCH (f)-[:HOLDS]->(p:Period)
      WHERE f.nature = 'event'
         OR (p.start_micros IS NULL OR p.reaches_back OR p.start_micros <= $asked.as_of) AND (p.end_micros IS NULL OR p.end_micros > $asked.as_of)
    }) AND (NOT $asked.filtered OR (NOT $asked.by_fact OR f.importance >= $asked.least AND (size($asked.categories) = 0 OR f.category IN $asked.categories))
          AND (size($asked.kinds) = 0 OR EXISTS { MATCH (f)-[:SUBJECT|OBJECT]->(e:Entity) WHERE e.kind IN $asked.kinds })
          AND (NOT $asked.by_message OR EXISTS { MATCH (f)-[:STATED_IN]->(m:Message) WHERE (size($asked.sessions) = 0 OR m.session IN $asked.sessions) AND (size($asked.voices) = 0 OR m.voice IN $asked.voices)
          AND ($asked.since IS NULL OR m.at_micros >= $asked.since) AND ($asked.until IS NULL OR m.at_micros < $asked.until) }))
      RETURN f ORDER BY f.namespace, f.object, f.rank LIMIT toInteger($asked.each)
    }
    RETURN f ORDER BY f.rank LIMIT toInteger($asked.each)
  }
  RETURN collect(DISTINCT f) AS ring2
}
WITH seeds, second, ring1, [f IN ring2 WHERE NOT f IN ring1] AS ring2
WITH seeds, second, ring1, ring2,
     CASE WHEN $asked.hops >= 3 AND size(ring1) + size(ring2) < $asked.limit
          THEN reduce(ends = [], f IN ring2 | ends + f.subject + coalesce(f.object, [])) ELSE [] END AS ends
CALL (seeds, second, ends) {
  UNWIND ends AS entity
  WITH DISTINCT entity, seeds, second
  WHERE NOT entity IN seeds AND NOT entity IN second
  RETURN collect(entity) AS third
}
CALL (third) {
  UNWIND third AS entity
  CALL (entity) {
    CALL (entity) {
      MATCH (f:Fact {namespace: $namespace, subject: entity})
      USING INDEX f:Fact(namespace, subject, rank)
      WHERE f.rank IS NOT NULL AND ($asked.as_of IS NULL OR EXISTS {
      MATCH (f)-[:HOLDS]->(p:Period)
      WHERE f.nature = 'event'
         OR (p.start_micros IS NULL OR p.reaches_back OR p.start_micros <= $asked.as_of) AND (p.end_micros IS NULL OR p.end_micros > $asked.as_of)
    }) AND (NOT $asked.filtered OR (NOT $asked.by_fact OR f.importance >= $asked.least AND (size($asked.categories) = 0 OR f.category IN $asked.categories))
          AND (size($asked.kinds) = 0 OR EXISTS { MATCH (f)-[:SUBJECT|OBJECT]->(e:Entity) WHERE e.kind IN $asked.kinds })
          AND (NOT $asked.by_message OR EXISTS { MATCH (f)-[:STATED_IN]->(m:Message) WHERE (size($asked.sessions) = 0 OR m.session IN $asked.sessions) AND (size($asked.voices) = 0 OR m.voice IN $asked.voices)
          AND ($asked.since IS NULL OR m.at_micros >= $asked.since) AND ($asked.until IS NULL OR m.at_micros < $asked.until) }))
      RETURN f ORDER BY f.namespace, f.subject, f.rank LIMIT toInteger($asked.each)
      UNION
      MATCH (f:Fact {namespace: $namespace, object: entity})
      USING INDEX f:Fact(namespace, object, rank)
      WHERE f.rank IS NOT NULL AND ($asked.as_of IS NULL OR EXISTS {
      MATCH (f)-[:HOLDS]->(p:Period)
      WHERE f.nature = 'event'
         OR (p.start_micros IS NULL OR p.reaches_back OR p.start_micros <= $asked.as_of) AND (p.end_micros IS NULL OR p.end_micros > $asked.as_of)
    }) AND (NOT $asked.filtered OR (NOT $asked.by_fact OR f.importance >= $asked.least AND (size($asked.categories) = 0 OR f.category IN $asked.categories))
          AND (size($asked.kinds) = 0 OR EXISTS { MATCH (f)-[:SUBJECT|OBJECT]->(e:Entity) WHERE e.kind IN $asked.kinds })
          AND (NOT $asked.by_message OR EXISTS { MATCH (f)-[:STATED_IN]->(m:Message) WHERE (size($asked.sessions) = 0 OR m.session IN $asked.sessions) AND (size($asked.voices) = 0 OR m.voice IN $asked.voices)
          AND ($asked.since IS NULL OR m.at_micros >= $asked.since) AND ($asked.until IS NULL OR m.at_micros < $asked.until) }))
      RETURN f ORDER BY f.namespace, f.object, f.rank LIMIT toInteger($asked.each)
    }
    RETURN f ORDER BY f.rank LIMIT toInteger($asked.each)
  }
  RETURN collect(DISTINCT f) AS ring3
}
WITH [f IN ring1 | {hops: 1, fact: f}] + [f IN ring2 | {hops: 2, fact: f}]
     + [f IN ring3 WHERE NOT f IN ring1 AND NOT f IN ring2 | {hops: 3, fact: f}] AS reached
UNWIND reached AS entry
WITH entry.hops AS hops, entry.fact AS f ORDER BY hops, f.rank LIMIT toInteger($asked.limit)
WITH collect([hops, f]) AS listed
UNWIND range(0, size(listed) - 1) AS place
WITH place, listed[place][0] AS hops, listed[place][1] AS f
CALL (f) {
  MATCH (s:Statement {namespace: $namespace, fact: f.id})
  WITH properties(s) AS v
  WITH v ORDER BY v.at_micros, v.session, v.seq, v.message, v.number
  RETURN [collect(v.message), collect(v.quote_start), collect(v.quote_end), collect(v.stance), collect(v.at_micros)] AS sources
}
WITH place, hops, f, properties(f) AS v, sources
RETURN collect([place, hops, [
  v.id, v.slot, v.subject, v.subject_name, v.predicate, v.object, v.object_name, v.value, v.sentence,
  v.nature, v.positive, v.certainty, v.person, v.confidence, v.importance, v.category, v.said_micros,
  v.recorded_micros, v.retracted_micros,
  [(f)-[:HOLDS]->(p:Period) |
    [p.number, p.start_micros, p.start_granularity, p.start_stated, p.end_micros, p.end_granularity,
     p.ended_by, p.reaches_back]],
  sources]]) AS facts
