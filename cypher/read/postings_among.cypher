// The same among what passes a filter; how rare a term is, and all statistics, are still those of the namespace.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $asked.indexes (list of strings): message, fact or entity, e.g. ["message", "fact"]
// $asked.terms (list of strings): the asked terms, each once, e.g. ["ana", "lisbon"]
// $asked.cap (integer): how many rows are taken at most, e.g. 2000
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
// Returns: one row for each kind: kind, documents, length, terms, frequencies, found (lists side by side: ids, lengths, sessions, seqs, and uses as a place in `terms` times 2^32 and a count)
// Index: namespace_name, term_term, message_id, fact_id, entity_id
CYPHER replan=skip
MATCH (n:Namespace {name: $namespace})
UNWIND $asked.indexes AS kind
CALL (kind) {
  UNWIND $asked.terms AS term
  MATCH (t:Term {namespace: $namespace, kind: kind, term: term})
  WITH t ORDER BY t.documents, t.term
  RETURN collect(t) AS terms
}
// How many rows a term would take: its documents, or those of them that pass.
CALL (kind, terms) {
  UNWIND range(0, size(terms) - 1) AS place
  WITH kind, place, terms[place] AS t
  CALL (kind, t) {
    WITH kind, t
    WHERE $asked.filtered
    MATCH (t)-[:IN]->(d:Document)
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
    RETURN count(d) AS passing
  }
  WITH place, CASE WHEN $asked.filtered THEN passing ELSE t.documents END AS rows ORDER BY place
  RETURN collect(rows) AS rows
}
// The rarest term always finds something; another only while all it finds fits under what is left of the cap.
WITH n, kind, terms, rows,
     reduce(so_far = {left: $asked.cap, taken: []}, place IN range(0, size(terms) - 1) |
       CASE WHEN place = 0 OR rows[place] <= so_far.left
            THEN {left: CASE WHEN rows[place] > so_far.left THEN 0 ELSE so_far.left - rows[place] END,
                  taken: so_far.taken + place}
            ELSE so_far END).taken AS taken
CALL (kind, terms, rows, taken) {
  UNWIND taken AS place
  WITH kind, terms[place] AS t, place, rows[place] <= $asked.cap AS whole
  CALL (kind, t, whole) {
    WITH kind, t, whole
    WHERE whole
    MATCH (t)-[:IN]->(d:Document)
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
    RETURN d
    UNION ALL
    WITH kind, t, whole
    WHERE NOT whole
    MATCH (t)-[:IN]->(d:Document)
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
    RETURN d ORDER BY d.number DESC LIMIT toInteger($asked.cap)
  }
  WITH d, min(place) AS first
  CALL (d, first, terms, taken) {
    MATCH (d)<-[p:IN]-(t:Term)
    WHERE t.term IN $asked.terms
    WITH p, first, taken, [place IN range(0, size(terms) - 1) WHERE terms[place] = t][0] AS place
    WHERE place > first OR place IN taken
    RETURN collect(place * 4294967296 + p.uses) AS uses
  }
  RETURN collect(d.id) AS ids, collect(d.length) AS lengths, collect(coalesce(d.session, '')) AS sessions,
         collect(coalesce(d.seq, 0)) AS seqs, collect(uses) AS uses
}
RETURN kind, coalesce(n[kind + '_documents'], 0) AS documents, coalesce(n[kind + '_length'], 0) AS length,
       [t IN terms | t.term] AS terms, [t IN terms | t.documents] AS frequencies,
       {ids: ids, lengths: lengths, sessions: sessions, seqs: seqs, uses: uses} AS found
