// The indexed documents of a kind that have no vector of a model, by id.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $kind (string): message, fact or entity, e.g. "fact"
// $model (string): the name of the model, e.g. "minilm"
//
// Returns: one row for each: id
// Index: document_id, graphmem_name
OPTIONAL MATCH (g:Graphmem {name: 'graphmem'})
WITH CASE WHEN g.model_a = $model THEN 'a' WHEN g.model_b = $model THEN 'b' ELSE 'none' END AS slot
MATCH (d:Document {namespace: $namespace, kind: $kind})
WHERE d.id IS NOT NULL AND d.length IS NOT NULL AND d['embedding_' + slot] IS NULL
  AND coalesce(d['embedding_' + slot + '_zero'], false) = false
RETURN d.id AS id
ORDER BY id
