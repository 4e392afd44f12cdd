// A word as it is searched for, once for each namespace and kind of thing.
//
// Returns: nothing
// Index: it makes term_term
CREATE CONSTRAINT term_term IF NOT EXISTS
FOR (t:Term) REQUIRE (t.namespace, t.kind, t.term) IS UNIQUE
