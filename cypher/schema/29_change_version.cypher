// The journal: one entry for each version.
//
// Returns: nothing
// Index: it makes change_version
CREATE CONSTRAINT change_version IF NOT EXISTS
FOR (c:Change) REQUIRE (c.namespace, c.version) IS UNIQUE
