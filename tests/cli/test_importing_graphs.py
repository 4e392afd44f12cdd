"""`graphmem import` of a graph on a server, as people type it."""

from __future__ import annotations

import os

import pytest

from tests.cli.conftest import Run
from tests.cypher.neo4j_server import Server, Servers, connect, empty, wanted
from tests.formats.graphs import graphiti

pytestmark = pytest.mark.neo4j


@pytest.fixture
def server(neo4j_servers: Servers) -> Server:
    """A server with graphs of two people."""
    found = neo4j_servers.of(wanted(os.environ)[-1])
    empty(found)
    with connect(found) as driver:
        graphiti(driver, "ada")
        graphiti(driver, "bob", who="Eva")
    return found


def test_one_persons_part_of_a_graph(run: Run, server: Server) -> None:
    """What it is and what became of it is said, never the password; again, nothing is new."""
    ran = run("import", server.url, "--format", "graphiti", "--group", "ada")
    again = run("import", server.url, "--group", "ada", "--json")

    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[0].endswith(": graphiti graph of 'ada'.")
    assert "Imported: 7 messages new, 0 known already, 0 bad" in ran.out
    assert server.password not in ran.out
    assert '"new": 0' in again.out
    assert "Ana lives in Lisbon" in run("facts").out


def test_the_log_in_may_come_from_the_settings(run: Run, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """As for a memory on a server."""
    monkeypatch.setenv("GRAPHMEM_NEO4J_USER", server.user)
    monkeypatch.setenv("GRAPHMEM_NEO4J_PASSWORD", server.password)

    assert run("import", server.uri, "--group", "bob").code == 0


def test_what_is_wrong_is_said_in_a_line(run: Run, server: Server) -> None:
    """Several people's graph, a graph that is another's, and a file that is no graph."""
    several = run("import", server.url)
    other = run("import", server.url, "--format", "agent-memory")
    file = run("import", "chat.jsonl", "--format", "graphiti")

    assert (several.code, other.code) == (1, 1)
    assert "belongs to several: 'ada', 'bob'" in several.err
    assert "Looked for agent-memory" in other.err
    assert (file.code, file.err) == (
        1,
        "graphmem: graphiti is read from a server; give its address as neo4j://user:password@host:7687\n",
    )


def test_copying_from_a_database_without_a_memory_is_refused(run: Run, server: Server) -> None:
    """Nothing is made in it."""
    with connect(server) as driver:
        driver.execute_query("MATCH (g:Graphmem) DELETE g")
    ran = run("copy", server.url, "copy.db")

    assert ran.code == 1
    assert "there is no memory at" in ran.err
    assert server.password not in ran.err
