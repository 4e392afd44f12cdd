// Whether any vector stands in a slot.
//
// $slot (string): the slot, e.g. "a"
//
// Returns: one row if there is one: id
// Index: none; documents are looked at until one has a vector
MATCH (d:Document)
WHERE d['embedding_' + $slot] IS NOT NULL OR d['embedding_' + $slot + '_zero']
RETURN d.id AS id
LIMIT 1
