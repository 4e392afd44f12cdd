// What BM25 needs: candidates holding the asked terms, the rarest first within a cap, and the statistics to rank them.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $asked.indexes (list of strings): message, fact or entity, e.g. ["message", "fact"]
// $asked.terms (list of strings): the asked terms, each once, e.g. ["ana", "lisbon"]
// $asked.cap (integer): how many rows are taken at most, e.g. 2000
//
// Returns: one row for each kind: kind, documents, length, terms, frequencies, found (lists side by side: ids, lengths, sessions, seqs, and uses as a place in `terms` times 2^32 and a count)
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
CALL (terms, taken) {
  UNWIND range(0, size(taken) - 1) AS place
  WITH terms, taken, place, taken[place] AS t
  CALL (t, place) {
    WITH t, place
    WHERE t.documents <= $asked.cap
    MATCH (t)-[p:IN]->(d:Document)
    RETURN d, place * 4294967296 + p.uses AS use
    UNION ALL
    WITH t, place
    WHERE t.documents > $asked.cap
    MATCH (t)-[p:IN]->(d:Document)
    WITH place, p, d ORDER BY d.number DESC LIMIT toInteger($asked.cap)
    RETURN d, place * 4294967296 + p.uses AS use
  }
  WITH terms[size(taken)..] AS common, size(taken) AS rare, d, collect(use) AS found
  // The commoner terms are only counted in what was found.
  CALL (common, rare, d) {
    WITH common, rare, d
    WHERE size(common) > 0
    MATCH (d)<-[p:IN]-(t:Term)
    WHERE t IN common
    RETURN collect((rare + [i IN range(0, size(common) - 1) WHERE common[i] = t][0]) * 4294967296 + p.uses) AS counted
  }
  WITH d, found + counted AS uses
  RETURN collect(d.id) AS ids, collect(d.length) AS lengths, collect(coalesce(d.session, '')) AS sessions,
         collect(coalesce(d.seq, 0)) AS seqs, collect(uses) AS uses
}
RETURN kind, coalesce(n[kind + '_documents'], 0) AS documents, coalesce(n[kind + '_length'], 0) AS length,
       [t IN terms | t.term] AS terms, [t IN terms | t.documents] AS frequencies,
       {ids: ids, lengths: lengths, sessions: sessions, seqs: seqs, uses: uses} AS found
