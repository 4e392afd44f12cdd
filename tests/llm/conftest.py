"""An endpoint and a model behind it."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.llm import llama
from tests.llm.fixtures import endpoint, model

__all__ = ["endpoint", "model", "server"]


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
