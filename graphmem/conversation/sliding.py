"""So many messages at a time; who leaves is the caller's to say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from graphmem.conversation.base import Conversation
from graphmem.conversation.dialects import CHAT, Dialect
from graphmem.conversation.held import Held, lone_results, partners
from graphmem.conversation.long_term import LongTerm
from graphmem.conversation.selecting import Selector, removed
from graphmem.conversation.stats import Stats
from graphmem.errors import InvalidInput
from graphmem.memory.border import whole

T = TypeVar("T")


class Sliding(Conversation[T]):
    """A conversation of at most `size` messages. When one more comes, `removal_selector` is given those that may go, oldest first,
    and chooses one or several; without one, the oldest goes that is no system text. A call goes with its results.

    >>> import asyncio
    >>> async def story():
    ...     talk = Sliding(2)
    ...     await talk.add({"role": "system", "content": "Be brief."})
    ...     await talk.add_many({"role": "user", "content": f"Turn {number}."} for number in range(5))
    ...     return [message["content"] for message in talk]
    >>> asyncio.run(story())
    ['Be brief.', 'Turn 4.']
    """

    kind = "sliding"

    def __init__(
        self,
        size: int,
        *,
        removal_selector: Selector[T] | None = None,
        behind: LongTerm | None = None,
        dialect: Dialect[Any] = CHAT,
        model: str | None = None,
    ) -> None:
        super().__init__(dialect, behind=behind, model=model)
        self.size = whole(size, "size", least=1)
        self._selector = removal_selector

    def stats(self) -> Stats:
        """The conversation in numbers, with its limit."""
        return replace(super().stats(), most_messages=self.size)

    async def _leaving(self, new: Held[T]) -> list[Held[T]]:
        together = partners(self._held, new)
        if len(together) > self.size:
            raise InvalidInput(
                f"a call and its results are {len(together)} messages, and this window holds {self.size}; make it larger"
            )
        staying = [one for one in self._held if one not in together]
        left: list[Held[T]] = []
        while len(staying) + len(together) > self.size:
            left += removed(staying, self._selector)
            staying = [one for one in staying if one not in left]
        return left + lone_results([one for one in self._held if one not in left])
