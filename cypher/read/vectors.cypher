// The vectors of each kind that came since others were kept, and what tells whether these are all; none of a kind that there are too many of to keep.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $asked.indexes (list of strings): message, fact or entity, e.g. ["message", "fact"]
// $asked.model (string): the model that made the question's vector; null: the one in use, e.g. "minilm"
// $asked.known (map): of each kind the mark under which vectors are kept, the number up to which none is lacking, and how many were taken away, e.g. {"message": {"mark": "00ff/a/minilm", "last": 17, "removed": 0}}
// $asked.block (integer): how many numbers are read at once, e.g. 2000
// $asked.unpacked (integer): how many, where vectors have to be told a number at a time, e.g. 100
// $asked.bytes (integer): how many bytes the vectors of a kind may take, e.g. 50000000
//
// Returns: one row for each kind: kind, dimension of the model in use, mark, since (the number after which they are told, -1: from the first), upto (the number until which), vectored (the last number), before (the last before the newest write, which may be seen in part), removed, gone (the last numbers that were taken away, null: none since), and what came, side by side: numbers, ids, vectors (bytes, or lists of floats, empty for one of zeros; null where it has none of the model), sessions, seqs
// Index: graphmem_name, namespace_name, document_vectored
CYPHER replan=skip
MATCH (g:Graphmem {name: 'graphmem'})
WHERE g.used IS NOT NULL AND ($asked.model IS NULL OR g['model_' + g.used] = $asked.model)
WITH g.used AS slot, g['dimension_' + g.used] AS dimension, g['model_' + g.used] AS model
// What the namespace says comes before all else: what is read after it is as new or newer.
MATCH (n:Namespace {name: $namespace})
UNWIND $asked.indexes AS kind
WITH kind, slot, dimension, n.secret + '/' + slot + '/' + model AS mark, coalesce(n[kind + '_documents'], 0) AS documents,
     coalesce(n[kind + '_vectored'], n.number) AS vectored, coalesce(n[kind + '_before'], n.number) AS before,
     coalesce(n[kind + '_unvectored'], 0) AS removed, coalesce(n[kind + '_gone'], []) AS gone, $asked.known[kind] AS known
WITH kind, slot, dimension, mark, vectored, before, removed, gone, documents * dimension * 4 <= $asked.bytes AS few,
     CASE WHEN known.mark = mark THEN known.last ELSE -1 END AS since, CASE WHEN known.mark = mark THEN known.removed END AS had
WITH kind, slot, dimension, mark, vectored, before, removed, since, few, CASE WHEN removed = had THEN null ELSE gone END AS gone,
     CASE WHEN NOT few THEN since WHEN since + $asked.block < vectored THEN since + $asked.block ELSE vectored END AS upto
CALL (kind, since, upto, vectored) {
  // Beyond the last number too: a document that has got another meanwhile is found there.
  UNWIND CASE WHEN upto <= since THEN [] WHEN upto < vectored THEN [upto] ELSE [9223372036854775807] END AS top
  MATCH (d:Document {namespace: $namespace, kind: kind})
  USING INDEX SEEK d:Document(namespace, kind, vectored)
  WHERE since < d.vectored <= top
  RETURN collect(d) AS came
}
WITH kind, slot, dimension, mark, vectored, before, removed, gone, since, upto, came,
     size([d IN came WHERE d['packed_' + slot] IS NULL AND d['embedding_' + slot] IS NOT NULL | d]) > $asked.unpacked AS slow
WITH kind, slot, dimension, mark, vectored, before, removed, gone, since,
     CASE WHEN slow AND since + $asked.unpacked < upto THEN since + $asked.unpacked ELSE upto END AS upto,
     CASE WHEN slow THEN [d IN came WHERE d.vectored <= since + $asked.unpacked] ELSE came END AS came
RETURN kind, dimension, mark, since, upto, vectored, before, removed, gone, [d IN came | d.vectored] AS numbers, [d IN came | d.id] AS ids,
       [d IN came | CASE WHEN d['embedding_' + slot] IS NOT NULL THEN coalesce(d['packed_' + slot], d['embedding_' + slot])
                         WHEN d['embedding_' + slot + '_zero'] THEN [] END] AS vectors,
       // Only a message has a place in a session.
       CASE WHEN kind = 'message' THEN [d IN came | coalesce(d.session, '')] ELSE [] END AS sessions,
       CASE WHEN kind = 'message' THEN [d IN came | coalesce(d.seq, 0)] ELSE [] END AS seqs
