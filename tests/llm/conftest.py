"""An endpoint and a model behind it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graphmem.llm.openai_compatible import OpenAIChat
from tests.llm.endpoint import Endpoint, serving


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
