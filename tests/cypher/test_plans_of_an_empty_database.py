"""How the server finds what statements ask for while nothing is there yet.

Some of these plans stay (`replan=skip`), so what they look at must not be all that comes to be there.
"""

from __future__ import annotations

import pytest
from neo4j import Driver

from graphmem import texts
from graphmem.store import open_store
from graphmem.texts import CypherStatement
from tests.cypher.neo4j_server import Server, count_anew, empty
from tests.cypher.planning import READ, WHOLE, WRITE, plan, scans

pytestmark = pytest.mark.neo4j


@pytest.fixture(scope="module", autouse=True)
def emptied(server: Server, driver: Driver) -> None:
    """A database with the schema alone, and no plan of a fuller one."""
    empty(server)
    open_store(server.url).close()
    count_anew(driver)


@pytest.mark.parametrize("statement", [*READ, *WRITE, texts.statement("maintain/present")], ids=lambda each: each.name)
def test_a_plan_made_on_an_empty_database_scans_nothing(driver: Driver, statement: CypherStatement) -> None:
    """Neither nodes nor relationships."""
    assert scans(plan(driver, statement)) == WHOLE.get(statement.name, [])
