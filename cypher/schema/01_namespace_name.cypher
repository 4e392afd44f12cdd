// One node for each namespace; it holds the version and is what a writer locks.
//
// Returns: nothing
// Index: it makes namespace_name
CREATE CONSTRAINT namespace_name IF NOT EXISTS
FOR (n:Namespace) REQUIRE n.name IS UNIQUE
