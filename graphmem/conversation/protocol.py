"""What every conversation can do, whatever it keeps: for programs that take any of them, and for classes of your own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol, TypeVar

from graphmem.conversation.stats import Stats

T = TypeVar("T")


class ConversationMemory(Protocol[T]):
    """The messages of one conversation, as far as they are kept."""

    @property
    def messages(self) -> list[T]:
        """What is held, oldest first: a list of its own, with the very messages that were given."""

    async def add(self, message: T) -> None:
        """Hold a message as the newest."""

    async def add_many(self, messages: Iterable[T]) -> None:
        """Hold messages in this order."""

    async def insert(self, index: int, message: T) -> None:
        """Hold a message at a place among those held, as `list.insert` does."""

    async def delete(self, message: T) -> bool:
        """Drop one message; whether it was there. Its call's results go with a call."""

    async def clear(self) -> None:
        """Drop everything."""

    def snapshot(self) -> dict[str, Any]:
        """All there is to hold, as data."""

    def restore(self, state: Mapping[str, Any]) -> None:
        """Hold what a snapshot says, and nothing else."""

    def stats(self) -> Stats:
        """It all in numbers."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[T]: ...
