// Every namespace ever written to.
//
//
// Returns: one row for each: name
// Index: namespace_name
MATCH (n:Namespace)
WHERE n.name IS NOT NULL
RETURN n.name AS name
ORDER BY name
