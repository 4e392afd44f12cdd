// What some messages contribute.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $ids (list of strings): ids of messages, e.g. ["m1"]
//
// Returns: one row for each that was understood: message, its names and samenesses as lists side by side, statements
// Index: extraction_message
UNWIND $ids AS id
MATCH (x:Extraction {namespace: $namespace, message: id})
WITH DISTINCT x
RETURN x.message AS message, x.keys AS keys, x.surfaces AS surfaces, x.kinds AS kinds, x.weights AS weights,
       x.starts AS starts, x.ends AS ends, x.wholes AS wholes,
       x.whole_lefts AS whole_lefts, x.whole_rights AS whole_rights, x.lefts AS lefts, x.rights AS rights,
       [(x)-[:STATES]->(s:Statement) | s {.*}] AS statements
