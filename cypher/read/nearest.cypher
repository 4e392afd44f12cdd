// The documents nearest to a vector by cosine: compared one by one in a small namespace, else by the vector index.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $asked.indexes (list of strings): message, fact or entity, e.g. ["message", "fact"]
// $asked.vector (list of floats): the question, e.g. [0.6, 0.8]
// $asked.zero (boolean): whether it has no direction, e.g. false
// $asked.model (string): the model that made it; null: the one in use, e.g. "minilm"
// $asked.limit (integer): how many are read at most, e.g. 20
// $asked.exact (integer): up to so many documents are compared one by one, e.g. 2000
// $asked.reach (integer): how many neighbours the index is asked for where there is no other namespace; others' come beside them, e.g. 400
// $asked.further (integer): how many it is asked for at most, e.g. 4000
//
// Returns: one row for each kind: kind, dimension of the model in use, near (lists side by side: ids, cosines, sessions, seqs), best first
// Index: graphmem_name, namespace_name, document_id
CYPHER replan=skip
MATCH (g:Graphmem {name: 'graphmem'})
WHERE g.used IS NOT NULL AND ($asked.model IS NULL OR g['model_' + g.used] = $asked.model)
WITH g.used AS slot, g['dimension_' + g.used] AS dimension
MATCH (n:Namespace {name: $namespace})
UNWIND $asked.indexes AS kind
// The index knows no namespaces: it is asked for as many more as others have more, if that is not too many.
WITH kind, slot, dimension, coalesce(n[kind + '_documents'], 0) AS own,
     CASE kind WHEN 'message' THEN COUNT { (:MessageText) } WHEN 'fact' THEN COUNT { (:FactText) } ELSE COUNT { (:EntityText) } END AS all
WITH kind, slot, dimension, own, CASE WHEN own > 0 THEN toInteger(1.0 * $asked.reach * all / own) ELSE 0 END AS reach
WITH kind, slot, dimension, reach,
     own > $asked.exact AND (reach <= $asked.further OR own > $asked.further) AND NOT $asked.zero AND size($asked.vector) = dimension AS large
CALL (kind, slot, reach, large) {
  WITH kind, slot, reach, large
  WHERE large
  WITH kind, slot, CASE WHEN reach < $asked.further THEN reach ELSE toInteger($asked.further) END AS most
  CALL db.index.vector.queryNodes(kind + '_embedding_' + slot, most, $asked.vector) YIELD node AS d, score
  WHERE d.namespace = $namespace
  WITH d, round(2 * score - 1, 6) AS cosine ORDER BY cosine DESC, d.id LIMIT toInteger($asked.limit)
  RETURN collect(d) AS first, collect(cosine) AS first_cosines
}
// Where the index could not fill the list, and in a small namespace, every vector is compared.
CALL (kind, slot, dimension, first) {
  WITH kind, slot
  WHERE size(first) < $asked.limit AND size($asked.vector) = dimension
  MATCH (d:Document {namespace: $namespace, kind: kind})
  WHERE d.id IS NOT NULL
  WITH kind, d, CASE slot WHEN 'a' THEN d.embedding_a ELSE d.embedding_b END AS v,
       CASE slot WHEN 'a' THEN d.embedding_a_zero ELSE d.embedding_b_zero END AS none
  WHERE v IS NOT NULL OR none
  WITH d, CASE WHEN $asked.zero OR v IS NULL THEN 0.0 ELSE round(2 * vector.similarity.cosine(v, $asked.vector) - 1, 6) END AS cosine ORDER BY cosine DESC, d.id LIMIT toInteger($asked.limit)
  RETURN collect(d) AS every, collect(cosine) AS every_cosines
}
WITH kind, dimension, CASE WHEN size(first) >= $asked.limit THEN [first, first_cosines] ELSE [every, every_cosines] END AS near
WITH kind, dimension, near[0] AS found, near[1] AS cosines
RETURN kind, dimension,
       // Only a message has a place in a session.
       [[d IN found | d.id], cosines, CASE WHEN kind = 'message' THEN [d IN found | coalesce(d.session, '')] ELSE [] END,
        CASE WHEN kind = 'message' THEN [d IN found | coalesce(d.seq, 0)] ELSE [] END] AS near