"""One Neo4j server of each tested release, started once for all tests that ask for it."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from neo4j import Driver

from tests.cypher.neo4j_server import (
    Nothing,
    Release,
    Server,
    choose,
    connect,
    running,
    this_machine,
    unavailable,
    wanted,
)


def _label(release: Release | None) -> str:
    return "given" if release is None else release.version


@pytest.fixture(scope="session", params=wanted(os.environ), ids=_label)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server; skips, or fails with GRAPHMEM_REQUIRE_NEO4J=1, where none can be had."""
    source = choose(request.param, this_machine())
    if isinstance(source, Nothing):
        unavailable(source.reason, required=os.environ.get("GRAPHMEM_REQUIRE_NEO4J") == "1")
    with running(source, tmp_path_factory.mktemp("neo4j")) as started:
        yield started


@pytest.fixture(scope="session")
def driver(server: Server) -> Iterator[Driver]:
    """A driver logged in to the server."""
    with connect(server) as connected:
        yield connected
