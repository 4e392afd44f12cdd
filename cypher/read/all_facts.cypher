// All facts as they are listed, with their periods and sources.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $as_of (integer): what holds at this moment, in microseconds since 1970; null: everything, e.g. 1767949200000000
// $limit (integer): how many are read at most, e.g. 20
//
// Returns: one row for each: fact
// Index: fact_rank, statement_fact
MATCH (f:Fact {namespace: $namespace})
WHERE f.rank IS NOT NULL AND ($as_of IS NULL OR EXISTS {
      MATCH (f)-[:HOLDS]->(p:Period)
      WHERE f.nature = 'event'
         OR (p.start_micros IS NULL OR p.reaches_back OR p.start_micros <= $as_of) AND (p.end_micros IS NULL OR p.end_micros > $as_of)
    })
WITH f ORDER BY f.namespace, f.rank LIMIT toInteger($limit)
RETURN f {.id, .slot, .subject, .subject_name, .predicate, .object, .object_name, .value, .sentence, .nature, .positive, .certainty,
          .person, .confidence, .importance, .category, .said_micros, .recorded_micros, .retracted_micros,
          periods: [(f)-[:HOLDS]->(p:Period) | p {.number, .start_micros, .start_granularity, .start_stated, .end_micros,
                                                  .end_granularity, .ended_by, .reaches_back}],
          sources: COLLECT {
            MATCH (s:Statement {namespace: $namespace, fact: f.id})
            RETURN [s.at_micros, s.session, s.seq, s.message, s.number, s.quote_start, s.quote_end, s.stance]
          }} AS fact
ORDER BY f.rank
