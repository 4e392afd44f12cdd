// What BM25 needs: candidates holding the asked terms, the rarest first within a cap, and the statistics to rank them; of lists that are kept already, what came since.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $asked.indexes (list of strings): message, fact or entity, e.g. ["message", "fact"]
// $asked.terms (list of strings): the asked terms, each once, e.g. ["ana", "lisbon"]
// $asked.cap (integer): how many rows are candidates at most, e.g. 2000
// $asked.keep (integer): how many rows of the rarest terms are told whole at most, e.g. 4000
// $asked.known (map): of each kind the mark under which lists are kept, and of each term how many documents and the number of the last, e.g. {"message": {"mark": "00ff/0", "terms": {"ana": [2, 17]}}}
//
// Returns: one row for each kind: kind, mark, documents, length, terms, frequencies, whole (how many of the first terms are told whole), found (of each of those whose list grew, or of the newest documents of the first when none is whole: its place in `terms`, numbers, uses, ids, lengths, sessions and seqs, side by side), counted (of each of the other terms: its place, numbers and uses in the candidates)
// Index: namespace_name, term_term
CYPHER replan=skip
MATCH (n:Namespace {name: $namespace})
UNWIND $asked.indexes AS kind
WITH n, kind, n.secret + '/' + toString(coalesce(n[kind + '_removals'], 0)) AS mark
WITH n, kind, mark, CASE WHEN $asked.known[kind].mark = mark THEN $asked.known[kind].terms ELSE {} END AS known
CALL (kind) {
  UNWIND $asked.terms AS term
  MATCH (t:Term {namespace: $namespace, kind: kind, term: term})
  WITH t ORDER BY t.documents, t.term
  RETURN collect(t) AS terms, collect(t.documents) AS frequencies
}
WITH n, kind, mark, known, terms, frequencies,
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
RETURN kind, mark, coalesce(n[kind + '_documents'], 0) AS documents, coalesce(n[kind + '_length'], 0) AS length,
       [t IN terms | t.term] AS terms, frequencies, whole, counted,
       CASE WHEN whole > 0 OR size(candidates) = 0 THEN found ELSE
         [[0, [d IN candidates | d.number], uses, [d IN candidates | d.id], [d IN candidates | d.length],
           CASE WHEN kind = 'message' THEN [d IN candidates | coalesce(d.session, '')] ELSE [] END,
           CASE WHEN kind = 'message' THEN [d IN candidates | coalesce(d.seq, 0)] ELSE [] END]] END AS found
