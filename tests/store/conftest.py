"""One contract for every store: a new one is a line in `OPENERS`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from graphmem.store import Store, open_store

OPENERS: dict[str, Callable[[Path], Store]] = {
    "sqlite-file": lambda folder: open_store(f"sqlite:///{folder}/memory.db"),
    "sqlite-memory": lambda _: open_store("sqlite:///:memory:"),
}


@pytest.fixture(params=sorted(OPENERS))
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store of each kind."""
    opened = OPENERS[request.param](tmp_path)
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
