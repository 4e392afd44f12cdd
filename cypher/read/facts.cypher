// Facts by id, with their periods and sources.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $ids (list of strings): ids of facts, e.g. ["f1"]
//
// Returns: one row for each that there is: fact
// Index: fact_id, statement_fact
UNWIND $ids AS id
MATCH (f:Fact {namespace: $namespace, id: id})
WHERE f.sentence IS NOT NULL
WITH DISTINCT f
RETURN f {.id, .slot, .subject, .subject_name, .predicate, .object, .object_name, .value, .sentence, .nature, .positive, .certainty,
          .person, .confidence, .importance, .category, .said_micros, .recorded_micros, .retracted_micros,
          periods: [(f)-[:HOLDS]->(p:Period) | p {.number, .start_micros, .start_granularity, .start_stated, .end_micros,
                                                  .end_granularity, .ended_by, .reaches_back}],
          sources: COLLECT {
            MATCH (s:Statement {namespace: $namespace, fact: f.id})
            RETURN [s.at_micros, s.session, s.seq, s.message, s.number, s.quote_start, s.quote_end, s.stance]
          }} AS fact
