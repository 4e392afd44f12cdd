// From now on the vectors of another slot are searched, if no document lacks one there.
//
// $old (string): the slot in use, e.g. "a"
// $new (string): the slot to be used, e.g. "b"
//
// Returns: one row if it is used now: used
// Index: graphmem_name; all documents are looked at
MATCH (g:Graphmem {name: 'graphmem'})
SET g.lock = true
WITH g
WHERE g.used = $old AND NOT EXISTS {
  MATCH (d:Document)
  WHERE (d['embedding_' + $old] IS NOT NULL OR d['embedding_' + $old + '_zero'])
    AND d['embedding_' + $new] IS NULL AND coalesce(d['embedding_' + $new + '_zero'], false) = false
}
SET g.used = $new, g['model_' + $old] = null, g['dimension_' + $old] = null
RETURN g.used AS used
