// The newest changes, newest first.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $limit (integer): how many are read at most, e.g. 20
//
// Returns: one row for each: id, version, cause, at (in microseconds since 1970), messages, facts, facts_gone
// Index: change_version
MATCH (c:Change {namespace: $namespace})
WHERE c.version > 0
RETURN c.id AS id, c.version AS version, c.cause AS cause, c.at_micros AS at, c.messages AS messages, c.facts AS facts,
       c.facts_gone AS facts_gone
ORDER BY c.namespace DESC, c.version DESC
LIMIT toInteger($limit)
