"""What a chat model is to graphmem: messages in, text out, and what it cost.

Everything that asks a model goes through `ChatModel`; nothing else knows who serves it. A purpose goes along, so that a
cheap model can extract and a better one answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from graphmem.types import ChatMessage, ToolCallPart

Purpose = Literal["extract", "summarise", "answer"]
"""What a model is asked for; each may be given a model of its own."""

Finish = Literal["stop", "length", "refusal"]
"""How a reply ended: by itself, at the token limit, or because the model would not."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call, as the server counted them, 0 where it did not say."""

    prompt: int = 0
    completion: int = 0


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model answered; `calls` are the tools it wants called first."""

    text: str
    finish: Finish = "stop"
    usage: Usage = field(default_factory=Usage)
    calls: tuple[ToolCallPart, ...] = ()


Piece = str | ToolCallPart
"""What comes of a reply as it is made: text in pieces, each call to a tool whole."""


@dataclass(frozen=True, slots=True)
class Form:
    """The form a reply should have: a JSON schema and its name."""

    name: str
    schema: Mapping[str, Any]


class ChatModel(Protocol):
    """A chat model. Safe to share between threads."""

    @property
    def name(self) -> str:
        """Which model answers for the purpose "extract"."""

    def complete(
        self,
        messages: Sequence[ChatMessage],
        *,
        purpose: Purpose,
        form: Form | None = None,
        most_tokens: int | None = None,
        tools: Sequence[Mapping[str, Any]] = (),
    ) -> Reply:
        """One reply. With a `form`, the server is asked for JSON in it, as strictly as it can; `tools` are those it may want called.

        Raises:
            ModelError: when there is no reply now: no server, no answer in time, too many calls. Asking later may help.
            ConfigError: when asking again cannot help: a wrong key, a model that does not exist.
            InvalidInput: when the messages are longer than the model can read.
        """

    def stream(
        self,
        messages: Sequence[ChatMessage],
        *,
        purpose: Purpose,
        most_tokens: int | None = None,
        tools: Sequence[Mapping[str, Any]] = (),
    ) -> Iterator[Piece]:
        """The reply piece by piece, as it comes, calls to tools last; the same errors, at the first piece or later."""

    def context_length(self, purpose: Purpose) -> int | None:
        """How many tokens the model reads and writes in all; None when nobody says."""
