// What was read of a message, once for each.
//
// Returns: nothing
// Index: it makes extraction_message
CREATE CONSTRAINT extraction_message IF NOT EXISTS
FOR (x:Extraction) REQUIRE (x.namespace, x.message) IS UNIQUE
