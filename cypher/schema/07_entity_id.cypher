// An entity is known by its opaque id inside its namespace, never by its name.
//
// Returns: nothing
// Index: it makes entity_id
CREATE CONSTRAINT entity_id IF NOT EXISTS
FOR (e:Entity) REQUIRE (e.namespace, e.id) IS UNIQUE
