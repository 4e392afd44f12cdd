// What a question asks for, in one trip: who is known by some keys, the facts around some entities, and what is found by words and by a vector; each of the three only where it is asked for.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $asked.keys (list of strings): what names are filed under, e.g. ["n:ana"]
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
// $asked.indexes (list of strings): all kinds below: message, fact or entity, e.g. ["message", "fact"]
// $asked.worded (list of strings): kinds that are searched for terms, e.g. ["message", "fact"]
// $asked.terms (list of strings): the asked terms, each once, e.g. ["ana", "lisbon"]
// $asked.cap (integer): how many rows are candidates at most, e.g. 2000
// $asked.keep (integer): how many rows of the rarest terms are told whole at most, e.g. 4000
// $asked.known (map): of each kind the mark under which lists are kept, and of each term how many documents and the number of the last, e.g. {"message": {"mark": "00ff/0", "terms": {"ana": [2, 17]}}}
// $asked.alike (list of strings): kinds whose vectors are compared, e.g. ["message", "fact"]
// $asked.model (string): the model that made the question's vector; null: the one in use, e.g. "minilm"
// $asked.held (map): of each kind the mark under which vectors are kept, the number up to which none is lacking, and how many were taken away, e.g. {"message": {"mark": "00ff/a/minilm", "last": 17, "removed": 0}}
// $asked.block (integer): how many numbers of vectors are read at once, e.g. 2000
// $asked.unpacked (integer): how many, where vectors have to be told a number at a time, e.g. 100
// $asked.bytes (integer): how many bytes the vectors of a kind may take, those of more are not told, e.g. 50000000
//
// Returns: one row: entities (what `columns.py` names in this order, by name and id); facts, for each its place in the list, which is nearest first, its hops and the fact, a list of what `columns.py` names in this order with its periods and, side by side, its sources; searched, for each kind of a namespace that is there: kind, mark, documents, length, terms, frequencies, whole (how many of the first terms are told whole), found (of each of those whose list grew, or of the newest documents of the first when none is whole: its place in `terms`, numbers, uses, ids, lengths, sessions and seqs, side by side), counted (of each of the other terms: its place, numbers and uses in the candidates), vectors (null where none are compared, else a list: mark, dimension of the model, the number after which they are told, -1: from the first, the number until which, the last number, the last before the newest write, which may be seen in part, how many were taken away, the last numbers that were, null: none since, and of what came, side by side: numbers, ids, vectors (bytes, or lists of floats, empty for one of zeros; null where it has none of the model), sessions, seqs)
// Index: key_key, fact_subject, fact_object, statement_fact, namespace_name, term_term, graphmem_name, document_vectored
CYPHER replan=skip
// Who is known by the keys.
CALL () {
  UNWIND $asked.keys AS key
  MATCH (:Key {namespace: $namespace, key: key})-[:NAMES]->(e:Entity)
  WHERE e.name IS NOT NULL
  WITH DISTINCT e ORDER BY e.name, e.id
  RETURN collect([e.id, e.name, e.whole_name, e.kind, e.aliases, e.keys, e.is_self]) AS entities
}
// The facts within up to three hops of the entities, a hop leading over a fact to its other end; the first few of each entity.
CALL () {
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
}
// What is found by words and by a vector, of each kind: candidates holding the asked terms, the rarest first within a cap, with the
// statistics to rank them, and the vectors to compare; of what is kept already, what came since.
CALL () {
  // What the namespace says comes before all else: what is read after it is as new or newer.
  MATCH (n:Namespace {name: $namespace})
  OPTIONAL MATCH (g:Graphmem {name: 'graphmem'})
  WHERE g.used IS NOT NULL AND ($asked.model IS NULL OR g['model_' + g.used] = $asked.model)
  UNWIND $asked.indexes AS kind
  WITH n, g, kind, n.secret + '/' + toString(coalesce(n[kind + '_removals'], 0)) AS mark
  WITH n, g, kind, mark, CASE WHEN $asked.known[kind].mark = mark THEN $asked.known[kind].terms ELSE {} END AS known
  CALL (kind) {
    UNWIND CASE WHEN kind IN $asked.worded THEN $asked.terms ELSE [] END AS term
    MATCH (t:Term {namespace: $namespace, kind: kind, term: term})
    WITH t ORDER BY t.documents, t.term
    RETURN collect(t) AS terms, collect(t.documents) AS frequencies
  }
  WITH n, g, kind, mark, known, terms, frequencies,
       size([place IN range(0, size(terms) - 1) WHERE reduce(rows = 0, each IN frequencies[0..place + 1] | rows + each) <= $asked.keep]) AS whole
  CALL (kind, terms, frequencies, whole, known) {
    UNWIND range(0, whole - 1) AS place
    WITH kind, terms[place] AS t, place, frequencies[place] AS frequency, coalesce(known[terms[place].term], [0, -1]) AS had
    WITH kind, t, place, frequency - had[0] AS more, had[1] AS last
    WHERE more > 0
    // A server lists the newest first, though it promises nothing: what is looked for is there, or all are looked through.
    CALL (t, more, last) {
      WITH t, more, last
      WHERE more <= 32 AND last >= 0
      CALL (t) {
        MATCH (t)-[p:IN]->(d)
        WITH p, d LIMIT 64
        RETURN p, d
      }
      WITH p, d, last
      WHERE d.number > last
      RETURN collect(d) AS first, collect(p.uses) AS first_uses
    }
    CALL (t, more, last, first) {
      WITH t, more, last, first
      WHERE size(first) <> more
      MATCH (t)-[p:IN]->(d)
      WHERE d.number > last
      RETURN collect(d) AS every, collect(p.uses) AS every_uses
    }
    WITH kind, place, CASE WHEN size(first) = more THEN first ELSE every END AS found,
         CASE WHEN size(first) = more THEN first_uses ELSE every_uses END AS uses
    // Only a message has a place in a session.
    RETURN collect([place, [d IN found | d.number], uses, [d IN found | d.id], [d IN found | d.length],
                    CASE WHEN kind = 'message' THEN [d IN found | coalesce(d.session, '')] ELSE [] END,
                    CASE WHEN kind = 'message' THEN [d IN found | coalesce(d.seq, 0)] ELSE [] END]) AS found
  }
  // The rarest term always finds something; another only while all its documents fit under what is left of the cap.
  CALL (terms, frequencies, whole) {
    WITH terms, frequencies, whole
    WHERE whole < size(terms)
    UNWIND [place IN range(0, size(terms) - 1)
            WHERE place = 0 OR reduce(rows = 0, each IN frequencies[0..place + 1] | rows + each) <= $asked.cap | place] AS place
    WITH terms[place] AS t, frequencies[place] AS frequency
    CALL (t, frequency) {
      WITH t, frequency
      WHERE frequency <= $asked.cap
      MATCH (t)-[p:IN]->(d)
      RETURN p, d
      UNION ALL
      WITH t, frequency
      WHERE frequency > $asked.cap
      MATCH (t)-[p:IN]->(d)
      WITH p, d ORDER BY d.number DESC LIMIT toInteger($asked.cap)
      RETURN p, d
    }
    RETURN collect(d) AS candidates, collect(p.uses) AS uses
  }
  // The commonest terms are only counted in what was found.
  CALL (terms, whole, candidates) {
    WITH terms[CASE WHEN whole = 0 THEN 1 ELSE whole END..] AS common, CASE WHEN whole = 0 THEN 1 ELSE whole END AS rare, candidates
    WHERE size(common) > 0
    UNWIND candidates AS d
    WITH DISTINCT common, rare, d
    MATCH (d)<-[p:IN]-(t)
    WHERE t IN common
    WITH rare + [i IN range(0, size(common) - 1) WHERE common[i] = t][0] AS place, collect(d.number) AS numbers, collect(p.uses) AS uses
    RETURN collect([place, numbers, uses]) AS counted
  }
  WITH n, g, kind, mark, terms, frequencies, whole, counted,
       CASE WHEN whole > 0 OR size(candidates) = 0 THEN found ELSE
         [[0, [d IN candidates | d.number], uses, [d IN candidates | d.id], [d IN candidates | d.length],
           CASE WHEN kind = 'message' THEN [d IN candidates | coalesce(d.session, '')] ELSE [] END,
           CASE WHEN kind = 'message' THEN [d IN candidates | coalesce(d.seq, 0)] ELSE [] END]] END AS found
  CALL (n, g, kind) {
    UNWIND CASE WHEN kind IN $asked.alike AND g IS NOT NULL THEN [g.used] ELSE [] END AS slot
    WITH n, kind, slot, g['dimension_' + slot] AS dimension, n.secret + '/' + slot + '/' + g['model_' + slot] AS mark, $asked.held[kind] AS held,
         coalesce(n[kind + '_vectored'], n.number) AS vectored, coalesce(n[kind + '_unvectored'], 0) AS removed
    WITH n, kind, slot, dimension, mark, vectored, removed, CASE WHEN held.mark = mark THEN held.last ELSE -1 END AS since,
         CASE WHEN held.mark = mark THEN held.removed END AS had, coalesce(n[kind + '_documents'], 0) * dimension * 4 <= $asked.bytes AS few
    WITH n, kind, slot, dimension, mark, vectored, removed, since, CASE WHEN removed <> had OR had IS NULL THEN coalesce(n[kind + '_gone'], []) END AS gone,
         CASE WHEN NOT few THEN since WHEN since + $asked.block < vectored THEN since + $asked.block ELSE vectored END AS upto
    CALL (kind, since, upto, vectored) {
      // Beyond the last number too: a document that has got another meanwhile is found there.
      UNWIND CASE WHEN upto <= since THEN [] WHEN upto < vectored THEN [upto] ELSE [9223372036854775807] END AS top
      MATCH (d:Document {namespace: $namespace, kind: kind})
      USING INDEX SEEK d:Document(namespace, kind, vectored)
      WHERE since < d.vectored <= top
      RETURN collect(d) AS came
    }
    WITH n, kind, slot, dimension, mark, vectored, removed, gone, since, upto, came,
         size([d IN came WHERE d['packed_' + slot] IS NULL AND d['embedding_' + slot] IS NOT NULL | d]) > $asked.unpacked AS slow
    WITH n, kind, slot, dimension, mark, vectored, removed, gone, since,
         CASE WHEN slow AND since + $asked.unpacked < upto THEN since + $asked.unpacked ELSE upto END AS upto,
         CASE WHEN slow THEN [d IN came WHERE d.vectored <= since + $asked.unpacked] ELSE came END AS came
    RETURN collect([mark, dimension, since, upto, vectored, coalesce(n[kind + '_before'], n.number), removed, gone,
      [d IN came | d.vectored], [d IN came | d.id],
      [d IN came | CASE WHEN d['embedding_' + slot] IS NOT NULL THEN coalesce(d['packed_' + slot], d['embedding_' + slot])
                        WHEN d['embedding_' + slot + '_zero'] THEN [] END],
      CASE WHEN kind = 'message' THEN [d IN came | coalesce(d.session, '')] ELSE [] END,
      CASE WHEN kind = 'message' THEN [d IN came | coalesce(d.seq, 0)] ELSE [] END]) AS vectors
  }
  RETURN collect({kind: kind, mark: mark, documents: coalesce(n[kind + '_documents'], 0), length: coalesce(n[kind + '_length'], 0),
                  terms: [t IN terms | t.term], frequencies: frequencies, whole: whole, counted: counted, found: found,
                  vectors: vectors[0]}) AS searched
}
RETURN entities, facts, searched
