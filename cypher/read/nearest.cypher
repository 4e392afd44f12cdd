// The documents nearest to a vector by cosine: compared one by one in a small namespace, else by the vector index.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $asked.indexes (list of strings): message, fact or entity, e.g. ["message", "fact"]
// $asked.vector (list of floats): the question, e.g. [0.6, 0.8]
// $asked.zero (boolean): whether it has no direction, e.g. false
// $asked.model (string): the model that made it; null: the one in use, e.g. "minilm"
// $asked.limit (integer): how many are read at most, e.g. 20
// $asked.exact (integer): up to so many documents are compared one by one, e.g. 2000
// $asked.reach (integer): how many neighbours the index is asked for first, of all namespaces, e.g. 400
// $asked.further (integer): how many if those did not do, e.g. 4000
//
// Returns: one row for each kind: kind, dimension of the model in use, near (lists side by side: ids, cosines, sessions, seqs), best first
// Index: graphmem_name, namespace_name, document_id
CYPHER replan=skip
MATCH (g:Graphmem {name: 'graphmem'})
WHERE g.used IS NOT NULL AND ($asked.model IS NULL OR g['model_' + g.used] = $asked.model)
WITH g.used AS slot, g['dimension_' + g.used] AS dimension
MATCH (n:Namespace {name: $namespace})
UNWIND $asked.indexes AS kind
WITH kind, slot, dimension, coalesce(n[kind + '_documents'], 0) > $asked.exact AND NOT $asked.zero AND size($asked.vector) = dimension AS large
CALL (kind, slot, large) {
  WITH kind, slot, large
  WHERE large
  CALL db.index.vector.queryNodes(kind + '_embedding_' + slot, toInteger($asked.reach), $asked.vector) YIELD node AS d, score
  WHERE d.namespace = $namespace
  WITH d, round(2 * score - 1, 6) AS cosine ORDER BY cosine DESC, d.id LIMIT toInteger($asked.limit)
  RETURN collect(d) AS first, collect(cosine) AS first_cosines
}
CALL (kind, slot, large, first) {
  WITH kind, slot, large, first
  WHERE large AND size(first) < $asked.limit
  CALL db.index.vector.queryNodes(kind + '_embedding_' + slot, toInteger($asked.further), $asked.vector) YIELD node AS d, score
  WHERE d.namespace = $namespace
  WITH d, round(2 * score - 1, 6) AS cosine ORDER BY cosine DESC, d.id LIMIT toInteger($asked.limit)
  RETURN collect(d) AS second, collect(cosine) AS second_cosines
}
// Where the index could not fill the list, and in a small namespace, every vector is compared.
CALL (kind, slot, dimension, first, second) {
  WITH kind, slot
  WHERE size(first) < $asked.limit AND size(second) < $asked.limit AND size($asked.vector) = dimension
  MATCH (d:Document {namespace: $namespace, kind: kind})
  WHERE d.id IS NOT NULL
  WITH kind, d, CASE slot WHEN 'a' THEN d.embedding_a ELSE d.embedding_b END AS v,
       CASE slot WHEN 'a' THEN d.embedding_a_zero ELSE d.embedding_b_zero END AS none
  WHERE v IS NOT NULL OR none
  WITH d, CASE WHEN $asked.zero OR v IS NULL THEN 0.0 ELSE round(2 * vector.similarity.cosine(v, $asked.vector) - 1, 6) END AS cosine ORDER BY cosine DESC, d.id LIMIT toInteger($asked.limit)
  RETURN collect(d) AS every, collect(cosine) AS every_cosines
}
WITH kind, dimension, CASE WHEN size(first) >= $asked.limit THEN [first, first_cosines]
                           WHEN size(second) >= $asked.limit THEN [second, second_cosines] ELSE [every, every_cosines] END AS near
WITH kind, dimension, near[0] AS found, near[1] AS cosines
RETURN kind, dimension,
       // Only a message has a place in a session.
       [[d IN found | d.id], cosines, CASE WHEN kind = 'message' THEN [d IN found | coalesce(d.session, '')] ELSE [] END,
        CASE WHEN kind = 'message' THEN [d IN found | coalesce(d.seq, 0)] ELSE [] END] AS near
