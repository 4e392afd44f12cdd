// Everything one cause does to the graph, if nothing moved since it was worked out: evidence, who is who, facts, their index, the journal.
//
// $namespace (string): whose memory is written, e.g. "ada"
// $given.version (integer): the version it was worked out from, e.g. 3
// $given.write (string): a token of this call, by which it knows its own work when it is sent again, e.g. "w2"
// $given.turn (string): who applies, if it holds the turn, e.g. "worker-1"
// $given.clock (float): the present, in seconds since 1970, by which turns run out, e.g. 1767949200.0
// $given.now (integer): the moment whose truth the typed relationships show, in microseconds since 1970, e.g. 1767949200000000
// $given.learned (list of maps): what was read of each message, as its extraction is stored, its names and samenesses as lists side by side, e.g. [{"message": "m1", "generation": 1, "extraction": {"reading": "read", "body": "{}", "keys": ["n:ana"], "surfaces": ["Ana"], "kinds": ["Person"], "weights": [0.7], "thousandths": [700], "starts": [0], "ends": [3], "wholes": [""], "whole_lefts": [], "whole_rights": [], "lefts": [], "rights": []}, "named": true, "again": false}]
// $given.replaced (list of strings): the messages whose evidence is replaced or taken away, e.g. ["m1"]
// $given.spellings (list of maps): how often the new evidence spells a key so, e.g. [{"key": "n:ana", "whole": null, "kin": ["n:ana|person"], "surface": "Ana", "kind": "Person", "uses": 1, "thousandths": 700}]
// $given.samenesses (list of maps): how many of the new messages say that two keys are one, e.g. [{"left": "n:ana", "whole_left": null, "right": "r:self/sister", "whole_right": null, "messages": 1}]
// $given.statements (list of maps): the new statements, by message, e.g. [{"message": "m1", "stated": {"number": 0, "subject": "n:ana"}}]
// $given.entity_of (list of maps): keys that come to another entity, null: to none, e.g. [{"key": "n:ana", "whole": null, "kin": ["n:ana|person"], "entity": "e1"}]
// $given.entities (list of maps): entities as they are now, e.g. [{"id": "e1", "labels": ["Person"], "properties": {"name": "Ana", "kind": "Person", "aliases": ["Ana"], "keys": ["n:ana"], "is_self": false}}]
// $given.entities_gone (list of strings): entities that nothing names any more, e.g. []
// $given.facts (list of maps): facts as they are now, `values` in the order of `rows.py`, with all their periods; the last value stands for what is drawn of it, which is left as it is where it is the same, e.g. [{"id": "f1", "values": ["e1|state|lives_in", "e1", "Ana", "lives_in", "e2", "Lisbon", null, "Ana lives in Lisbon", "state", true, "certain", true, 0.8, 0.5, "personal", "7f", "LIVES_IN", 1767949200000000, 1767949200000000, null, "9f86"], "periods": [[0, null, null, true, null, null, null, false]]}]
// $given.facts_gone (list of strings): facts that nothing states any more, e.g. []
// $given.placed (list of maps): which fact and slot each statement belongs to, e.g. [{"message": "m1", "number": 0, "fact": "f1", "slot": "e1|state|lives_in"}]
// $given.unlisted (list of maps): what leaves the text and vector indexes, e.g. [{"kind": "fact", "id": "f9"}]
// $given.documents (list of maps): what the text index holds of things, e.g. [{"order": 0, "kind": "fact", "id": "f1", "length": 3, "terms": ["ana", "live", "lisbon"], "uses": [1, 1, 1]}]
// $given.vectors (list of maps): vectors, each of a model (null: the one in use), its numbers, null for one of zeros, and as bytes (`packed`); `place` counts those of a kind from 1, `replaces` when the text is new, e.g. [{"kind": "fact", "label": "FactText", "id": "f1", "place": 1, "model": null, "dimension": 2, "replaces": true, "vector": [0.6, 0.8]}]
// $given.fresh (integer): so many documents wait at most for their vectors to go into the index, e.g. 64
// $given.change (map): the entry of the journal, e.g. {"id": "c4", "cause": "learn", "at_micros": 1767949200000000, "messages": ["m1"], "facts": ["f1"], "facts_gone": []}
//
// Returns: one row if it was written: version; none if something moved
// Index: namespace_name, message_id, extraction_message, key_key, entity_id, fact_id, fact_turning, document_id, term_term, graphmem_name, fresh_namespace
CYPHER replan=skip
MATCH (n:Namespace {name: $namespace})
SET n.lock = true
WITH n
WHERE n.version = $given.version AND (n.turn IS NULL OR n.turn = $given.turn OR n.turn_until < $given.clock)
// An answer to another generation of the work than the one that is open is refused.
CALL (n) {
  UNWIND $given.learned AS row
  OPTIONAL MATCH (m:Message {namespace: $namespace, id: row.message})
  WITH row, CASE WHEN m:Work THEN m.generation ELSE 0 END AS generation
  RETURN count(CASE WHEN generation <> row.generation THEN 1 END) AS outdated
}
WITH n
WHERE outdated = 0
// Evidence: what the messages contributed goes, with its share of the sums.
CALL (n) {
  UNWIND $given.replaced AS message
  MATCH (x:Extraction {namespace: $namespace, message: message})
  UNWIND range(0, size(x.keys) - 1) AS i
  WITH x.keys[i] AS key, x.surfaces[i] AS surface, x.kinds[i] AS kind, count(*) AS uses, sum(x.thousandths[i]) AS thousandths
  MATCH (k:Key {namespace: $namespace, key: key})-[:SPELT]->(s:Spelling)
  WHERE s.surface = surface AND s.kind = kind
  SET s.uses = s.uses - uses, s.thousandths = s.thousandths - thousandths
  RETURN collect(DISTINCT k.key) AS spelt_before
}
CALL (n) {
  UNWIND $given.replaced AS message
  MATCH (x:Extraction {namespace: $namespace, message: message})
  UNWIND range(0, size(x.lefts) - 1) AS i
  WITH DISTINCT x, x.lefts[i] AS left, x.rights[i] AS right
  WITH left, right, count(*) AS messages
  MATCH (a:Key {namespace: $namespace, key: left})-[r:SAME_AS]->(b:Key {namespace: $namespace, key: right})
  SET r.messages = r.messages - messages
  RETURN collect(DISTINCT left) + collect(DISTINCT right) AS same_before
}
CALL (n) {
  UNWIND $given.replaced AS message
  MATCH (x:Extraction {namespace: $namespace, message: message})-[:STATES]->(s:Statement)
  DETACH DELETE s
}
CALL (n) {
  UNWIND $given.replaced AS message
  MATCH (m:Message {namespace: $namespace, id: message})-[r:MENTIONS|STATED_IN]-()
  DELETE r
}
// What they contribute now comes.
CALL (n) {
  UNWIND $given.learned AS row
  MERGE (x:Extraction {namespace: $namespace, message: row.message})
  SET x += row.extraction, x.versions = coalesce(x.versions, []) + CASE WHEN row.named THEN [$given.version + 1] ELSE [] END,
      x.generation = CASE WHEN coalesce(x.generation, 0) > row.generation THEN x.generation ELSE row.generation END
  WITH x, row
  MATCH (m:Message {namespace: $namespace, id: row.message})
  MERGE (m)-[:READ_AS]->(x)
  REMOVE m:Work, m.state, m.until, m.error, m.taken
}
// What is to be read again waits.
CALL (n) {
  UNWIND [row IN $given.learned WHERE row.again] AS row
  MATCH (m:Message {namespace: $namespace, id: row.message})
  SET m:Work, m.generation = coalesce(m.generation, 0) + 1, m.state = 'waiting', m.attempts = 0
}
CALL (n) {
  UNWIND $given.statements AS row
  MATCH (x:Extraction {namespace: $namespace, message: row.message})
  CREATE (x)-[:STATES]->(s:Statement)
  SET s = row.stated, s.namespace = $namespace, s.message = row.message
}
CALL (n) {
  UNWIND $given.spellings AS row
  MERGE (k:Key {namespace: $namespace, key: row.key})
  SET k.whole = row.whole, k.kin = row.kin
  MERGE (k)-[:SPELT]->(s:Spelling {namespace: $namespace, surface: row.surface, kind: row.kind})
  SET s.uses = coalesce(s.uses, 0) + row.uses, s.thousandths = coalesce(s.thousandths, 0) + row.thousandths
}
CALL (n) {
  UNWIND $given.samenesses AS row
  MERGE (a:Key {namespace: $namespace, key: row.left})
  MERGE (b:Key {namespace: $namespace, key: row.right})
  SET a.whole = row.whole_left, b.whole = row.whole_right
  MERGE (a)-[r:SAME_AS]->(b)
  SET r.messages = coalesce(r.messages, 0) + row.messages
}
// Who is who.
CALL (n) {
  UNWIND $given.entities AS row
  MERGE (e:Entity {namespace: $namespace, id: row.id})
  REMOVE e:$(coalesce(e.labels, []))
  SET e:$(row.labels), e.labels = row.labels, e += row.properties
}
CALL (n) {
  UNWIND $given.entity_of AS row
  MERGE (k:Key {namespace: $namespace, key: row.key})
  SET k.whole = row.whole, k.kin = row.kin
  WITH k, row
  OPTIONAL MATCH (k)-[r:NAMES]->(was:Entity)
  DELETE r
  WITH DISTINCT k, row, was
  CALL (k, row, was) {
    WITH k, row, was
    WHERE row.entity IS NOT NULL
    MERGE (e:Entity {namespace: $namespace, id: row.entity})
    MERGE (k)-[:NAMES]->(e)
    WITH k, was, e
    MATCH (m:Message)-[r:MENTIONS]->(was)
    WHERE r.key = k.key AND was <> e
    CREATE (m)-[moved:MENTIONS]->(e)
    SET moved = properties(r)
    DELETE r
  }
}
CALL (n) {
  UNWIND $given.learned AS row
  MATCH (m:Message {namespace: $namespace, id: row.message})
  WITH m, row.extraction AS read
  UNWIND range(0, size(read.keys) - 1) AS i
  MATCH (k:Key {namespace: $namespace, key: read.keys[i]})-[:NAMES]->(e:Entity)
  CREATE (m)-[:MENTIONS {number: i, key: read.keys[i], surface: read.surfaces[i], start: read.starts[i], end: read.ends[i]}]->(e)
}
// Keys and spellings that nothing uses any more go.
CALL (spelt_before, same_before) {
  UNWIND spelt_before + same_before + [row IN $given.entity_of WHERE row.entity IS NULL | row.key] AS key
  WITH DISTINCT key
  MATCH (k:Key {namespace: $namespace, key: key})
  CALL (k) {
    MATCH (k)-[:SPELT]->(s:Spelling)
    WHERE s.uses = 0
    DETACH DELETE s
  }
  CALL (k) {
    MATCH (k)-[r:SAME_AS]-(:Key)
    WHERE r.messages = 0
    DELETE r
  }
  WITH k
  WHERE NOT (k)--()
  DELETE k
}
// Facts. The typed relationships of those that are drawn anew, or whose hour has come, are made anew below.
CALL (n) {
  MATCH (f:Fact {namespace: $namespace})
  USING INDEX SEEK f:Fact(namespace, turns_micros)
  WHERE f.turns_micros <= $given.now
  RETURN collect(f.id) AS turning
}
CALL (n) {
  UNWIND $given.facts AS row
  OPTIONAL MATCH (f:Fact {namespace: $namespace, id: row.id})
  WITH row, f
  WHERE f.drawn IS NULL OR f.drawn <> row.values[20]
  RETURN collect(row) AS redrawn
}
WITH n, redrawn, [row IN redrawn | row.id] + [id IN turning WHERE NOT id IN [row IN redrawn | row.id]] AS shown
CALL (shown) {
  UNWIND shown + $given.facts_gone AS id
  MATCH (f:Fact {namespace: $namespace, id: id})
  WHERE f.type IS NOT NULL
  MATCH (f)-[:SUBJECT]->(a:Entity), (f)-[:OBJECT]->(b:Entity)
  WITH f.id AS fact, a, b
  // As a path of one: else a plan made while nothing was there reads every relationship of the database.
  MATCH (a)-[path*1..1]->(b)
  WITH fact, path[0] AS r WHERE r.fact_id = fact DELETE r
}
CALL (n) {
  UNWIND $given.facts AS row
  MERGE (f:Fact {namespace: $namespace, id: row.id})
  WITH f, row, row.values AS v
  SET f += {
        slot: v[0], subject: v[1], subject_name: v[2], predicate: v[3], object: v[4], object_name: v[5], value: v[6], sentence: v[7], nature: v[8],
        positive: v[9], certainty: v[10], person: v[11], confidence: v[12], importance: v[13], category: v[14], rank: v[15], type: v[16], said_micros:
        v[17], recorded_micros: v[18], retracted_micros: v[19], drawn: v[20]},
      f.said_at = datetime({epochSeconds: 0}) + duration({microseconds: v[17]}), f.recorded_at = datetime({epochSeconds: 0}) + duration({microseconds: v[18]}),
      f.retracted_at = CASE WHEN v[19] IS NOT NULL THEN datetime({epochSeconds: 0}) + duration({microseconds: v[19]}) END
}
CALL (redrawn) {
  UNWIND redrawn AS row
  MATCH (f:Fact {namespace: $namespace, id: row.id})
  CALL (f, row) {
    MATCH (f)-[r:SUBJECT|OBJECT]->(other:Entity)
    WHERE NOT coalesce(other.id = row.values[CASE type(r) WHEN 'SUBJECT' THEN 1 ELSE 4 END], false)
    DELETE r
  }
  MERGE (a:Entity {namespace: $namespace, id: row.values[1]})
  MERGE (f)-[:SUBJECT]->(a)
  WITH f, row
  CALL (f, row) {
    WITH f, row
    WHERE row.values[4] IS NOT NULL
    MERGE (b:Entity {namespace: $namespace, id: row.values[4]})
    MERGE (f)-[:OBJECT]->(b)
  }
  CALL (f) {
    MATCH (f)-[:HOLDS]->(p:Period)
    DETACH DELETE p
  }
  CALL (f) {
    MATCH (f)<-[r:SUPERSEDES]-(:Fact)
    DELETE r
  }
  UNWIND row.periods AS held
  CREATE (f)-[:HOLDS]->(:Period {
    namespace: $namespace,
    number: held[0], start_micros: held[1], start_granularity: held[2], start_stated: held[3], end_micros: held[4],
    end_granularity: held[5], ended_by: held[6], reaches_back: held[7],
    start: CASE WHEN held[1] IS NOT NULL THEN datetime({epochSeconds: 0}) + duration({microseconds: held[1]}) END,
    end: CASE WHEN held[4] IS NOT NULL THEN datetime({epochSeconds: 0}) + duration({microseconds: held[4]}) END})
}
CALL (redrawn) {
  UNWIND redrawn AS row
  UNWIND row.periods AS held
  WITH row, held
  WHERE held[6] IS NOT NULL
  MATCH (f:Fact {namespace: $namespace, id: row.id}), (later:Fact {namespace: $namespace, id: held[6]})
  CREATE (later)-[:SUPERSEDES {at: CASE WHEN held[4] IS NOT NULL THEN datetime({epochSeconds: 0}) + duration({microseconds: held[4]}) END}]->(f)
}
CALL (n) {
  UNWIND $given.facts_gone AS id
  MATCH (f:Fact {namespace: $namespace, id: id})
  CALL (f) {
    MATCH (f)-[:HOLDS]->(p:Period)
    DETACH DELETE p
  }
  WITH f, [(f)-[:SUBJECT|OBJECT]->(e:Entity) WHERE e.name IS NULL | e] AS unnamed
  DETACH DELETE f
  WITH unnamed
  UNWIND unnamed AS e
  WITH DISTINCT e
  WHERE NOT (e)--()
  DELETE e
}
CALL (n) {
  UNWIND $given.placed AS row
  MATCH (:Extraction {namespace: $namespace, message: row.message})-[:STATES]->(s:Statement)
  WHERE s.number = row.number
  SET s.fact = row.fact, s.slot = row.slot
  WITH s, row
  MATCH (f:Fact {namespace: $namespace, id: row.fact}), (m:Message {namespace: $namespace, id: row.message})
  CALL (m, row) {
    MATCH (m)<-[r:STATED_IN]-(:Fact)
    WHERE r.number = row.number
    DELETE r
  }
  CREATE (f)-[:STATED_IN {
    number: s.number, start: s.quote_start, end: s.quote_end, stance: s.stance, certainty: s.certainty,
    confidence: s.confidence, speaker: s.speaker, person: s.person, current: s.current,
    valid_from_granularity: s.start_granularity, valid_to_granularity: s.end_granularity,
    valid_from: CASE WHEN s.start_from IS NOT NULL THEN datetime({epochSeconds: 0}) + duration({microseconds: s.start_from}) END,
    valid_to: CASE WHEN s.end_from IS NOT NULL THEN datetime({epochSeconds: 0}) + duration({microseconds: s.end_from}) END}]->(m)
}
CALL (n) {
  UNWIND $given.entities_gone AS id
  MATCH (e:Entity {namespace: $namespace, id: id})
  CALL (e) {
    WITH e
    WHERE NOT (e)--()
    DELETE e
  }
  CALL (e) {
    WITH e
    WHERE (e)--()
    REMOVE e:$(coalesce(e.labels, [])), e.name, e.kind, e.aliases, e.keys, e.labels, e.is_self, e.recalled, e.recalled_at,
      e.recalled_micros, e.counted
  }
}
// What is true now, as one typed relationship for each fact; and when that changes next.
CALL (shown) {
  UNWIND shown AS id
  MATCH (f:Fact {namespace: $namespace, id: id})
  CALL (f) {
    MATCH (f)-[:HOLDS]->(p:Period)
    UNWIND [p.start_micros, p.end_micros] AS moment
    WITH moment
    WHERE moment > $given.now
    RETURN min(moment) AS turns
  }
  SET f.turns_micros = CASE WHEN f.type IS NOT NULL THEN turns END
  WITH f
  WHERE f.type IS NOT NULL
  MATCH (f)-[:SUBJECT]->(a:Entity), (f)-[:OBJECT]->(b:Entity)
  CALL (f) {
    MATCH (f)-[:HOLDS]->(p:Period)
    WHERE (p.start_micros IS NULL OR p.reaches_back OR p.start_micros <= $given.now) AND (p.end_micros IS NULL OR p.end_micros > $given.now)
    RETURN p ORDER BY p.number LIMIT 1
  }
  CREATE (a)-[r:$(f.type)]->(b)
  SET r.fact_id = f.id, r.predicate = f.predicate, r.valid_from = p.start, r.valid_to = p.end
}
// The text index: what is listed anew or gone leaves it first.
CALL (n) {
  UNWIND $given.unlisted + $given.documents AS row
  MATCH (d:Document {namespace: $namespace, kind: row.kind, id: row.id})
  CALL (d) {
    MATCH (d)<-[p:IN]-(t:Term)
    DELETE p
    SET t.documents = t.documents - 1
    RETURN [t IN collect(t) WHERE t.documents = 0 | t] AS unused
  }
  WITH d, row.kind AS kind, d.length AS length, unused
  SET d.length = null
  WITH kind, count(length) AS documents, sum(coalesce(length, 0)) AS total, collect(unused) AS unused
  // Who keeps lists in memory learns from the count of removals that they are of no use any more.
  SET n[kind + '_documents'] = coalesce(n[kind + '_documents'], 0) - documents,
      n[kind + '_length'] = coalesce(n[kind + '_length'], 0) - total,
      n[kind + '_removals'] = coalesce(n[kind + '_removals'], 0) + documents
  WITH unused
  UNWIND unused AS terms
  UNWIND terms AS t
  RETURN collect(DISTINCT t) AS unused
}
CALL (n) {
  UNWIND $given.unlisted AS row
  MATCH (d:Document {namespace: $namespace, kind: row.kind, id: row.id})
  WITH n, row.kind AS kind, collect(d) AS gone, collect(d.vectored) AS numbers
  SET n[kind + '_unvectored'] = coalesce(n[kind + '_unvectored'], 0) + size(numbers), n[kind + '_gone'] = numbers + coalesce(n[kind + '_gone'], [])[..256]
  FOREACH (d IN gone | DETACH DELETE d)
}
CALL (n) {
  UNWIND $given.documents AS row
  MERGE (d:Document {namespace: $namespace, kind: row.kind, id: row.id})
  SET d.number = coalesce(d.number, n.number + row.order), d.length = row.length
  WITH row.kind AS kind, sum(row.length) AS length, count(*) AS documents, collect({document: d, row: row}) AS listed
  SET n[kind + '_documents'] = coalesce(n[kind + '_documents'], 0) + documents,
      n[kind + '_length'] = coalesce(n[kind + '_length'], 0) + length
  WITH kind, listed
  UNWIND listed AS entry
  UNWIND range(0, size(entry.row.terms) - 1) AS i
  WITH kind, entry.row.terms[i] AS term, collect({document: entry.document, uses: entry.row.uses[i]}) AS held
  MERGE (t:Term {namespace: $namespace, kind: kind, term: term})
  SET t.documents = coalesce(t.documents, 0) + size(held)
  WITH t, held
  UNWIND held AS each
  WITH t, each.document AS d, each.uses AS uses
  CREATE (t)-[:IN {uses: uses}]->(d)
}
CALL (unused) { UNWIND unused AS t WITH t WHERE t.documents = 0 DETACH DELETE t }
// Vectors come under a label that no vector index reads, since an index is made ready within each commit: those that came go into it together.
CALL (n) {
  OPTIONAL MATCH (g:Graphmem {name: 'graphmem'})
  UNWIND $given.vectors AS row
  WITH n, g, row, CASE WHEN row.model IS NULL OR row.model = g['model_' + g.used] THEN g.used
                    WHEN row.model = g.model_a THEN 'a' WHEN row.model = g.model_b THEN 'b' END AS slot
  MERGE (d:Document {namespace: $namespace, kind: row.kind, id: row.id})
  SET d.vectored = coalesce(n[row.kind + '_vectored'], n.number) + row.place
  FOREACH (new IN CASE WHEN d:MessageText OR d:FactText OR d:EntityText THEN [] ELSE [d] END | SET new:FreshText)
  // What another model made of an older text is of no use.
  FOREACH (other IN [other IN ['a', 'b'] WHERE row.replaces AND other <> coalesce(slot, '')] |
    SET d['embedding_' + other] = null, d['embedding_' + other + '_zero'] = null, d['packed_' + other] = null)
  WITH d, row, slot, g['dimension_' + slot] AS dimension WHERE dimension = row.dimension
  SET d['embedding_' + slot] = null, d['embedding_' + slot + '_zero'] = CASE WHEN row.vector IS NULL THEN true END, d['packed_' + slot] = row.packed
  WITH d, row, slot WHERE row.vector IS NOT NULL
  CALL db.create.setNodeVectorProperty(d, 'embedding_' + slot, row.vector)
}
// Who keeps vectors learns from the highest number what there is to read, and from the one before this write what is surely there.
CALL (n) {
  UNWIND $given.vectors AS row WITH n, row.kind AS kind, count(*) AS more, coalesce(n[row.kind + '_vectored'], n.number) AS last
  SET n[kind + '_before'] = last, n[kind + '_vectored'] = last + more
}
// Who reads meanwhile finds each under one label or both.
CALL (n) {
  MATCH (d:FreshText {namespace: $namespace})
  WITH collect(d) AS fresh
  WITH fresh, [d IN fresh WHERE d:MessageText OR d:FactText OR d:EntityText] AS listed
  FOREACH (d IN listed | REMOVE d:FreshText)
  WITH CASE WHEN size(listed) = 0 AND size(fresh) > $given.fresh THEN fresh ELSE [] END AS ready
  UNWIND ready AS d
  SET d:$(CASE d.kind WHEN 'message' THEN 'MessageText' WHEN 'fact' THEN 'FactText' ELSE 'EntityText' END)
}
CREATE (c:Change {namespace: $namespace, version: $given.version + 1})
SET c += $given.change, c.at = datetime({epochSeconds: 0}) + duration({microseconds: $given.change.at_micros})
SET n.version = $given.version + 1, n.written = $given.write, n.number = n.number + size($given.documents)
REMOVE n.turn, n.turn_until
RETURN n.version AS version
