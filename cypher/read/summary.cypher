// The running summary of a session.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $session (string): the name of a session, e.g. "s1"
//
// Returns: one row if it has one: lines (JSON), covers (in microseconds since 1970), seq
// Index: summary_session
MATCH (s:Summary {namespace: $namespace, session: $session})
RETURN s.lines AS lines, s.covers_micros AS covers, s.covers_seq AS seq
