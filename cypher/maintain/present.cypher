// The typed relationships of facts whose hour has come: what began or ended by the mere passing of time.
//
// $namespace (string): whose memory is written, e.g. "ada"
// $now (integer): the present, in microseconds since 1970, e.g. 1767949200000000
//
// Returns: one row: how many facts were looked at again
// Index: namespace_name, fact_turning
MATCH (n:Namespace {name: $namespace})
CALL (n) {
  MATCH (f:Fact {namespace: $namespace})
  USING INDEX SEEK f:Fact(namespace, turns_micros)
  WHERE f.turns_micros <= $now
  RETURN collect(f) AS turning
}
SET n.lock = true
WITH turning
CALL (turning) {
  UNWIND turning AS f
  MATCH (f)-[:SUBJECT]->(a:Entity), (f)-[:OBJECT]->(b:Entity)
  WITH f.id AS fact, a, b
  // As a path of one: else a plan made while nothing was there reads every relationship of the database.
  MATCH (a)-[path*1..1]->(b)
  WITH fact, path[0] AS r WHERE r.fact_id = fact DELETE r
}
CALL (turning) {
  UNWIND turning AS f
  CALL (f) {
    MATCH (f)-[:HOLDS]->(p:Period)
    UNWIND [p.start_micros, p.end_micros] AS moment
    WITH moment
    WHERE moment > $now
    RETURN min(moment) AS turns
  }
  SET f.turns_micros = turns
  WITH f
  WHERE f.type IS NOT NULL
  MATCH (f)-[:SUBJECT]->(a:Entity), (f)-[:OBJECT]->(b:Entity)
  CALL (f) {
    MATCH (f)-[:HOLDS]->(p:Period)
    WHERE (p.start_micros IS NULL OR p.reaches_back OR p.start_micros <= $now) AND (p.end_micros IS NULL OR p.end_micros > $now)
    RETURN p ORDER BY p.number LIMIT 1
  }
  CREATE (a)-[r:$(f.type)]->(b)
  SET r.fact_id = f.id, r.predicate = f.predicate, r.valid_from = p.start, r.valid_to = p.end
}
RETURN size(turning) AS turned
