// How often messages came up in recalls and contexts, by id; those that never did are left out.
//
// $namespace (string): whose memory is read, e.g. "ada"
//
// Returns: one row for each: id, times, last (in microseconds since 1970)
// Index: message_id
MATCH (x:Message {namespace: $namespace})
WHERE x.id IS NOT NULL AND x.recalled IS NOT NULL
RETURN x.id AS id, x.recalled AS times, x.recalled_micros AS last
ORDER BY id
