"""An agent's model on the wire, and its memory."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graphmem import Memory
from graphmem.testing import FixedClock, PlainExtractor
from tests.llm.fixtures import NOW, endpoint, model

__all__ = ["endpoint", "memory", "model"]


@pytest.fixture
def memory() -> Iterator[Memory]:
    """Ada's memory, read by rules."""
    with Memory.open(
        "sqlite:///:memory:", namespace="ada", user_name="Ada", extractor=PlainExtractor(), clock=FixedClock(NOW)
    ) as opened:
        yield opened
