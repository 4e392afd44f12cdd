// The model that vectors are being made with beside the one in use.
//
// $slot (string): the idle slot, e.g. "b"
// $model (string): its name, e.g. "larger"
// $dimension (integer): how many numbers its vectors have, e.g. 768
//
// Returns: one row if the slot was idle: model
// Index: graphmem_name
MATCH (g:Graphmem {name: 'graphmem'})
SET g.lock = true
WITH g
WHERE g.used <> $slot
SET g['model_' + $slot] = $model, g['dimension_' + $slot] = $dimension
RETURN $model AS model
