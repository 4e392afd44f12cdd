"""The shipped statements on a real server: what the headers promise is what the server does."""

from __future__ import annotations

import pytest
from neo4j import READ_ACCESS, Driver
from neo4j.exceptions import ClientError, ConstraintError

from graphmem import texts
from graphmem.texts import CypherStatement
from tests.cypher import story

pytestmark = pytest.mark.neo4j

SCHEMA = texts.statements("schema")


@pytest.fixture(scope="module", autouse=True)
def told(driver: Driver) -> None:
    """The story and the schema."""
    story.tell(driver)
    for statement in SCHEMA:
        driver.execute_query(statement.text)


def schema_names(driver: Driver) -> set[str]:
    """The names of everything the server keeps by constraint or index."""
    return {name for row in driver.execute_query("SHOW INDEXES YIELD name").records for name in row.values()}


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


def test_a_reading_session_refuses_a_write(driver: Driver) -> None:
    """The server enforces what the folder says."""
    with driver.session(default_access_mode=READ_ACCESS) as session, pytest.raises(ClientError) as refused:
        session.run("CREATE (:Entity {namespace: 'ada', id: 'e9'})").consume()

    assert refused.value.code == "Neo.ClientError.Statement.AccessMode"


def test_an_identity_cannot_be_taken_twice(driver: Driver) -> None:
    """Two entities with one id in one namespace are refused, in two namespaces they are not."""
    with pytest.raises(ConstraintError):
        driver.execute_query("CREATE (:Entity {namespace: 'ada', id: 'e1'})")
