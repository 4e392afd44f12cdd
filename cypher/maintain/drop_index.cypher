// An index goes, before one of the same name is made for another dimension.
//
// $name (string): its name, e.g. "message_embedding_a"
//
// Returns: nothing
// Index: none; it removes one
DROP INDEX $name IF EXISTS
