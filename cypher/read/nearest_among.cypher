// The same among what passes a filter.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $asked.indexes (list of strings): message, fact or entity, e.g. ["message", "fact"]
// $asked.vector (list of floats): the question, e.g. [0.6, 0.8]
// $asked.zero (boolean): whether it has no direction, e.g. false
// $asked.model (string): the model that made it; null: the one in use, e.g. "minilm"
// $asked.limit (integer): how many of a kind are read at most, e.g. 20
// $asked.limits (map): how many of each kind, e.g. {"message": 20, "fact": 10}
// $asked.exact (integer): up to so many documents are compared one by one, e.g. 2000
// $asked.reach (map): of each kind how many neighbours the index is asked for first, of all namespaces, e.g. {"message": 400, "fact": 200}
// $asked.further (map): of each kind how many if those did not do, e.g. {"message": 4000, "fact": 2000}
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
// Returns: one row for each kind: kind, dimension of the model in use, near (lists side by side: ids, cosines, sessions, seqs), best first
// Index: graphmem_name, namespace_name, document_id, fresh_namespace, message_id, fact_id, entity_id
CYPHER replan=skip
MATCH (g:Graphmem {name: 'graphmem'})
WHERE g.used IS NOT NULL AND ($asked.model IS NULL OR g['model_' + g.used] = $asked.model)
WITH g.used AS slot, g['dimension_' + g.used] AS dimension
MATCH (n:Namespace {name: $namespace})
UNWIND $asked.indexes AS kind
WITH kind, slot, dimension, coalesce(n[kind + '_documents'], 0) > $asked.exact AND NOT $asked.zero AND size($asked.vector) = dimension AS large
CALL (kind, slot, large) {
  WITH kind, slot, large
  WHERE large
  // What waits to go into the index is compared one by one, read first: meanwhile it may come into it, and then is in both.
  CALL (kind, slot) {
    MATCH (d:FreshText {namespace: $namespace})
    WHERE d.kind = kind
    WITH d, CASE slot WHEN 'a' THEN d.embedding_a ELSE d.embedding_b END AS v
    WHERE v IS NOT NULL
    RETURN collect(d) AS fresh, collect(round(2 * vector.similarity.cosine(v, $asked.vector) - 1, 6)) AS alike
  }
  CALL (kind, slot, fresh) {
    CALL db.index.vector.queryNodes(kind + '_embedding_' + slot, toInteger($asked.reach[kind]), $asked.vector) YIELD node AS d, score
    WHERE d.namespace = $namespace AND NOT d IN fresh
    RETURN collect(d) AS listed, collect(round(2 * score - 1, 6)) AS cosines
  }
  WITH kind, fresh + listed AS found, alike + cosines AS cosines
  UNWIND range(0, size(found) - 1) AS place
  WITH kind, found[place] AS d, cosines[place] AS cosine
  WHERE (NOT $asked.filtered
      OR kind = 'message' AND EXISTS {
          MATCH (m:Message {namespace: $namespace, id: d.id})
          WHERE (NOT $asked.by_message OR (size($asked.sessions) = 0 OR m.session IN $asked.sessions) AND (size($asked.voices) = 0 OR m.voice IN $asked.voices)
          AND ($asked.since IS NULL OR m.at_micros >= $asked.since) AND ($asked.until IS NULL OR m.at_micros < $asked.until))
          AND (NOT $asked.by_fact OR EXISTS { MATCH (m)<-[:STATED_IN]-(f:Fact) WHERE f.importance >= $asked.least AND (size($asked.categories) = 0 OR f.category IN $asked.categories) })
          AND (size($asked.kinds) = 0 OR EXISTS { MATCH (m)-[:MENTIONS]->(e:Entity) WHERE e.kind IN $asked.kinds })
        }
      OR kind = 'fact' AND EXISTS {
          MATCH (f:Fact {namespace: $namespace, id: d.id})
          WHERE (NOT $asked.by_fact OR f.importance >= $asked.least AND (size($asked.categories) = 0 OR f.category IN $asked.categories))
          AND (size($asked.kinds) = 0 OR EXISTS { MATCH (f)-[:SUBJECT|OBJECT]->(e:Entity) WHERE e.kind IN $asked.kinds })
          AND (NOT $asked.by_message OR EXISTS { MATCH (f)-[:STATED_IN]->(m:Message) WHERE (size($asked.sessions) = 0 OR m.session IN $asked.sessions) AND (size($asked.voices) = 0 OR m.voice IN $asked.voices)
          AND ($asked.since IS NULL OR m.at_micros >= $asked.since) AND ($asked.until IS NULL OR m.at_micros < $asked.until) })
        }
      OR kind = 'entity' AND EXISTS {
          MATCH (e:Entity {namespace: $namespace, id: d.id})
          WHERE size($asked.kinds) = 0 OR e.kind IN $asked.kinds
        })
  WITH d, cosine ORDER BY cosine DESC, d.id LIMIT toInteger($asked.limit)
  RETURN collect(d) AS first, collect(cosine) AS first_cosines
}
CALL (kind, slot, large, first) {
  WITH kind, slot, large, first
  WHERE large AND size(first) < $asked.limits[kind]
  // What waits to go into the index is compared one by one, read first: meanwhile it may come into it, and then is in both.
  CALL (kind, slot) {
    MATCH (d:FreshText {namespace: $namespace})
    WHERE d.kind = kind
    WITH d, CASE slot WHEN 'a' THEN d.embedding_a ELSE d.embedding_b END AS v
    WHERE v IS NOT NULL
    RETURN collect(d) AS fresh, collect(round(2 * vector.similarity.cosine(v, $asked.vector) - 1, 6)) AS alike
  }
  CALL (kind, slot, fresh) {
    CALL db.index.vector.queryNodes(kind + '_embedding_' + slot, toInteger($asked.further[kind]), $asked.vector) YIELD node AS d, score
    WHERE d.namespace = $namespace AND NOT d IN fresh
    RETURN collect(d) AS listed, collect(round(2 * score - 1, 6)) AS cosines
  }
  WITH kind, fresh + listed AS found, alike + cosines AS cosines
  UNWIND range(0, size(found) - 1) AS place
  WITH kind, found[place] AS d, cosines[place] AS cosine
  WHERE (NOT $asked.filtered
      OR kind = 'message' AND EXISTS {
          MATCH (m:Message {namespace: $namespace, id: d.id})
          WHERE (NOT $asked.by_message OR (size($asked.sessions) = 0 OR m.session IN $asked.sessions) AND (size($asked.voices) = 0 OR m.voice IN $asked.voices)
          AND ($asked.since IS NULL OR m.at_micros >= $asked.since) AND ($asked.until IS NULL OR m.at_micros < $asked.until))
          AND (NOT $asked.by_fact OR EXISTS { MATCH (m)<-[:STATED_IN]-(f:Fact) WHERE f.importance >= $asked.least AND (size($asked.categories) = 0 OR f.category IN $asked.categories) })
          AND (size($asked.kinds) = 0 OR EXISTS { MATCH (m)-[:MENTIONS]->(e:Entity) WHERE e.kind IN $asked.kinds })
        }
      OR kind = 'fact' AND EXISTS {
          MATCH (f:Fact {namespace: $namespace, id: d.id})
          WHERE (NOT $asked.by_fact OR f.importance >= $asked.least AND (size($asked.categories) = 0 OR f.category IN $asked.categories))
          AND (size($asked.kinds) = 0 OR EXISTS { MATCH (f)-[:SUBJECT|OBJECT]->(e:Entity) WHERE e.kind IN $asked.kinds })
          AND (NOT $asked.by_message OR EXISTS { MATCH (f)-[:STATED_IN]->(m:Message) WHERE (size($asked.sessions) = 0 OR m.session IN $asked.sessions) AND (size($asked.voices) = 0 OR m.voice IN $asked.voices)
          AND ($asked.since IS NULL OR m.at_micros >= $asked.since) AND ($asked.until IS NULL OR m.at_micros < $asked.until) })
        }
      OR kind = 'entity' AND EXISTS {
          MATCH (e:Entity {namespace: $namespace, id: d.id})
          WHERE size($asked.kinds) = 0 OR e.kind IN $asked.kinds
        })
  WITH d, cosine ORDER BY cosine DESC, d.id LIMIT toInteger($asked.limit)
  RETURN collect(d) AS second, collect(cosine) AS second_cosines
}
// Where the index could not fill the list, and in a small namespace, every vector is compared.
CALL (kind, slot, dimension, first, second) {
  // Of no rows no document is sought; a condition beside the seek is looked at after it.
  UNWIND CASE WHEN size(first) < $asked.limits[kind] AND size(second) < $asked.limits[kind] AND size($asked.vector) = dimension
              THEN [kind] ELSE [] END AS lacking
  MATCH (d:Document {namespace: $namespace, kind: lacking})
  WHERE d.id IS NOT NULL
  WITH kind, d, CASE slot WHEN 'a' THEN d.embedding_a ELSE d.embedding_b END AS v,
       CASE slot WHEN 'a' THEN d.embedding_a_zero ELSE d.embedding_b_zero END AS none
  WHERE (v IS NOT NULL OR none) AND (NOT $asked.filtered
      OR kind = 'message' AND EXISTS {
          MATCH (m:Message {namespace: $namespace, id: d.id})
          WHERE (NOT $asked.by_message OR (size($asked.sessions) = 0 OR m.session IN $asked.sessions) AND (size($asked.voices) = 0 OR m.voice IN $asked.voices)
          AND ($asked.since IS NULL OR m.at_micros >= $asked.since) AND ($asked.until IS NULL OR m.at_micros < $asked.until))
          AND (NOT $asked.by_fact OR EXISTS { MATCH (m)<-[:STATED_IN]-(f:Fact) WHERE f.importance >= $asked.least AND (size($asked.categories) = 0 OR f.category IN $asked.categories) })
          AND (size($asked.kinds) = 0 OR EXISTS { MATCH (m)-[:MENTIONS]->(e:Entity) WHERE e.kind IN $asked.kinds })
        }
      OR kind = 'fact' AND EXISTS {
          MATCH (f:Fact {namespace: $namespace, id: d.id})
          WHERE (NOT $asked.by_fact OR f.importance >= $asked.least AND (size($asked.categories) = 0 OR f.category IN $asked.categories))
          AND (size($asked.kinds) = 0 OR EXISTS { MATCH (f)-[:SUBJECT|OBJECT]->(e:Entity) WHERE e.kind IN $asked.kinds })
          AND (NOT $asked.by_message OR EXISTS { MATCH (f)-[:STATED_IN]->(m:Message) WHERE (size($asked.sessions) = 0 OR m.session IN $asked.sessions) AND (size($asked.voices) = 0 OR m.voice IN $asked.voices)
          AND ($asked.since IS NULL OR m.at_micros >= $asked.since) AND ($asked.until IS NULL OR m.at_micros < $asked.until) })
        }
      OR kind = 'entity' AND EXISTS {
          MATCH (e:Entity {namespace: $namespace, id: d.id})
          WHERE size($asked.kinds) = 0 OR e.kind IN $asked.kinds
        })
  WITH d, CASE WHEN $asked.zero OR v IS NULL THEN 0.0 ELSE round(2 * vector.similarity.cosine(v, $asked.vector) - 1, 6) END AS cosine ORDER BY cosine DESC, d.id LIMIT toInteger($asked.limit)
  RETURN collect(d) AS every, collect(cosine) AS every_cosines
}
WITH kind, dimension, CASE WHEN size(first) >= $asked.limits[kind] THEN [first, first_cosines]
                           WHEN size(second) >= $asked.limits[kind] THEN [second, second_cosines] ELSE [every, every_cosines] END AS near
WITH kind, dimension, near[0][..$asked.limits[kind]] AS found, near[1][..$asked.limits[kind]] AS cosines
RETURN kind, dimension,
       // Only a message has a place in a session.
       [[d IN found | d.id], cosines, CASE WHEN kind = 'message' THEN [d IN found | coalesce(d.session, '')] ELSE [] END,
        CASE WHEN kind = 'message' THEN [d IN found | coalesce(d.seq, 0)] ELSE [] END] AS near
