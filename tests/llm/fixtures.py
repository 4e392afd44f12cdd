"""A model on the wire for tests: an endpoint, the real client on it, and a memory that has it to ask."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from graphmem import Memory
from graphmem.llm.openai_compatible import OpenAIChat
from graphmem.testing import FixedClock, PlainExtractor
from tests.llm.endpoint import Endpoint, serving

__all__ = ["NOW", "advised", "endpoint", "model"]

#: When it is, for the memory.
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    """A server that answers as it is told."""
    with serving() as server:
        yield server


@pytest.fixture
def model(endpoint: Endpoint) -> Iterator[OpenAIChat]:
    """The real client on it, which tries nothing twice."""
    with OpenAIChat("m", base_url=endpoint.url, retries=0, timeout=5) as chat:
        yield chat


@pytest.fixture
def advised(model: OpenAIChat) -> Iterator[Memory]:
    """Ada's memory, read by rules, with the model to ask."""
    with Memory.open(
        "sqlite:///:memory:",
        namespace="ada",
        user_name="Ada",
        extractor=PlainExtractor(),
        llm=model,
        clock=FixedClock(NOW),
    ) as opened:
        yield opened
