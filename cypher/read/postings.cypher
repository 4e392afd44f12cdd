// What BM25 needs: candidates holding the asked terms, the rarest first within a cap, and the statistics to rank them.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $asked.indexes (list of strings): message, fact or entity, e.g. ["message", "fact"]
// $asked.terms (list of strings): the asked terms, each once, e.g. ["ana", "lisbon"]
// $asked.cap (integer): how many rows are taken at most, e.g. 2000
//
// Returns: one row for each kind: kind, documents, length, terms, frequencies, found (of each of the first terms: ids, lengths, sessions, seqs and uses, side by side), counted (of each of the others: its place in `terms`, ids and uses)
// Index: namespace_name, term_term
CYPHER replan=skip
MATCH (n:Namespace {name: $namespace})
UNWIND $asked.indexes AS kind
CALL (kind) {
  UNWIND $asked.terms AS term
  MATCH (t:Term {namespace: $namespace, kind: kind, term: term})
  WITH t ORDER BY t.documents, t.term
  RETURN collect(t) AS terms
}
// The rarest term always finds something; another only while all its documents fit under what is left of the cap.
WITH n, kind, terms,
     [place IN range(0, size(terms) - 1)
      WHERE place = 0 OR reduce(rows = 0, t IN terms[0..place + 1] | rows + t.documents) <= $asked.cap | terms[place]] AS taken
CALL (taken) {
  UNWIND taken AS t
  CALL (t) {
    WITH t
    WHERE t.documents <= $asked.cap
    MATCH (t)-[p:IN]->(d)
    RETURN collect(d) AS documents, collect(p.uses) AS uses
    UNION ALL
    WITH t
    WHERE t.documents > $asked.cap
    MATCH (t)-[p:IN]->(d)
    WITH p, d ORDER BY d.number DESC LIMIT toInteger($asked.cap)
    RETURN collect(d) AS documents, collect(p.uses) AS uses
  }
  // One half of the union has not asked.
  WITH documents, uses
  WHERE size(uses) > 0
  RETURN collect({documents: documents, uses: uses}) AS lists
}
// The commoner terms are only counted in what was found.
CALL (terms, taken, lists) {
  WITH terms[size(taken)..] AS common, size(taken) AS rare, lists
  WHERE size(common) > 0
  UNWIND lists AS list
  UNWIND list.documents AS d
  WITH DISTINCT common, rare, d
  MATCH (d)<-[p:IN]-(t)
  WHERE t IN common
  WITH rare + [i IN range(0, size(common) - 1) WHERE common[i] = t][0] AS place, collect(d.id) AS ids, collect(p.uses) AS uses
  RETURN collect([place, ids, uses]) AS counted
}
RETURN kind, coalesce(n[kind + '_documents'], 0) AS documents, coalesce(n[kind + '_length'], 0) AS length,
       [t IN terms | t.term] AS terms, [t IN terms | t.documents] AS frequencies, counted,
       // Only a message has a place in a session.
       [list IN lists |
         [[d IN list.documents | d.id], [d IN list.documents | d.length],
          CASE WHEN kind = 'message' THEN [d IN list.documents | coalesce(d.session, '')] ELSE [] END,
          CASE WHEN kind = 'message' THEN [d IN list.documents | coalesce(d.seq, 0)] ELSE [] END, list.uses]] AS found
