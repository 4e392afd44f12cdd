// Every session and how far it has come, the one last spoken in first.
//
// $namespace (string): whose memory is read, e.g. "ada"
//
// Returns: one row for each session: name, messages, first, last (in microseconds since 1970)
// Index: message_time
MATCH (m:Message {namespace: $namespace})
USING INDEX SEEK m:Message(namespace, at_micros, session, seq)
WHERE m.at_micros IS NOT NULL AND m.session IS NOT NULL AND m.seq > 0
WITH m.session AS name, count(*) AS messages, min(m.at_micros) AS first, max(m.at_micros) AS last
RETURN name, messages, first, last
ORDER BY last DESC, name
