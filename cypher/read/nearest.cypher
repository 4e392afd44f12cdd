// The documents nearest to a vector by cosine: compared one by one in a small namespace, else by the vector index.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $asked.indexes (list of strings): message, fact or entity, e.g. ["message", "fact"]
// $asked.vector (list of floats): the question, e.g. [0.6, 0.8]
// $asked.zero (boolean): whether it has no direction, e.g. false
// $asked.model (string): the model that made it; null: the one in use, e.g. "minilm"
// $asked.limit (integer): how many of a kind are read at most, e.g. 20
// $asked.limits (map): how many of each kind, e.g. {"message": 20, "fact": 10}
// $asked.exact (integer): up to so many documents are compared one by one, e.g. 2000
// $asked.reach (map): of each kind how many neighbours the index is asked for where there is no other namespace; others' come beside them, e.g. {"message": 400, "fact": 200}
// $asked.further (map): of each kind how many it is asked for at most, e.g. {"message": 4000, "fact": 2000}
//
// Returns: one row for each kind: kind, dimension of the model in use, near (lists side by side: ids, cosines, sessions, seqs), best first
// Index: graphmem_name, namespace_name, document_id, fresh_namespace
CYPHER replan=skip
MATCH (g:Graphmem {name: 'graphmem'})
WHERE g.used IS NOT NULL AND ($asked.model IS NULL OR g['model_' + g.used] = $asked.model)
WITH g.used AS slot, g['dimension_' + g.used] AS dimension
MATCH (n:Namespace {name: $namespace})
UNWIND $asked.indexes AS kind
// The index knows no namespaces: it is asked for as many more as others have more, if that is not too many.
WITH kind, slot, dimension, coalesce(n[kind + '_documents'], 0) AS own,
     CASE kind WHEN 'message' THEN COUNT { (:MessageText) } WHEN 'fact' THEN COUNT { (:FactText) } ELSE COUNT { (:EntityText) } END AS all
WITH kind, slot, dimension, own, CASE WHEN all < own THEN own ELSE all END AS all
WITH kind, slot, dimension, own, CASE WHEN own > 0 THEN toInteger(1.0 * $asked.reach[kind] * all / own) ELSE 0 END AS reach
WITH kind, slot, dimension, reach,
     own > $asked.exact AND (reach <= $asked.further[kind] OR own > $asked.further[kind]) AND NOT $asked.zero AND size($asked.vector) = dimension AS large
CALL (kind, slot, reach, large) {
  WITH kind, slot, reach, large
  WHERE large
  // What waits to go into the index is compared one by one, read first: meanwhile it may come into it, and then is in both.
  CALL (kind, slot) {
    MATCH (d:FreshText {namespace: $namespace})
    WHERE d.kind = kind
    WITH d, CASE slot WHEN 'a' THEN d.embedding_a ELSE d.embedding_b END AS v
    WHERE v IS NOT NULL
    RETURN collect(d) AS fresh, collect(round(2 * vector.similarity.cosine(v, $asked.vector) - 1, 6)) AS alike
  }
  CALL (kind, slot, reach, fresh) {
    WITH kind, slot, fresh, CASE WHEN reach < $asked.further[kind] THEN reach ELSE toInteger($asked.further[kind]) END AS most
    CALL db.index.vector.queryNodes(kind + '_embedding_' + slot, most, $asked.vector) YIELD node AS d, score
    WHERE d.namespace = $namespace AND NOT d IN fresh
    RETURN collect(d) AS listed, collect(round(2 * score - 1, 6)) AS cosines
  }
  WITH fresh + listed AS found, alike + cosines AS cosines
  UNWIND range(0, size(found) - 1) AS place
  WITH found[place] AS d, found[place].id AS id, cosines[place] AS cosine ORDER BY cosine DESC, id LIMIT toInteger($asked.limit)
  RETURN [collect(id), collect(cosine), collect(d)] AS first
}
// Where the index could not fill the list, and in a small namespace, every vector is compared.
CALL (kind, slot, dimension, first) {
  // Of no rows no document is sought; a condition beside the seek is looked at after it.
  UNWIND CASE WHEN size(first[0]) < $asked.limits[kind] AND size($asked.vector) = dimension THEN [kind] ELSE [] END AS lacking
  MATCH (d:Document {namespace: $namespace, kind: lacking})
  WHERE d.id IS NOT NULL
  WITH d, CASE slot WHEN 'a' THEN d.embedding_a ELSE d.embedding_b END AS v,
       CASE slot WHEN 'a' THEN d.embedding_a_zero ELSE d.embedding_b_zero END AS none
  WHERE v IS NOT NULL OR none
  WITH d, d.id AS id, CASE WHEN $asked.zero OR v IS NULL THEN 0.0 ELSE round(2 * vector.similarity.cosine(v, $asked.vector) - 1, 6) END AS cosine ORDER BY cosine DESC, id LIMIT toInteger($asked.limit)
  RETURN [collect(id), collect(cosine), collect(d)] AS every
}
WITH kind, dimension, $asked.limits[kind] AS most, CASE WHEN size(first[0]) >= $asked.limits[kind] THEN first ELSE every END AS near
WITH kind, dimension, near[0][..most] AS ids, near[1][..most] AS cosines, CASE WHEN kind = 'message' THEN near[2][..most] ELSE [] END AS placed
// Only a message has a place in a session.
RETURN kind, dimension, [ids, cosines, [d IN placed | coalesce(d.session, '')], [d IN placed | coalesce(d.seq, 0)]] AS near
