"""From the embedded store to a server and back: everything is equal, to the byte of an export."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from graphmem import Memories, Memory
from graphmem.store import holds_memory
from graphmem.testing import PlainExtractor
from tests.cypher.neo4j_server import Server, Servers, connect, empty, label, wanted
from tests.memory.test_copying import opened, replica, tell
from tests.memory.test_reembedding import Letters

pytestmark = pytest.mark.neo4j


@pytest.fixture(params=wanted(os.environ), ids=label)
def server(request: pytest.FixtureRequest, neo4j_servers: Servers) -> Server:
    """An emptied server of each release."""
    found = neo4j_servers.of(request.param)
    empty(found)
    return found


@pytest.fixture
def whole() -> Iterator[Memory]:
    """A memory with everything in it, in the embedded store."""
    extractor = PlainExtractor()
    with opened(extractor=extractor, embedder=Letters(), year=2025) as memories:
        memory = memories.of("ada", user_name="Ada")
        tell(memory, extractor)
        yield memory


def test_to_a_server_and_back(whole: Memory, server: Server) -> None:
    """The copy on the server equals the original, and so does the copy of the copy; also when it is made again."""
    with opened(server.url) as there, opened() as back:
        whole.copy(there.of("ada"))
        assert replica(there.of("ada")) == replica(whole)

        there.of("ada").copy(back.of("ada"))
        assert replica(back.of("ada")) == replica(whole)

        again = whole.copy(there.of("ada"))
        assert (again.new, again.same_ids) == (0, True)
        assert replica(there.of("ada")) == replica(whole)


def test_both_find_the_same(whole: Memory, server: Server) -> None:
    """By words, by vectors and by the graph."""
    with opened(server.url, embedder=Letters()) as there:
        whole.copy(there.of("ada"))
        now = whole._engine.clock()

        for query in ("Where does Ana live?", "What does Bob like?"):
            here, found = whole.recall(query, as_of=now), there.of("ada").recall(query, as_of=now)
            assert (found.facts, found.messages, found.entities) == (here.facts, here.messages, here.entities)


def test_what_is_true_now_is_drawn(whole: Memory, server: Server) -> None:
    """The typed relationships and what superseded what are those of a memory that was told on the server."""
    with opened(server.url) as there, opened(server.url, extractor=PlainExtractor()) as told:
        whole.copy(there.of("ada"))
        extractor = told._engine.extractor
        assert isinstance(extractor, PlainExtractor)
        tell(told.of("bob", user_name="Ada"), extractor)

        assert _drawn(server, "ada") == _drawn(server, "bob") != ([], [], [])


def _drawn(server: Server, namespace: str) -> tuple[list[str], ...]:
    queries = (
        "MATCH (a:Entity {namespace: $ns})-[r]->(b:Entity) WHERE r.fact_id IS NOT NULL "
        "RETURN a.name, type(r), b.name, toString(r.valid_from), toString(r.valid_to)",
        "MATCH (f:Fact {namespace: $ns})-[r:SUPERSEDES]->(g:Fact) RETURN f.sentence, g.sentence, toString(r.at)",
        "MATCH (m:Message {namespace: $ns})-[r:MENTIONS]->(e:Entity) RETURN m.text, r.surface, e.name, count(*)",
    )
    with connect(server) as driver:
        return tuple(sorted(map(repr, driver.execute_query(query, ns=namespace).records)) for query in queries)


def test_a_database_that_is_not_ours_is_left_alone(server: Server) -> None:
    """Looking whether there is a memory makes neither index nor node."""
    with opened(server.url) as there:
        assert isinstance(there, Memories)

    assert holds_memory(server.url)
    with connect(server) as driver:
        driver.execute_query("MATCH (g:Graphmem) DELETE g")
        try:
            before = driver.execute_query("SHOW INDEXES YIELD name RETURN count(*)").records[0][0]
            assert not holds_memory(server.url)
            assert driver.execute_query("MATCH (g:Graphmem) RETURN count(*)").records[0][0] == 0
            assert driver.execute_query("SHOW INDEXES YIELD name RETURN count(*)").records[0][0] == before
        finally:
            with opened(server.url):
                pass
