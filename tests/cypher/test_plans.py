"""How the server finds what statements ask for, in a database with many facts: by the indexes their headers name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from neo4j import Driver

from graphmem import texts
from graphmem.store import open_store
from graphmem.texts import CypherStatement
from tests.conftest import LONG
from tests.cypher.neo4j_server import Server, count_anew, empty
from tests.cypher.planning import READ, WHOLE, WRITE, examples, plan, scans

pytestmark = pytest.mark.neo4j

FACTS, FEW = 100_000 if LONG else 5_000, 5

#: Each fact of a hub, with the message and the statement it comes from, its words and its key.
_FILL = """
UNWIND range(1, $facts) AS i
CALL (i) {
  MERGE (hub:Entity {namespace: $namespace, id: 'hub'})
  CREATE (m:Message:Work {namespace: $namespace, id: 'm' + i, key: 'k' + i, session: 's' + (i % 50), seq: i, at_micros: i,
                          text: 'Tom number ' + i + ' lives here.', state: 'waiting', attempts: 0, generation: 1})
  CREATE (x:Extraction {namespace: $namespace, message: 'm' + i, keys: [], lefts: [], rights: []})
  CREATE (s:Statement {namespace: $namespace, message: 'm' + i, number: 0, subject: 'n:tom ' + i, object: 'n:here',
                       slot: 'slot' + i, fact: 'f' + i})
  CREATE (e:Entity {namespace: $namespace, id: 'e' + i, name: 'Tom ' + i, kind: 'Person'})
  CREATE (k:Key {namespace: $namespace, key: 'n:tom ' + i})
  CREATE (f:Fact {namespace: $namespace, id: 'f' + i, subject: 'e' + i, object: 'hub', rank: toString(i), sentence: 'Tom lives here',
                  nature: 'state', importance: 0.5, recorded_at: datetime(), turns_micros: i})
  CREATE (f)-[:HOLDS]->(:Period {namespace: $namespace, number: 0})
  CREATE (f)-[:SUBJECT]->(e), (f)-[:OBJECT]->(hub), (f)-[:STATED_IN]->(m), (x)-[:STATES]->(s), (k)-[:NAMES]->(e)
  CREATE (d:Document:FactText {namespace: $namespace, kind: 'fact', id: 'f' + i, number: i, length: 3})
  CREATE (t:Term {namespace: $namespace, kind: 'fact', term: 'w' + i, documents: 1})-[:IN {uses: 1}]->(d)
  CREATE (:Change {namespace: $namespace, version: i, id: 'c' + i})
} IN TRANSACTIONS OF 1000 ROWS
"""


@pytest.fixture(scope="module", autouse=True)
def filled(server: Server, driver: Driver) -> Iterator[None]:
    """A database with many facts, emptied afterwards."""
    empty(server)
    open_store(server.url).close()
    with driver.session() as session:
        session.run(_FILL, {"namespace": "ada", "facts": FACTS}).consume()
    count_anew(driver)
    yield
    empty(server)


@pytest.fixture(scope="module")
def shapes(driver: Driver) -> dict[str, str]:
    """How a plan shows each index: its label and properties."""
    rows = driver.execute_query(
        "SHOW INDEXES YIELD name, labelsOrTypes, properties WHERE size(labelsOrTypes) = 1"
    ).records
    return {row["name"]: f"{row['labelsOrTypes'][0]}({', '.join(row['properties'])})" for row in rows}


@pytest.mark.parametrize("statement", [*READ, *WRITE], ids=lambda each: each.name)
def test_a_statement_looks_at_no_more_than_it_asks_for(driver: Driver, statement: CypherStatement) -> None:
    """No statement of the store reads all nodes, of a label, of an index or at all."""
    assert scans(plan(driver, statement)) == WHOLE.get(statement.name, [])


@pytest.mark.parametrize("statement", [*READ, *WRITE], ids=lambda each: each.name)
def test_a_statement_uses_the_indexes_its_header_names(
    driver: Driver, statement: CypherStatement, shapes: dict[str, str]
) -> None:
    """Each of them."""
    named = [] if statement.index.startswith("none") else statement.index.split(", ")
    found = plan(driver, statement)

    assert [name for name in named if shapes[name] not in found] == []


@pytest.mark.parametrize("name", ["asked", "facts_about", "all_facts", "all_entities", "journal"])
def test_what_is_limited_reads_no_more_than_its_limit_needs(driver: Driver, name: str) -> None:
    """CASES 32: the first few in the index's order, however many facts a hub or a namespace has."""
    statement = texts.statement(f"read/{name}")
    few = {"entities": ["hub"], "as_of": None, "each": FEW, "limit": FEW}
    given = {
        each: {**value, **few} if isinstance(value, dict) else few.get(each, value)
        for each, value in examples(statement).items()
    }

    ran = driver.execute_query(f"PROFILE {statement.text.removeprefix('CYPHER replan=skip')}", given)

    assert FEW < _hits(ran.summary.profile) < FACTS / 2


def _in_session(name: str, session: str) -> dict[str, Any]:
    """What a statement that is asked of one session is given, the last message of "s1" and no more than one being asked for."""
    last = FACTS - 49
    few = {
        "session": session,
        "limit": 1,
        "before": 1,
        "at": 0,
        "seq": 0,
        "ids": [f"m{last if session == 's1' else 'x'}"],
    }
    given = examples(texts.statement(name))
    if name == "write/append":
        [message] = given["given"]["messages"]
        stored = {**message, "session": session, "id": "new", "key": "new", "at": FACTS + 1}
        return {**given, "given": {**given["given"], "messages": [stored], "before": 1, "followers": 1, "least": 1}}
    return {each: few.get(each, value) for each, value in given.items()}


@pytest.mark.parametrize("name", ["read/window", "read/following", "read/tasks", "write/append"])
def test_a_long_session_is_read_no_further_than_is_asked(driver: Driver, name: str) -> None:
    """A message and a context cost no more in a session of a hundred messages than in one of a few."""
    hits = []
    for session in ("s1", "nowhere"):
        with driver.session() as asking, asking.begin_transaction() as transaction:
            text = texts.statement(name).text.removeprefix("CYPHER replan=skip")
            ran = transaction.run(f"PROFILE {text}", _in_session(name, session)).consume()
            hits.append(_hits(ran.profile))
            transaction.rollback()

    assert 0 < hits[0] - hits[1] < FACTS / 50


def _hits(profile: Any) -> int:
    """How often a plan that was run touched the database."""
    return int(profile["args"].get("DbHits", 0)) + sum(map(_hits, profile.get("children", [])))


@pytest.mark.parametrize("statement", texts.statements(), ids=lambda each: each.name)
def test_every_statement_is_understood(driver: Driver, statement: CypherStatement) -> None:
    """By each release of the server."""
    assert plan(driver, statement)
