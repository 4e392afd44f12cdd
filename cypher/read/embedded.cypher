// The vectors in use of some documents, to be carried to another store; no recall asks for them.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $kind (string): message, fact or entity, e.g. "fact"
// $ids (list of strings): ids of documents, e.g. ["f1"]
//
// Returns: one row for each that has one: id, model, dimension, vector (null for one of zeros)
// Index: document_id, graphmem_name
MATCH (g:Graphmem {name: 'graphmem'})
WHERE g.used IS NOT NULL
UNWIND $ids AS id
MATCH (d:Document {namespace: $namespace, kind: $kind, id: id})
WHERE d['embedding_' + g.used] IS NOT NULL OR d['embedding_' + g.used + '_zero']
RETURN d.id AS id, g['model_' + g.used] AS model, g['dimension_' + g.used] AS dimension, d['embedding_' + g.used] AS vector
ORDER BY id
