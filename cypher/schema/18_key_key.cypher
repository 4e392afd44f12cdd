// What names are filed under: one node for each key that is in use.
//
// Returns: nothing
// Index: it makes key_key
CREATE CONSTRAINT key_key IF NOT EXISTS
FOR (k:Key) REQUIRE (k.namespace, k.key) IS UNIQUE
