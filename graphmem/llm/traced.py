"""Calls of a chat model as OpenTelemetry spans: which model, for what, how many tokens, whether it failed; never what was said.

Attributes are named as OpenTelemetry's conventions for generative models name them, beside `graphmem.purpose`. Spans go wherever the
program that uses graphmem sends its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from graphmem.errors import ConfigError
from graphmem.llm.protocol import ChatModel, Form, Piece, Purpose, Reply
from graphmem.types import ChatMessage

if TYPE_CHECKING:
    from opentelemetry.trace import Span, TracerProvider


class Traced:
    """A chat model each of whose calls is a span, of the provider given, else the program's own. Needs the extra `telemetry`."""

    def __init__(self, model: ChatModel, *, provider: TracerProvider | None = None) -> None:
        try:
            from opentelemetry import trace
        except ImportError as error:
            raise ConfigError('spans need the extra telemetry: pip install "graphmem[telemetry]"') from error
        self._model = model
        self._tracer = trace.get_tracer("graphmem", tracer_provider=provider)

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model.name

    def context_length(self, purpose: Purpose) -> int | None:
        """As the model says."""
        return self._model.context_length(purpose)

    def complete(
        self,
        messages: Sequence[ChatMessage],
        *,
        purpose: Purpose,
        form: Form | None = None,
        most_tokens: int | None = None,
        tools: Sequence[Mapping[str, Any]] = (),
    ) -> Reply:
        """The model's reply, and a span with its tokens; errors as the model raises."""
        with self._span(purpose) as span:
            reply = self._model.complete(messages, purpose=purpose, form=form, most_tokens=most_tokens, tools=tools)
            span.set_attribute("gen_ai.usage.input_tokens", reply.usage.prompt)
            span.set_attribute("gen_ai.usage.output_tokens", reply.usage.completion)
            span.set_attribute("gen_ai.response.finish_reasons", [reply.finish])
            return reply

    def stream(
        self,
        messages: Sequence[ChatMessage],
        *,
        purpose: Purpose,
        most_tokens: int | None = None,
        tools: Sequence[Mapping[str, Any]] = (),
    ) -> Iterator[Piece]:
        """The reply piece by piece, a span until its end; errors as the model raises."""
        with self._span(purpose):
            yield from self._model.stream(messages, purpose=purpose, most_tokens=most_tokens, tools=tools)

    @contextmanager
    def _span(self, purpose: Purpose) -> Iterator[Span]:
        """A span that tells of an error its type alone, since its text may quote a reply."""
        from opentelemetry.trace import SpanKind, StatusCode

        told = {"gen_ai.operation.name": "chat", "gen_ai.request.model": self.name, "graphmem.purpose": purpose}
        span = self._tracer.start_span(f"chat {self.name}", kind=SpanKind.CLIENT, attributes=told)
        try:
            yield span
        except Exception as error:
            span.set_attribute("error.type", type(error).__name__)
            span.set_status(StatusCode.ERROR)
            raise
        finally:
            span.end()
