// A message is known by its id inside its namespace.
//
// Returns: nothing
// Index: it makes message_id
CREATE CONSTRAINT message_id IF NOT EXISTS
FOR (m:Message) REQUIRE (m.namespace, m.id) IS UNIQUE
