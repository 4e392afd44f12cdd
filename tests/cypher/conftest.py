"""One Neo4j server of each tested release, shared by all tests that ask for it."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from neo4j import Driver

from graphmem.store import open_store
from graphmem.store.neo4j.store import Neo4jStore
from tests.cypher.neo4j_server import Server, Servers, connect, empty, label, wanted


@pytest.fixture(scope="session", params=wanted(os.environ), ids=label)
def server(request: pytest.FixtureRequest, neo4j_servers: Servers) -> Server:
    """A running server; skips, or fails with GRAPHMEM_REQUIRE_NEO4J=1, where none can be had."""
    return neo4j_servers.of(request.param)


@pytest.fixture(scope="session")
def driver(server: Server) -> Iterator[Driver]:
    """A driver logged in to the server."""
    with connect(server) as connected:
        yield connected


@pytest.fixture
def two(server: Server) -> Iterator[tuple[Neo4jStore, Neo4jStore]]:
    """Two stores on one server, as two processes have them."""
    empty(server)
    stores = open_store(server.url), open_store(server.url)
    assert all(isinstance(store, Neo4jStore) for store in stores)
    yield stores  # type: ignore[misc]  # asserted
    for store in stores:
        store.close()
