// Vectors of documents, beside all else that is stored of them.
//
// $namespace (string): whose memory is written, e.g. "ada"
// $vectors (list of maps): vectors, each of a model (null: the one in use), its numbers as one text, null for one of zeros; `replaces` when the text is new, e.g. [{"kind": "fact", "label": "FactText", "id": "f1", "model": null, "dimension": 2, "replaces": true, "vector": "0.6 0.8"}]
//
// Returns: one row: how many are vectors with a direction
// Index: document_id, graphmem_name
OPTIONAL MATCH (g:Graphmem {name: 'graphmem'})
UNWIND $vectors AS row
WITH g, row, CASE WHEN row.model IS NULL OR row.model = g['model_' + g.used] THEN g.used
                  WHEN row.model = g.model_a THEN 'a'
                  WHEN row.model = g.model_b THEN 'b' END AS slot
MERGE (d:Document {namespace: $namespace, kind: row.kind, id: row.id})
SET d:$(row.label)
REMOVE d:FreshText
// What another model made of an older text is of no use.
FOREACH (other IN [other IN ['a', 'b'] WHERE row.replaces AND other <> coalesce(slot, '')] |
  SET d['embedding_' + other] = null, d['embedding_' + other + '_zero'] = null)
WITH d, row, slot, g['dimension_' + slot] AS dimension
WHERE dimension = row.dimension
SET d['embedding_' + slot] = null, d['embedding_' + slot + '_zero'] = CASE WHEN row.vector IS NULL THEN true END
WITH d, row, slot
WHERE row.vector IS NOT NULL
CALL db.create.setNodeVectorProperty(d, 'embedding_' + slot, [number IN split(row.vector, ' ') | toFloat(number)])
RETURN count(*) AS written
