// A session is known by its name inside its namespace.
//
// Returns: nothing
// Index: it makes session_name
CREATE CONSTRAINT session_name IF NOT EXISTS
FOR (s:Session) REQUIRE (s.namespace, s.name) IS UNIQUE
