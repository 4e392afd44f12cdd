"""Spans of calls, read back from OpenTelemetry's own exporter in memory."""

from __future__ import annotations

import sys

import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from graphmem import ConfigError, Memory, ModelError
from graphmem.llm.openai_compatible import OpenAIChat
from graphmem.llm.traced import Traced
from graphmem.types import ChatMessage
from tests.llm.endpoint import Endpoint, refusal

ASKED: list[ChatMessage] = [{"role": "user", "content": "a secret of Ada"}]


@pytest.fixture
def exporter() -> InMemorySpanExporter:
    """Keeps the spans."""
    return InMemorySpanExporter()


@pytest.fixture
def traced(model: OpenAIChat, exporter: InMemorySpanExporter) -> Traced:
    """The real client, traced."""
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    return Traced(model, provider=provider)


def test_a_call_is_a_span_with_its_tokens_and_without_its_text(
    endpoint: Endpoint, traced: Traced, exporter: InMemorySpanExporter
) -> None:
    """Model, purpose, tokens, and how it ended."""
    endpoint.say("a secret of Ana")

    traced.complete(ASKED, purpose="answer")
    assert "".join(map(str, traced.stream(ASKED, purpose="summarise"))).strip() == "a secret of Ana"

    complete, stream = exporter.get_finished_spans()
    assert complete.name == "chat m"
    assert dict(complete.attributes or {}) == {
        "gen_ai.operation.name": "chat",
        "gen_ai.request.model": "m",
        "graphmem.purpose": "answer",
        "gen_ai.usage.input_tokens": 11,
        "gen_ai.usage.output_tokens": 7,
        "gen_ai.response.finish_reasons": ("stop",),
    }
    assert (stream.attributes or {})["graphmem.purpose"] == "summarise"
    assert "secret" not in complete.to_json() + stream.to_json()


def test_a_failure_tells_its_type_alone(endpoint: Endpoint, traced: Traced, exporter: InMemorySpanExporter) -> None:
    """Its text may quote what was said."""
    endpoint.say(refusal(500, "cannot digest: a secret of Ada"))

    with pytest.raises(ModelError, match="secret"):
        traced.complete(ASKED, purpose="extract")

    [span] = exporter.get_finished_spans()
    assert (span.attributes or {})["error.type"] == "ModelError"
    assert not span.status.is_ok
    assert "secret" not in span.to_json()


def test_a_memory_takes_a_traced_model(endpoint: Endpoint, traced: Traced, exporter: InMemorySpanExporter) -> None:
    """Like any other."""
    endpoint.say('{"claims": []}')
    with Memory.open("sqlite:///:memory:", namespace="ada", extractor="llm", llm=traced) as memory:
        memory.remember("I like tea.")

    assert [(span.attributes or {})["graphmem.purpose"] for span in exporter.get_finished_spans()] == ["extract"]


def test_without_the_extra_it_is_named(model: OpenAIChat, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that one knows what to install."""
    monkeypatch.setitem(sys.modules, "opentelemetry", None)

    with pytest.raises(ConfigError, match="telemetry"):
        Traced(model)
