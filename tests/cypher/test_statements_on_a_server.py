"""The shipped statements on a real server: what the headers promise is what the server does."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from neo4j import READ_ACCESS, Driver
from neo4j.exceptions import ClientError, ConstraintError

from graphmem import texts
from graphmem.texts import CypherStatement
from tests.cypher import story

pytestmark = pytest.mark.neo4j

SCHEMA = [each for each in texts.statements() if each.name.startswith("schema/")]
EXPLORE = [each for each in texts.statements() if each.name.startswith("explore/")]


def examples(statement: CypherStatement) -> dict[str, Any]:
    """The example of each parameter, as its header gives it."""
    return {parameter.name: parameter.example for parameter in statement.parameters}


def run(driver: Driver, statement_name: str, /, **changed: object) -> list[dict[str, Any]]:
    """The rows of a statement run read-only with its examples, some of them changed."""
    statement = texts.statement(statement_name)
    with driver.session(default_access_mode=READ_ACCESS) as session:
        return session.run(statement.text, examples(statement) | changed).data()


@pytest.fixture(scope="module", autouse=True)
def told(driver: Driver) -> None:
    """The story, then the schema: an index filled when it is made has counted what is in it, which plans depend on."""
    story.tell(driver)
    for statement in SCHEMA:
        driver.execute_query(statement.text)
    driver.execute_query("CALL db.awaitIndexes(60)")


def schema_names(driver: Driver) -> set[str]:
    """The names of everything the server keeps by constraint or index."""
    return {name for row in driver.execute_query("SHOW INDEXES YIELD name").records for name in row.values()}


def index_shapes(driver: Driver) -> dict[str, str]:
    """How a plan shows each index: its label and properties."""
    rows = driver.execute_query(
        "SHOW INDEXES YIELD name, labelsOrTypes, properties WHERE size(labelsOrTypes) = 1"
    ).records
    return {row["name"]: f"{row['labelsOrTypes'][0]}({', '.join(row['properties'])})" for row in rows}


def test_the_schema_can_be_applied_again(driver: Driver) -> None:
    """Opening a store applies it each time."""
    before = schema_names(driver)

    for statement in SCHEMA:
        driver.execute_query(statement.text)

    assert schema_names(driver) == before


@pytest.mark.parametrize("statement", SCHEMA, ids=lambda each: each.name)
def test_a_schema_statement_makes_the_index_its_header_names(driver: Driver, statement: CypherStatement) -> None:
    """The header is documentation that a server has checked."""
    assert statement.index.removeprefix("it makes ") in schema_names(driver)


@pytest.mark.parametrize("statement", EXPLORE, ids=lambda each: each.name)
def test_an_exploration_uses_the_indexes_its_header_names(driver: Driver, statement: CypherStatement) -> None:
    """The planner looks where the header says, and nowhere reads all nodes, of a label or at all."""
    shapes = index_shapes(driver)
    with driver.session() as session:
        plan = str(session.run(f"EXPLAIN {statement.text}", examples(statement)).consume().plan)

    assert [name for name in statement.index.split(", ") if shapes[name] not in plan] == [], plan
    assert "AllNodesScan" not in plan
    assert "NodeByLabelScan" not in plan


@pytest.mark.parametrize("statement", EXPLORE, ids=lambda each: each.name)
def test_an_exploration_finds_rows_with_its_own_examples(driver: Driver, statement: CypherStatement) -> None:
    """A reader who pastes the examples sees something, and the columns that the header lists."""
    rows = run(driver, statement.name)

    assert rows
    assert all(column in statement.returns for column in rows[0])


@pytest.mark.parametrize("statement", EXPLORE, ids=lambda each: each.name)
def test_an_exploration_stays_in_its_namespace(driver: Driver, statement: CypherStatement) -> None:
    """The same story stands in a second namespace, and changes nothing; an unknown one is empty."""
    rows = run(driver, statement.name)
    facts = [row["sentence"] for row in rows if "sentence" in row]

    assert len(facts) == len(set(facts))
    assert run(driver, statement.name, namespace="nobody") == []


def test_the_timeline_of_a_slot_shows_what_followed_what(driver: Driver) -> None:
    """Porto ended when Lisbon began."""
    rows = run(driver, "explore/slot_timeline")

    assert [(row["sentence"], row["followed_by"]) for row in rows] == [
        ("Ana lived in Porto", "Ana lives in Lisbon"),
        ("Ana lives in Lisbon", None),
    ]


def test_who_someone_is_leaves_out_what_ended(driver: Driver) -> None:
    """Ana is Ada's sister, works at Feedzai, lives in Lisbon and visited Ada; Porto is over, and the studies were an error."""
    rows = run(driver, "explore/who_is", name="my sister")

    assert {row["sentence"] for row in rows} == {
        "Ana is Ada's sister",
        "Ana works at Feedzai",
        "Ana lives in Lisbon",
        "Ana visited Ada",
    }


def test_what_changed_since_march_is_what_was_learned_and_what_was_given_up(driver: Driver) -> None:
    """Lisbon was learned, and that Ana studied at Feedzai is believed no more."""
    rows = run(driver, "explore/changed_since")

    assert [(row["change"], row["sentence"]) for row in rows] == [
        ("learned", "Ana lives in Lisbon"),
        ("retracted", "Ana studies at Feedzai"),
    ]


def test_a_past_moment_shows_what_was_true_then(driver: Driver) -> None:
    """In February Ana lived in Porto, and an unstated start reaches back."""
    rows = run(driver, "explore/as_of", moment=datetime(2026, 1, 1, tzinfo=UTC))

    assert {row["sentence"] for row in rows} == {"Ana is Ada's sister", "Ana works at Feedzai", "Ana lived in Porto"}


def test_provenance_quotes_the_words(driver: Driver) -> None:
    """Offsets cut the message where the fact is stated."""
    quotes = {row["sentence"]: row["quote"] for row in run(driver, "explore/provenance")}

    assert quotes["Ana lives in Lisbon"] == "moved to Lisbon"
    assert quotes["Ana works at Feedzai"] == "works at Feedzai"


def test_the_path_from_ada_to_feedzai_goes_by_ana(driver: Driver) -> None:
    """Two facts at a time connect them; what was retracted does not."""
    rows = run(driver, "explore/path_between")

    assert [row["entities"] for row in rows] == [["Ada", "Ana", "Feedzai"]] * 2
    assert [row["sentences"] for row in rows] == [
        ["Ana is Ada's sister", "Ana works at Feedzai"],
        ["Ana visited Ada", "Ana works at Feedzai"],
    ]


def test_a_reading_session_refuses_a_write(driver: Driver) -> None:
    """The server enforces what the folder says."""
    with driver.session(default_access_mode=READ_ACCESS) as session, pytest.raises(ClientError) as refused:
        session.run("CREATE (:Entity {namespace: 'ada', id: 'e9'})").consume()

    assert refused.value.code == "Neo.ClientError.Statement.AccessMode"


def test_an_identity_cannot_be_taken_twice(driver: Driver) -> None:
    """Two entities with one id in one namespace are refused, in two namespaces they are not."""
    with pytest.raises(ConstraintError):
        driver.execute_query("CREATE (:Entity {namespace: 'ada', id: 'e1'})")
