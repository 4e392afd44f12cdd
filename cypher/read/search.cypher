// What is found by words and by a vector, of each kind: candidates holding the asked terms, the rarest first within a cap, with the statistics to rank them, and the vectors to compare; of what is kept already, what came since.
//
// $namespace (string): whose memory is read, e.g. "ada"
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
// Returns: one row for each kind: kind, mark, documents, length, terms, frequencies, whole (how many of the first terms are told whole), found (of each of those whose list grew, or of the newest documents of the first when none is whole: its place in `terms`, numbers, uses, ids, lengths, sessions and seqs, side by side), counted (of each of the other terms: its place, numbers and uses in the candidates), vectors (null where none are compared, else a list: mark, dimension of the model, the number after which they are told, -1: from the first, the number until which, the last number, the last before the newest write, which may be seen in part, how many were taken away, the last numbers that were, null: none since, and of what came, side by side: numbers, ids, vectors (bytes, or lists of floats, empty for one of zeros; null where it has none of the model), sessions, seqs)
// Index: namespace_name, term_term, graphmem_name, document_vectored
CYPHER replan=skip
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
RETURN kind, mark, coalesce(n[kind + '_documents'], 0) AS documents, coalesce(n[kind + '_length'], 0) AS length,
       [t IN terms | t.term] AS terms, frequencies, whole, counted, found, vectors[0] AS vectors
