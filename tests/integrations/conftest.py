"""Each adapter is driven as its framework drives it; where the framework is not installed, its tests say so and skip.

`.ci/run` installs the frameworks beside everything else and runs these tests there.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from graphmem import Memory
from graphmem.testing import FixedClock, PlainExtractor
from tests.closing import closed


@pytest.fixture
def opened() -> Callable[..., Memory]:
    """Opens a memory of Ada's; the clock moves on by a minute each time it is asked, from one opening to the next."""
    clock = FixedClock("2024-06-03T12:00:00+00:00", step=timedelta(minutes=1))

    def open_memory(url: str = "sqlite:///:memory:") -> Memory:
        return Memory.open(
            url,
            namespace="ada",
            user_name="Ada",
            extractor=PlainExtractor(),
            embedder="none",
            clock=clock,
        )

    return open_memory


@pytest.fixture
def memory(opened: Callable[..., Memory]) -> Memory:
    """Told nothing yet."""
    return opened()


__all__ = ["closed"]
