// The messages of a session are numbered in the order they came; it gives the next number and finds neighbours.
//
// Returns: nothing
// Index: it makes message_seq
CREATE CONSTRAINT message_seq IF NOT EXISTS
FOR (m:Message) REQUIRE (m.namespace, m.session, m.seq) IS UNIQUE
