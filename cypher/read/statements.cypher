// Statements of some keys, slots and messages, each once.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $keys (list of strings): keys of subjects or objects, e.g. ["n:ana"]
// $slots (list of strings): slots, e.g. []
// $messages (list of strings): ids of messages, e.g. []
//
// Returns: one row for each: statement
// Index: statement_subject, statement_object, statement_slot, extraction_message
CALL () {
  UNWIND $keys AS key
  MATCH (s:Statement {namespace: $namespace, subject: key})
  RETURN s
  UNION
  UNWIND $keys AS key
  MATCH (s:Statement {namespace: $namespace, object: key})
  RETURN s
  UNION
  UNWIND $slots AS slot
  MATCH (s:Statement {namespace: $namespace, slot: slot})
  RETURN s
  UNION
  UNWIND $messages AS message
  MATCH (:Extraction {namespace: $namespace, message: message})-[:STATES]->(s:Statement)
  RETURN s
}
RETURN s {.*} AS statement
