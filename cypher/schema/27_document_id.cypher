// What the text and vector indexes hold of one message, fact or entity.
//
// Returns: nothing
// Index: it makes document_id
CREATE CONSTRAINT document_id IF NOT EXISTS
FOR (d:Document) REQUIRE (d.namespace, d.kind, d.id) IS UNIQUE
