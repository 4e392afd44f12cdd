// The running summaries of sessions as they are now, if nothing moved since they were worked out, and their entry of the journal.
//
// $namespace (string): whose memory is written, e.g. "ada"
// $given.version (integer): the version it was worked out from, e.g. 3
// $given.write (string): a token of this call, by which it knows its own work when it is sent again, e.g. "w2"
// $given.turn (string): who applies, if it holds the turn, e.g. "worker-1"
// $given.clock (float): the present, in seconds since 1970, by which turns run out, e.g. 1767949200.0
// $given.summaries (list of maps): each with its lines as JSON, the place it covers until and the messages that its lines quote, e.g. [{"session": "s1", "lines": "[]", "covers": 1767949200000000, "seq": 12, "quoted": ["m1"]}]
// $given.change (map): the entry of the journal, e.g. {"id": "c4", "cause": "fold", "at_micros": 1767949200000000, "messages": [], "facts": [], "facts_gone": []}
//
// Returns: one row if it was written: version; none if something moved
// Index: namespace_name, session_name, summary_session
CYPHER replan=skip
MATCH (n:Namespace {name: $namespace})
SET n.lock = true
WITH n
WHERE n.version = $given.version AND (n.turn IS NULL OR n.turn = $given.turn OR n.turn_until < $given.clock)
CALL (n) {
  UNWIND $given.summaries AS row
  MERGE (of:Session {namespace: $namespace, name: row.session})
  MERGE (s:Summary {namespace: $namespace, session: row.session})
  SET s.lines = row.lines, s.covers_micros = row.covers, s.covers_seq = row.seq, s.quoted = row.quoted
  MERGE (of)-[:HAS_SUMMARY]->(s)
}
CREATE (c:Change {namespace: $namespace, version: $given.version + 1})
SET c += $given.change, c.at = datetime({epochSeconds: 0}) + duration({microseconds: $given.change.at_micros})
SET n.version = $given.version + 1, n.written = $given.write
REMOVE n.turn, n.turn_until
RETURN n.version AS version
