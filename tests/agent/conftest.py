"""An agent's model on the wire, and its memory."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from graphmem import Memory
from graphmem.llm.openai_compatible import OpenAIChat
from graphmem.testing import FixedClock, PlainExtractor
from tests.llm.endpoint import Endpoint, serving

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    """A server that answers as it is told."""
    with serving() as server:
        yield server


@pytest.fixture
def model(endpoint: Endpoint) -> Iterator[OpenAIChat]:
    """The client to it."""
    with OpenAIChat("m", base_url=endpoint.url, retries=0, timeout=5) as client:
        yield client


@pytest.fixture
def memory() -> Iterator[Memory]:
    """Ada's memory, read by rules."""
    with Memory.open(
        "sqlite:///:memory:", namespace="ada", user_name="Ada", extractor=PlainExtractor(), clock=FixedClock(NOW)
    ) as opened:
        yield opened
