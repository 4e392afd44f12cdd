"""Everything that was said."""

from __future__ import annotations

from typing import Any, TypeVar

from graphmem.conversation.base import Conversation
from graphmem.conversation.dialects import CHAT, Dialect
from graphmem.conversation.long_term import LongTerm

T = TypeVar("T")


class Unbounded(Conversation[T]):
    """A conversation that nothing leaves until it is told to `end`.

    >>> import asyncio
    >>> async def story():
    ...     talk = Unbounded()
    ...     await talk.add_many([{"role": "user", "content": "Hi!"}, {"role": "assistant", "content": "Hello, Ada."}])
    ...     await talk.insert(0, {"role": "system", "content": "Be brief."})
    ...     return [message["role"] for message in talk]
    >>> asyncio.run(story())
    ['system', 'user', 'assistant']
    """

    kind = "unbounded"

    def __init__(
        self, *, behind: LongTerm | None = None, dialect: Dialect[Any] = CHAT, model: str | None = None
    ) -> None:
        super().__init__(dialect, behind=behind, model=model)
