// Vectors of documents, beside all else that is stored of them.
//
// $namespace (string): whose memory is written, e.g. "ada"
// $vectors (list of maps): vectors, each of a model (null: the one in use), its numbers, null for one of zeros, and as bytes (`packed`); `place` counts those of a kind from 1, `replaces` when the text is new, e.g. [{"kind": "fact", "label": "FactText", "id": "f1", "place": 1, "model": null, "dimension": 2, "replaces": true, "vector": [0.6, 0.8]}]
//
// Returns: one row: how many are vectors with a direction
// Index: namespace_name, document_id, graphmem_name
MATCH (n:Namespace {name: $namespace})
CALL (n) {
  OPTIONAL MATCH (g:Graphmem {name: 'graphmem'})
  UNWIND $vectors AS row
  WITH n, g, row, CASE WHEN row.model IS NULL OR row.model = g['model_' + g.used] THEN g.used
                    WHEN row.model = g.model_a THEN 'a'
                    WHEN row.model = g.model_b THEN 'b' END AS slot
  // A message that is not stored again, since it was forgotten, has none.
  MATCH (d:Document {namespace: $namespace, kind: row.kind, id: row.id})
  SET d:$(row.label), d.vectored = coalesce(n[row.kind + '_vectored'], n.number) + row.place
  REMOVE d:FreshText
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
  RETURN count(*) AS written
}
// Who keeps vectors learns from the highest number what there is to read, and from the one before this write what is surely there.
CALL (n) {
  UNWIND $vectors AS row
  WITH n, row.kind AS kind, count(*) AS more, coalesce(n[row.kind + '_vectored'], n.number) AS last
  SET n[kind + '_before'] = last, n[kind + '_vectored'] = last + more
}
RETURN written
