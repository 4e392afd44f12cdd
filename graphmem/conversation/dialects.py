"""How somebody writes a message: as chat endpoints do, or as the classes of a framework.

A conversation keeps messages as it was given them and hands the same ones back. What it needs to know of one, who spoke, what
was said, which call a result answers, a dialect reads from it, in the words that `Memory.remember_many` takes.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Protocol, TypeVar

T = TypeVar("T")

Chat = Mapping[str, Any]
"""A message with the fields of `Memory.remember`, or as a chat endpoint writes it."""


class Dialect(Protocol[T]):
    """Reads and writes messages of one kind."""

    def read(self, message: T) -> Chat:
        """The message as `Memory.remember_many` takes it."""

    def system(self, text: str) -> T:
        """A message of the system that says this."""

    def dump(self, message: T) -> Any:
        """The message as plain data, for a snapshot."""

    def load(self, data: Any) -> T:
        """The message again."""


class ChatDialect:
    """Messages as mappings. They are copied on their way in and out of snapshots."""

    def read(self, message: Chat) -> Chat:
        """As it is."""
        return message

    def system(self, text: str) -> Chat:
        """As chat endpoints write it."""
        return {"role": "system", "content": text}

    def dump(self, message: Chat) -> Any:
        """A copy; a time in it stays one."""
        return deepcopy(dict(message))

    def load(self, data: Any) -> Chat:
        """A copy."""
        return deepcopy(dict(data))


CHAT = ChatDialect()
