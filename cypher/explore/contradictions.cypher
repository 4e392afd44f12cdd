// What was said and then unsaid: taken back by a message, or contradicted by a fact that says the contrary of it.
//
// $namespace (string): whose memory is read, e.g. "ada"
//
// Returns: one row for each: sentence, how ("taken back", "contradicted"), instead (the words or the fact that did so), at
// Index: fact_recorded
CALL () {
  MATCH (f:Fact {namespace: $namespace})
  WHERE f.recorded_at IS NOT NULL
  MATCH (f)-[s:STATED_IN {stance: 'retracts'}]->(m:Message)
  RETURN f, 'taken back' AS how, substring(m.text, s.start, s.end - s.start) AS instead, m.at AS at
  UNION
  MATCH (f:Fact {namespace: $namespace})
  WHERE f.recorded_at IS NOT NULL
  // Fact by fact, or a server may begin with what superseded what in every namespace.
  CALL (f) {
    MATCH (g:Fact)-[s:SUPERSEDES]->(f)
    WHERE g.positive <> f.positive OR g.predicate <> f.predicate
    RETURN g.sentence AS instead, s.at AS at
  }
  RETURN f, 'contradicted' AS how, instead, at
}
RETURN f.sentence AS sentence, how, instead, at
ORDER BY at, sentence, how, f.id
