// Messages: stored once each under the next number of their session, linked in order, indexed by their words, queued to be understood.
//
// $namespace (string): whose memory is written, e.g. "ada"
// $given.secret (string): the secret that the marks are made with, in hexadecimal; that of a namespace that is made here, e.g. "00ff"
// $given.write (string): a token of this call, by which it knows its own work when it is sent again, e.g. "w1"
// $given.messages (list of maps): the messages, each key once; `order` counts them, `terms` and `uses` are its words and how often each is used; `mark` tells whether it was forgotten, e.g. [{"order": 0, "mark": "5f1c", "id": "m1", "key": "k1", "session": "s1", "role": "user", "speaker": null, "text": "Ana moved.", "parts": null, "at": 1767949200000000, "recorded": 1767949200000000, "importance": null, "metadata": "{}", "utc_offset": 60, "voice": "user", "length": 2, "terms": ["ana", "move"], "uses": [1, 1]}]
// $given.followers (integer): how many messages after a new one are queued anew, e.g. 3
// $given.anyway (boolean): whether what was forgotten is stored too, and its tombstone taken away, e.g. false
// $given.before (integer): how many messages before each new one are told, null: none, e.g. 3
// $given.least (integer): how many messages after what its session's summary covers make a new one due, null: none is, e.g. 30
// $given.until (integer): when the lease of the work ends, in microseconds since 1970; null lets it wait, e.g. 1767949320000000
//
// Returns: one row for each message: key, forgotten (then it is not there), new, version (the namespace's), seq, stored (what was there before; null when new), requeued (ids after it), before (the nearest first, if the work is leased), due, embedders (as `read/embedders` has them, with the first), secret; none where the namespace has another secret
// Index: namespace_name, message_key, message_seq, message_order, session_name, document_id, term_term, tombstone_mark, summary_session, graphmem_name
CYPHER replan=skip
MERGE (n:Namespace {name: $namespace})
ON CREATE SET n.version = 0, n.secret = $given.secret, n.number = 0
SET n.lock = true
WITH n
WHERE n.secret = $given.secret
CALL (n) {
  UNWIND [row IN $given.messages WHERE $given.anyway | row.mark] AS mark
  MATCH (t:Tombstone {namespace: $namespace, mark: mark})
  DELETE t
}
CALL (n) {
  UNWIND $given.messages AS row
  MATCH (t:Tombstone {namespace: $namespace, mark: row.mark})
  RETURN collect(row.mark) AS forgotten
}
// What is new gets the next numbers of its session. An index is read in its order, and so no further than to the limit, only where all that it is
// of is named: else a message costs as much as its session is long. It is so at each place below.
CALL (n, forgotten) {
  UNWIND [row IN $given.messages WHERE NOT row.mark IN forgotten] AS row
  OPTIONAL MATCH (known:Message {namespace: $namespace, key: row.key})
  WITH n, row, known
  WHERE known IS NULL
  WITH n, row ORDER BY row.order
  WITH n, row.session AS session, collect(row) AS rows
  CALL (session) {
    OPTIONAL MATCH (m:Message {namespace: $namespace, session: session})
    USING INDEX SEEK m:Message(namespace, session, seq)
    WHERE m.seq > 0
    WITH m ORDER BY m.namespace DESC, m.session DESC, m.seq DESC LIMIT 1
    RETURN coalesce(m.seq, 0) AS last
  }
  MERGE (s:Session {namespace: $namespace, name: session})
  WITH n, s, rows, last
  UNWIND range(0, size(rows) - 1) AS place
  WITH n, s, rows[place] AS row, last + place + 1 AS seq
  CREATE (s)-[:HAS_MESSAGE]->(m:Message:Work {
    namespace: $namespace, id: row.id, key: row.key, session: row.session, seq: seq, role: row.role, speaker: row.speaker,
    voice: row.voice, text: row.text, parts: row.parts, importance: row.importance, metadata: row.metadata, utc_offset: row.utc_offset,
    at: datetime({epochSeconds: 0}) + duration({microseconds: row.at}), at_micros: row.at,
    recorded_at: datetime({epochSeconds: 0}) + duration({microseconds: row.recorded}), recorded_micros: row.recorded,
    generation: 1, state: CASE WHEN $given.until IS NULL THEN 'waiting' ELSE 'leased' END,
    attempts: CASE WHEN $given.until IS NULL THEN 0 ELSE 1 END, until: $given.until, write: $given.write})
  MERGE (d:Document {namespace: $namespace, kind: 'message', id: row.id})
  SET d.session = row.session, d.seq = seq, d.number = coalesce(d.number, n.number + row.order),
      d.length = row.length
  RETURN collect(m) AS created, collect({document: d, row: row}) AS indexed
}
CALL (n, indexed) {
  UNWIND indexed AS entry
  WITH n, count(*) AS documents, sum(entry.row.length) AS length, max(entry.row.order) + 1 AS numbers
  SET n.message_documents = coalesce(n.message_documents, 0) + documents,
      n.message_length = coalesce(n.message_length, 0) + length, n.number = n.number + numbers
}
CALL (indexed) {
  UNWIND indexed AS entry
  WITH entry.document AS d, entry.row.terms AS terms, entry.row.uses AS uses
  UNWIND range(0, size(terms) - 1) AS i
  WITH terms[i] AS term, collect({document: d, uses: uses[i]}) AS held
  MERGE (t:Term {namespace: $namespace, kind: 'message', term: term})
  SET t.documents = coalesce(t.documents, 0) + size(held)
  WITH t, held
  UNWIND held AS each
  WITH t, each.document AS d, each.uses AS uses
  CREATE (t)-[:IN {uses: uses}]->(d)
}
// A link to the one before and the one after; what it came between is parted.
CALL (created) {
  UNWIND created AS m
  CALL (m) {
    MATCH (p:Message {namespace: $namespace, session: m.session})
    USING INDEX SEEK p:Message(namespace, session, at_micros, seq)
    WHERE p.seq > 0 AND p.at_micros <= m.at_micros AND (p.at_micros < m.at_micros OR p.seq < m.seq)
    RETURN p ORDER BY p.namespace DESC, p.session DESC, p.at_micros DESC, p.seq DESC LIMIT 1
  }
  OPTIONAL MATCH (p)-[wrong:NEXT]->(x:Message)
  WHERE x <> m
  DELETE wrong
  CREATE (p)-[:NEXT]->(m)
}
CALL (created) {
  UNWIND created AS m
  CALL (m) {
    MATCH (q:Message {namespace: $namespace, session: m.session})
    USING INDEX SEEK q:Message(namespace, session, at_micros, seq)
    WHERE q.seq > 0 AND q.at_micros >= m.at_micros AND (q.at_micros > m.at_micros OR q.seq > m.seq)
    RETURN q ORDER BY q.namespace, q.session, q.at_micros, q.seq LIMIT 1
  }
  OPTIONAL MATCH (x:Message)-[wrong:NEXT]->(q)
  WHERE x <> m
  DELETE wrong
  MERGE (m)-[:NEXT]->(q)
}
// Those after a new one were read without it, and are read again.
CALL (created) {
  UNWIND created AS m
  CALL (m) {
    MATCH (f:Message {namespace: $namespace, session: m.session})
    USING INDEX SEEK f:Message(namespace, session, at_micros, seq)
    WHERE f.seq > 0 AND f.at_micros >= m.at_micros AND (f.at_micros > m.at_micros OR f.seq > m.seq)
    RETURN f ORDER BY f.namespace, f.session, f.at_micros, f.seq LIMIT toInteger($given.followers)
  }
  WITH DISTINCT f
  WHERE f.write <> $given.write
  SET f:Work, f.generation = coalesce(f.generation, 0) + 1, f.moved = $given.write, f.until = $given.until,
      f.state = CASE WHEN $given.until IS NULL THEN 'waiting' ELSE 'leased' END,
      f.attempts = CASE WHEN $given.until IS NULL THEN 0 ELSE 1 END
  REMOVE f.error
}
WITH n
OPTIONAL MATCH (g:Graphmem {name: 'graphmem'})
UNWIND $given.messages AS row
OPTIONAL MATCH (m:Message {namespace: $namespace, key: row.key})
// Of what was there before nothing of its session is read: that of null is none.
WITH n, g, row, m, CASE WHEN m.write = $given.write THEN m.session END AS session
CALL (m, session) {
  MATCH (f:Message {namespace: $namespace, session: session})
  USING INDEX SEEK f:Message(namespace, session, at_micros, seq)
  WHERE f.seq > 0 AND f.at_micros >= m.at_micros AND (f.at_micros > m.at_micros OR f.seq > m.seq)
  WITH f ORDER BY f.namespace, f.session, f.at_micros, f.seq LIMIT toInteger($given.followers)
  WHERE f.moved = $given.write
  RETURN collect(f.id) AS requeued
}
CALL (m, session) {
  MATCH (p:Message {namespace: $namespace, session: session})
  USING INDEX SEEK p:Message(namespace, session, at_micros, seq)
  WHERE p.seq > 0 AND p.at_micros <= m.at_micros AND (p.at_micros < m.at_micros OR p.seq < m.seq)
  WITH p ORDER BY p.namespace DESC, p.session DESC, p.at_micros DESC, p.seq DESC LIMIT toInteger(coalesce($given.before, 0))
  RETURN collect(p {.id, .key, .session, .seq, .role, .speaker, .text, .parts, .at_micros, .recorded_micros, .importance, .metadata, .utc_offset}) AS before
}
CALL (m) {
  OPTIONAL MATCH (s:Summary {namespace: $namespace, session: m.session})
  WITH m, coalesce(s.covers_micros, -9223372036854775807) AS at, coalesce(s.covers_seq, 0) AS seq
  WHERE $given.least IS NOT NULL AND m.write = $given.write
  CALL (m, at, seq) {
    MATCH (later:Message {namespace: $namespace, session: m.session})
    USING INDEX SEEK later:Message(namespace, session, at_micros, seq)
    WHERE later.seq > 0 AND later.at_micros >= at AND (later.at_micros > at OR later.seq > seq)
    WITH later LIMIT toInteger($given.least)
    RETURN count(later) AS after
  }
  RETURN collect(after >= $given.least OR m.at_micros < at OR (m.at_micros = at AND m.seq <= seq)) AS due
}
RETURN row.key AS key, m IS NULL AS forgotten, coalesce(due[0], false) AS due,
       CASE WHEN row.order = 0 THEN g {.used, .model_a, .dimension_a, .model_b, .dimension_b} END AS embedders,
       CASE WHEN m.write = $given.write AND $given.before IS NOT NULL AND $given.until IS NOT NULL THEN before END AS before,
       m.write = $given.write AS new, n.version AS version, m.seq AS seq, requeued, n.secret AS secret,
       CASE WHEN m IS NOT NULL AND m.write <> $given.write THEN
              m {.id, .key, .session, .seq, .role, .speaker, .text, .parts, .at_micros, .recorded_micros, .importance,
                    .metadata, .utc_offset} END AS stored
ORDER BY row.order
