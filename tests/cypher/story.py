"""The story as a graph: Ada's sister Ana works at Feedzai and moved from Porto to Lisbon, as cypher/README.md draws it."""

from __future__ import annotations

from neo4j import Driver

NAMESPACE = "ada"

_SEED = """
UNWIND [$namespace, 'someone else'] AS namespace
CREATE (:Namespace {name: namespace, version: 3})
CREATE (s:Session {namespace: namespace, name: 's1'})
CREATE (m1:Message {namespace: namespace, id: 'm1', key: 'k1', session: 's1', role: 'user', seq: 1,
                    text: 'My sister Ana lives in Porto and works at Feedzai.', at: datetime('2026-01-10T09:00:00Z')})
CREATE (m2:Message {namespace: namespace, id: 'm2', key: 'k2', session: 's1', role: 'user', seq: 2,
                    text: 'Ana moved to Lisbon on 1 March.', at: datetime('2026-03-05T09:00:00Z')})
CREATE (s)-[:HAS_MESSAGE]->(m1), (s)-[:HAS_MESSAGE]->(m2), (m1)-[:NEXT]->(m2)
CREATE (ada:Entity:Person {namespace: namespace, id: 'e1', name: 'Ada', kind: 'Person', aliases: ['Ada'], is_self: true})
CREATE (ana:Entity:Person {namespace: namespace, id: 'e2', name: 'Ana', kind: 'Person', aliases: ['Ana', 'my sister']})
CREATE (porto:Entity:Place {namespace: namespace, id: 'e3', name: 'Porto', kind: 'Place', aliases: ['Porto']})
CREATE (lisbon:Entity:Place {namespace: namespace, id: 'e4', name: 'Lisbon', kind: 'Place', aliases: ['Lisbon']})
CREATE (feedzai:Entity:Organization {namespace: namespace, id: 'e5', name: 'Feedzai', kind: 'Organization',
                                     aliases: ['Feedzai']})
CREATE (m1)-[:MENTIONS {surface: 'Ana', start: 10, end: 13}]->(ana)
WITH *
UNWIND [
  {id: 'f1', from: ana, predicate: 'sister_of', to: ada, sentence: 'Ana is Ada\\'s sister', message: m1, quote: [0, 13]},
  {id: 'f2', from: ana, predicate: 'works_at', to: feedzai, sentence: 'Ana works at Feedzai', message: m1, quote: [33, 49]},
  {id: 'f3', from: ana, predicate: 'lives_in', to: porto, sentence: 'Ana lived in Porto', message: m1, quote: [14, 27],
   end: datetime('2026-03-01T00:00:00Z')},
  {id: 'f4', from: ana, predicate: 'lives_in', to: lisbon, sentence: 'Ana lives in Lisbon', message: m2, quote: [4, 19],
   start: datetime('2026-03-01T00:00:00Z')},
  {id: 'f5', from: ana, predicate: 'studies_at', to: feedzai, sentence: 'Ana studies at Feedzai', message: m1,
   quote: [33, 49], retracted: m2.at},
  {id: 'f6', from: ana, predicate: 'visited', to: ada, sentence: 'Ana visited Ada', message: m1, quote: [3, 13],
   nature: 'event'}
] AS row
WITH namespace, row, row.from AS subject, row.to AS object, row.message AS message
CREATE (f:Fact {namespace: namespace, id: row.id, slot: 'e2/' + row.predicate, predicate: row.predicate,
                sentence: row.sentence, nature: coalesce(row.nature, 'state'), positive: true, certainty: 'certain', person: true,
                importance: 0.5, recorded_at: message.at, retracted_at: row.retracted})
CREATE (f)-[:SUBJECT]->(subject), (f)-[:OBJECT]->(object)
CREATE (f)-[:STATED_IN {number: 0, start: row.quote[0], end: row.quote[1], stance: 'holds', certainty: 'certain'}]->(message)
FOREACH (_ IN CASE WHEN f.retracted_at IS NULL AND f.nature = 'state' THEN [1] ELSE [] END |
  CREATE (f)-[:HOLDS]->(:Period {namespace: namespace, start: coalesce(row.start, message.at),
                                 start_stated: row.start IS NOT NULL, end: row.end}))
WITH namespace, count(*) AS facts
MATCH (later:Fact {namespace: namespace, id: 'f4'}), (earlier:Fact {namespace: namespace, id: 'f3'})
CREATE (later)-[:SUPERSEDES {at: datetime('2026-03-01T00:00:00Z')}]->(earlier)
"""


def tell(driver: Driver) -> None:
    """Write the story into an empty database, twice: for Ada, and the same under another namespace."""
    driver.execute_query("MATCH (n) DETACH DELETE n")
    driver.execute_query(_SEED, {"namespace": NAMESPACE})
