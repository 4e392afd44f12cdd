// A fact is known by its opaque id inside its namespace.
//
// Returns: nothing
// Index: it makes fact_id
CREATE CONSTRAINT fact_id IF NOT EXISTS
FOR (f:Fact) REQUIRE (f.namespace, f.id) IS UNIQUE
