// A slot that is not in use has no model any more; what stands in it is left over.
//
// $slot (string): the idle slot, e.g. "b"
//
// Returns: one row if it was idle: slot
// Index: graphmem_name
MATCH (g:Graphmem {name: 'graphmem'})
SET g.lock = true
WITH g
WHERE g.used <> $slot
SET g['model_' + $slot] = null, g['dimension_' + $slot] = null
RETURN $slot AS slot
