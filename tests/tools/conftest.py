"""A memory of Ada's, and her tools."""

from __future__ import annotations

from datetime import timedelta

import pytest

from graphmem import Memory
from graphmem.testing import FixedClock, PlainExtractor
from graphmem.tools import Tools
from tests.closing import closed


@pytest.fixture
def memory() -> Memory:
    """Told nothing yet; the clock moves on by a minute each time it is asked."""
    return Memory.open(
        "sqlite:///:memory:",
        namespace="ada",
        user_name="Ada",
        extractor=PlainExtractor(),
        embedder="none",
        clock=FixedClock("2024-06-03T12:00:00+00:00", step=timedelta(minutes=1)),
    )


@pytest.fixture
def tools(memory: Memory) -> Tools:
    """All tools of that memory."""
    return Tools(memory)


__all__ = ["closed"]
