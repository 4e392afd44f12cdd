// The same message told twice is one message: its key is unique inside its namespace.
//
// Returns: nothing
// Index: it makes message_key
CREATE CONSTRAINT message_key IF NOT EXISTS
FOR (m:Message) REQUIRE (m.namespace, m.key) IS UNIQUE
