"""A host's side of the protocol, spoken by the official client; where it is not installed, nothing of this is collected."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec

import pytest

from graphmem import Memories
from graphmem.testing import FixedClock, PlainExtractor
from tests.closing import closed

collect_ignore_glob = [] if find_spec("mcp") else ["test_*.py"]


@pytest.fixture
def memories() -> Iterator[Memories]:
    """A store of two people who speak of the same names; what is Bob's is marked."""
    with Memories.open(
        "sqlite:///:memory:",
        extractor=PlainExtractor(),
        embedder="none",
        clock=FixedClock("2024-06-03T12:00:00+00:00"),
    ) as opened:
        opened.of("ada", user_name="Ada").remember_many(
            [{"content": "Ana lives in Lisbon."}, {"content": "I like Fado."}]
        )
        opened.of("bob", user_name="Bob").remember_many(
            [{"content": "Ana lives in MARKER."}, {"content": "I like MARKER."}]
        )
        yield opened


__all__ = ["closed"]
