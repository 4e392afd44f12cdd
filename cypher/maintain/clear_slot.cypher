// Vectors of a slot without a model go, a block at a time.
//
// $slot (string): the slot, e.g. "b"
// $block (integer): how many go at once, e.g. 2000
//
// Returns: one row: how many went
// Index: none; documents are looked at until enough have one
MATCH (g:Graphmem {name: 'graphmem'})
WHERE g['model_' + $slot] IS NULL
MATCH (d:Document)
WHERE d['embedding_' + $slot] IS NOT NULL OR d['embedding_' + $slot + '_zero']
WITH d LIMIT toInteger($block)
SET d['embedding_' + $slot] = null, d['embedding_' + $slot + '_zero'] = null, d['packed_' + $slot] = null
RETURN count(d) AS cleared
