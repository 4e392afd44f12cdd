// The model whose vectors are searched, if that is still the one that was seen.
//
// $slot (string): where its vectors stand, a or b, e.g. "a"
// $model (string): its name, e.g. "minilm"
// $dimension (integer): how many numbers its vectors have, e.g. 384
// $seen (string): the model that was in use, null for none, e.g. "older"
//
// Returns: one row if it was recorded: model
// Index: graphmem_name
MERGE (g:Graphmem {name: 'graphmem'})
SET g.lock = true
WITH g, CASE WHEN g.used IS NULL THEN null ELSE g['model_' + g.used] END AS present
WHERE coalesce(present, '') = coalesce($seen, '')
SET g.used = $slot, g['model_' + $slot] = $model, g['dimension_' + $slot] = $dimension
RETURN $model AS model
