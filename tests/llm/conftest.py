"""An endpoint and a model behind it."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from graphmem.llm.openai_compatible import OpenAIChat
from tests.llm import llama
from tests.llm.endpoint import Endpoint, serving


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    """A server that answers as it is told."""
    with serving() as server:
        yield server


@pytest.fixture(scope="session")
def server() -> Iterator[llama.Llama]:
    """A real server, once for all tests; without one they skip, or fail where GRAPHMEM_REQUIRE_LLM says that one must be had."""
    reason = llama.missing()
    if reason and os.environ.get("GRAPHMEM_REQUIRE_LLM") == "1":
        pytest.fail(reason)
    if reason:
        pytest.skip(reason)
    with llama.serving() as running:
        yield running


@pytest.fixture
def model(endpoint: Endpoint) -> Iterator[OpenAIChat]:
    """The real client on it, which tries nothing twice."""
    with OpenAIChat("m", base_url=endpoint.url, retries=0, timeout=5) as chat:
        yield chat
