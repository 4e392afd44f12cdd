"""An end to asking: a memory that is closed begins no new call, and only those on their way are waited for.

A worker may have many calls before it when the memory is closed. What it cannot ask any more it leaves in the queue.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from graphmem.errors import ModelError
from graphmem.llm.metered import Metered
from graphmem.llm.protocol import Form, Piece, Purpose, Reply
from graphmem.types import ChatMessage


class Ended(ModelError):
    """Nothing is asked any more, which says nothing of the model: rules do not take over, the message waits."""


class Ending:
    """A memory's own view of a model that it may share with others, until it is ended."""

    def __init__(self, model: Metered) -> None:
        self.metered = model
        self._ended = False

    @property
    def name(self) -> str:
        """The model's name."""
        return self.metered.name

    def end(self) -> None:
        """Begin no call any more."""
        self._ended = True

    def context_length(self, purpose: Purpose) -> int | None:
        """As the model says."""
        return self.metered.context_length(purpose)

    def complete(
        self,
        messages: Sequence[ChatMessage],
        *,
        purpose: Purpose,
        form: Form | None = None,
        most_tokens: int | None = None,
        tools: Sequence[Mapping[str, Any]] = (),
    ) -> Reply:
        """The model's reply.

        Raises:
            Ended: when it was ended.
            ModelError, ConfigError, InvalidInput: as the model raises.
        """
        self._ask()
        return self.metered.complete(messages, purpose=purpose, form=form, most_tokens=most_tokens, tools=tools)

    def stream(
        self,
        messages: Sequence[ChatMessage],
        *,
        purpose: Purpose,
        most_tokens: int | None = None,
        tools: Sequence[Mapping[str, Any]] = (),
    ) -> Iterator[Piece]:
        """The reply piece by piece; errors as of `complete`."""
        self._ask()
        yield from self.metered.stream(messages, purpose=purpose, most_tokens=most_tokens, tools=tools)

    def _ask(self) -> None:
        if self._ended:
            raise Ended("the memory was closed before this was read")
