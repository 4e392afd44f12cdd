"""A conversation to look at: it shows what the other holds as it changes, and refuses to change it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Generic, NoReturn, TypeVar

from graphmem.conversation.protocol import ConversationMemory
from graphmem.conversation.stats import Stats
from graphmem.errors import InvalidInput

T = TypeVar("T")


class ReadOnly(Generic[T]):
    """A view of a conversation."""

    def __init__(self, source: ConversationMemory[T]) -> None:
        self._source = source

    @property
    def messages(self) -> list[T]:
        """What the conversation holds now."""
        return self._source.messages

    def stats(self) -> Stats:
        """The conversation in numbers."""
        return self._source.stats()

    def snapshot(self) -> dict[str, Any]:
        """All it holds, as data."""
        return self._source.snapshot()

    def read_only(self) -> ReadOnly[T]:
        """Itself."""
        return self

    def __len__(self) -> int:
        return len(self._source)

    def __iter__(self) -> Iterator[T]:
        return iter(self._source)

    async def add(self, message: T) -> None:
        """Refused, as every change is.

        Raises:
            InvalidInput: always.
        """
        self._refuse(message)

    async def add_many(self, messages: Iterable[T]) -> None:
        """Refused."""
        self._refuse(messages)

    async def insert(self, index: int, message: T) -> None:
        """Refused."""
        self._refuse(index, message)

    async def delete(self, message: T) -> bool:
        """Refused."""
        self._refuse(message)

    async def clear(self) -> None:
        """Refused."""
        self._refuse()

    def restore(self, state: Mapping[str, Any]) -> None:
        """Refused."""
        self._refuse(state)

    def _refuse(self, *_given: object) -> NoReturn:
        raise InvalidInput("this view of a conversation is read only; change the conversation itself")
