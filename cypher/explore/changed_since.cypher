// What memory learned, and what it stopped believing, since a moment.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $since (datetime): the moment from which on, e.g. "2024-01-01T00:00:00+00:00"
//
// Returns: one row for each change, oldest first: at, change ("learned", "retracted"), sentence
// Index: fact_recorded, fact_retracted
CALL () {
  MATCH (f:Fact {namespace: $namespace})
  WHERE f.recorded_at >= $since
  RETURN f, f.recorded_at AS at, 'learned' AS change
  UNION
  MATCH (f:Fact {namespace: $namespace})
  WHERE f.retracted_at >= $since
  RETURN f, f.retracted_at AS at, 'retracted' AS change
}
RETURN at, change, f.sentence AS sentence
ORDER BY at, change, f.id
