// What messages teach that are read for the first time, if nothing moved since it was worked out and nothing is withdrawn: `write/apply` with less to look for.
//
// $namespace (string): whose memory is written, e.g. "ada"
// $given.version (integer): the version it was worked out from, e.g. 3
// $given.write (string): a token of this call, by which it knows its own work when it is sent again, e.g. "w2"
// $given.turn (string): who applies, if it holds the turn, e.g. "worker-1"
// $given.clock (float): the present, in seconds since 1970, by which turns run out, e.g. 1767949200.0
// $given.now (integer): the moment whose truth the typed relationships show, in microseconds since 1970, e.g. 1767949200000000
// $given.learned (list of maps): what was read of each message; its names, samenesses and statements are lists of values, since names of values would be sent with each. A name: key, whole, surface, kind, weight, thousandths, start, end. A sameness: left, right, whole_left, whole_right. A statement: in the order of `columns.py` without the message, with fact and slot, e.g. [{"message": "m1", "generation": 1, "reading": "read", "body": "{}", "versions": [4], "names": [["n:ana", "", "Ana", "Person", 0.7, 700, 0, 3]], "same": [["n:ana", "r:self/sister", "", ""]], "statements": [[0, "n:ana", null, "lives_in", "lives in", "n:lisbon", null, null, "state", "holds", true, "certain", true, true, "self", 0.8, null, 0, 12, 1767949200000000, "s1", 1, 1767949200000000, null, null, null, null, null, null, "f1", "e1|state|lives_in"]]}]
// $given.spellings (list of maps): how often the new evidence spells a key so, e.g. [{"key": "n:ana", "whole": null, "kin": ["n:ana|person"], "surface": "Ana", "kind": "Person", "uses": 1, "thousandths": 700}]
// $given.samenesses (list of maps): how many of the new messages say that two keys are one, e.g. [{"left": "n:ana", "whole_left": null, "right": "r:self/sister", "whole_right": null, "messages": 1}]
// $given.entity_of (list of maps): keys that come to another entity, null: to none, e.g. [{"key": "n:ana", "whole": null, "kin": ["n:ana|person"], "entity": "e1"}]
// $given.entities (list of maps): entities as they are now, e.g. [{"id": "e1", "labels": ["Person"], "properties": {"name": "Ana", "kind": "Person", "aliases": ["Ana"], "keys": ["n:ana"], "is_self": false}}]
// $given.facts (list of maps): facts as they are now, `values` and their `periods` as lists in the order of `rows.py`; the last value stands for what is drawn of it, which is left as it is where it is the same, e.g. [{"id": "f1", "values": ["e1|state|lives_in", "e1", "Ana", "lives_in", "e2", "Lisbon", null, "Ana lives in Lisbon", "state", true, "certain", true, 0.8, 0.5, "personal", "7f", "LIVES_IN", 1767949200000000, 1767949200000000, null, "9f86"], "periods": [[0, null, null, true, null, null, null, false]]}]
// $given.documents (list of maps): what the text index holds of things, its terms and how often each is used, e.g. [{"order": 0, "kind": "fact", "id": "f1", "length": 3, "terms": ["ana", "live", "lisbon"], "uses": [1, 1, 1]}]
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
  MATCH (m:Message {namespace: $namespace, id: row.message})
  WHERE m:Work AND m.generation = row.generation
  RETURN collect({message: m, row: row}) AS read
}
WITH n, read
WHERE size(read) = size($given.learned)
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
// Facts. The typed relationships of those that are drawn anew, or whose hour has come, are made anew below.
CALL (n) {
  MATCH (f:Fact {namespace: $namespace})
  USING INDEX SEEK f:Fact(namespace, turns_micros)
  WHERE f.turns_micros <= $given.now
  RETURN collect(f.id) AS turning
}
CALL () {
  UNWIND $given.facts AS row
  OPTIONAL MATCH (f:Fact {namespace: $namespace, id: row.id})
  WITH row, f
  WHERE f.drawn IS NULL OR f.drawn <> row.values[20]
  RETURN collect(row) AS redrawn
}
WITH n, read, redrawn, [row IN redrawn | row.id] AS anew, turning
WITH n, read, redrawn, anew + [id IN turning WHERE NOT id IN anew] AS shown
CALL (shown) {
  UNWIND shown AS id
  MATCH (f:Fact {namespace: $namespace, id: id})
  WHERE f.type IS NOT NULL
  MATCH (f)-[:SUBJECT]->(a:Entity), (f)-[:OBJECT]->(b:Entity)
  WITH f.id AS fact, a, b
  // As a path of one: else a plan made while nothing was there reads every relationship of the database.
  MATCH (a)-[path*1..1]->(b)
  WITH fact, path[0] AS r WHERE r.fact_id = fact DELETE r
}
CALL () {
  UNWIND $given.facts AS row
  MERGE (f:Fact {namespace: $namespace, id: row.id})
  WITH f, row, row.values AS v
  SET f += {
        slot: v[0], subject: v[1], subject_name: v[2], predicate: v[3], object: v[4], object_name: v[5], value: v[6],
        sentence: v[7], nature: v[8], positive: v[9], certainty: v[10], person: v[11],
        confidence: v[12], importance: v[13], category: v[14], rank: v[15], type: v[16],
        said_micros: v[17], recorded_micros: v[18], retracted_micros: v[19], drawn: v[20]},
      f.said_at = datetime({epochSeconds: 0}) + duration({microseconds: v[17]}),
      f.recorded_at = datetime({epochSeconds: 0}) + duration({microseconds: v[18]}),
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
    number: held[0], start_micros: held[1], start_granularity: held[2],
    start_stated: held[3], end_micros: held[4], end_granularity: held[5], ended_by: held[6],
    reaches_back: held[7],
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
// What was read, with the facts it states and whom it mentions.
CALL (read) {
  UNWIND read AS each
  WITH each.message AS m, each.row AS row, each.row.names AS names, each.row.same AS same
  MERGE (x:Extraction {namespace: $namespace, message: row.message})
  SET x += {
        generation: row.generation, reading: row.reading, body: row.body, versions: row.versions,
        keys: [v IN names | v[0]], wholes: [v IN names | v[1]], surfaces: [v IN names | v[2]], kinds: [v IN names | v[3]],
        weights: [v IN names | v[4]], thousandths: [v IN names | v[5]],
        starts: [v IN names | v[6]], ends: [v IN names | v[7]], lefts: [v IN same | v[0]],
        rights: [v IN same | v[1]], whole_lefts: [v IN same | v[2]], whole_rights: [v IN same | v[3]]}
  MERGE (m)-[:READ_AS]->(x)
  REMOVE m:Work, m.state, m.until, m.error, m.taken
  WITH m, x, row, names
  CALL (m, x, row) {
    UNWIND row.statements AS v
    CREATE (x)-[:STATES]->(:Statement {
      namespace: $namespace, message: row.message,
      number: v[0], subject: v[1], whole_subject: v[2], predicate: v[3], phrase: v[4], object: v[5],
      whole_object: v[6], value: v[7], nature: v[8], stance: v[9], positive: v[10], certainty: v[11],
      current: v[12], person: v[13], speaker: v[14], confidence: v[15],
      importance: v[16], quote_start: v[17], quote_end: v[18], at_micros: v[19],
      session: v[20], seq: v[21], recorded_micros: v[22], start_from: v[23],
      start_to: v[24], start_granularity: v[25], end_from: v[26], end_to: v[27],
      end_granularity: v[28], fact: v[29], slot: v[30]})
    WITH m, v
    MATCH (f:Fact {namespace: $namespace, id: v[29]})
    CREATE (f)-[:STATED_IN {
      number: v[0], start: v[17], end: v[18], stance: v[9], certainty: v[11],
      confidence: v[15], speaker: v[14], person: v[13], current: v[12],
      valid_from: CASE WHEN v[23] IS NOT NULL THEN datetime({epochSeconds: 0}) + duration({microseconds: v[23]}) END,
      valid_from_granularity: v[25],
      valid_to: CASE WHEN v[26] IS NOT NULL THEN datetime({epochSeconds: 0}) + duration({microseconds: v[26]}) END,
      valid_to_granularity: v[28]}]->(m)
  }
  CALL (m, names) {
    UNWIND range(0, size(names) - 1) AS i
    WITH m, i, names[i] AS v
    MATCH (k:Key {namespace: $namespace, key: v[0]})-[:NAMES]->(e:Entity)
    CREATE (m)-[:MENTIONS {number: i, key: v[0], surface: v[2], start: v[6], end: v[7]}]->(e)
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
// The text index: what is listed anew leaves it first.
CALL (n) {
  UNWIND $given.documents AS row
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
  UNWIND $given.documents AS row
  MERGE (d:Document {namespace: $namespace, kind: row.kind, id: row.id})
  SET d.number = coalesce(d.number, n.number + row.order), d.length = row.length
  WITH row.kind AS kind, sum(row.length) AS length, count(*) AS documents, collect({document: d, row: row}) AS listed
  SET n[kind + '_documents'] = coalesce(n[kind + '_documents'], 0) + documents,
      n[kind + '_length'] = coalesce(n[kind + '_length'], 0) + length
  WITH kind, listed
  UNWIND listed AS entry
  WITH kind, entry.document AS d, entry.row.terms AS terms, entry.row.uses AS uses
  UNWIND range(0, size(terms) - 1) AS i
  WITH kind, terms[i] AS term, collect({document: d, uses: uses[i]}) AS held
  MERGE (t:Term {namespace: $namespace, kind: kind, term: term})
  SET t.documents = coalesce(t.documents, 0) + size(held)
  WITH t, held
  UNWIND held AS each
  WITH t, each.document AS d, each.uses AS uses
  CREATE (t)-[:IN {uses: uses}]->(d)
}
CALL (unused) {
  UNWIND unused AS t
  WITH t
  WHERE t.documents = 0
  DETACH DELETE t
}
// Vectors come under a label that no vector index reads, since an index is made ready within each commit: those that came go into it together.
CALL (n) {
  OPTIONAL MATCH (g:Graphmem {name: 'graphmem'})
  UNWIND $given.vectors AS row
  WITH n, g, row, CASE WHEN row.model IS NULL OR row.model = g['model_' + g.used] THEN g.used
                    WHEN row.model = g.model_a THEN 'a'
                    WHEN row.model = g.model_b THEN 'b' END AS slot
  MERGE (d:Document {namespace: $namespace, kind: row.kind, id: row.id})
  SET d.vectored = coalesce(n[row.kind + '_vectored'], n.number) + row.place
  FOREACH (new IN CASE WHEN d:MessageText OR d:FactText OR d:EntityText THEN [] ELSE [d] END | SET new:FreshText)
  // What another model made of an older text is of no use.
  FOREACH (other IN [other IN ['a', 'b'] WHERE row.replaces AND other <> coalesce(slot, '')] |
    SET d['embedding_' + other] = null, d['embedding_' + other + '_zero'] = null, d['packed_' + other] = null)
  WITH d, row, slot, g['dimension_' + slot] AS dimension
  WHERE dimension = row.dimension
  SET d['embedding_' + slot] = null, d['embedding_' + slot + '_zero'] = CASE WHEN row.vector IS NULL THEN true END,
      d['packed_' + slot] = row.packed
  WITH d, row, slot
  WHERE row.vector IS NOT NULL
  CALL db.create.setNodeVectorProperty(d, 'embedding_' + slot, row.vector)
}
// Who keeps vectors learns from the highest number what there is to read, and from the one before this write what is surely there.
CALL (n) {
  UNWIND $given.vectors AS row
  WITH n, row.kind AS kind, count(*) AS more, coalesce(n[row.kind + '_vectored'], n.number) AS last
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
