// What stands for a forgotten message, once.
//
// Returns: nothing
// Index: it makes tombstone_mark
CREATE CONSTRAINT tombstone_mark IF NOT EXISTS
FOR (t:Tombstone) REQUIRE (t.namespace, t.mark) IS UNIQUE
