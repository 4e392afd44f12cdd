"""One contract for every store: a new one is a line in `OPENERS`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from graphmem.store import Store, open_store
from graphmem.store.sqlite.store import SQLiteStore
from tests.cypher.neo4j_server import Release, Servers, empty, label, wanted

Opener = Callable[[Path, Servers], Store]


def _neo4j(release: Release | None) -> Opener:
    """An emptied server of a release."""

    def opened(_: Path, servers: Servers) -> Store:
        server = servers.of(release)
        empty(server)
        return open_store(server.url)

    return opened


OPENERS: dict[str, Opener] = {
    "sqlite-file": lambda folder, _: open_store(f"sqlite:///{folder}/memory.db"),
    "sqlite-memory": lambda *_: open_store("sqlite:///:memory:"),
    **{label(release): _neo4j(release) for release in wanted(os.environ)},
}


def openers() -> list[Any]:
    """The names of the stores, those on a server marked so."""
    return [pytest.param(name, marks=[pytest.mark.neo4j] * name.startswith("neo4j")) for name in OPENERS]


@pytest.fixture(params=openers())
def store(request: pytest.FixtureRequest, tmp_path: Path, neo4j_servers: Servers) -> Iterator[Store]:
    """An empty store of each kind."""
    opened = OPENERS[request.param](tmp_path, neo4j_servers)
    yield opened
    opened.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a database can stand."""
    return tmp_path / "memory.db"


@pytest.fixture
def on_disk(path: Path) -> Iterator[Store]:
    """An empty SQLite store in a file."""
    opened = open_store(f"sqlite:///{path}")
    yield opened
    opened.close()


@pytest.fixture
def two(path: Path) -> Iterator[tuple[SQLiteStore, SQLiteStore]]:
    """Two stores on one file, as two processes have them."""
    stores = SQLiteStore(path), SQLiteStore(path)
    yield stores
    for store in stores:
        store.close()
