"""The last messages, turns or tokens, or those that matter most: the policies that windows of a memory have too."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from graphmem.context.policies import kept
from graphmem.conversation.base import Conversation
from graphmem.conversation.dialects import CHAT, Dialect
from graphmem.conversation.held import Held, arranged, with_units
from graphmem.conversation.long_term import LongTerm
from graphmem.conversation.stats import Stats
from graphmem.errors import InvalidInput
from graphmem.memory.border import shown
from graphmem.types import ByPriority, LastMessages, LastTokens, LastTurns

T = TypeVar("T")

Keeps = LastMessages | LastTurns | LastTokens | ByPriority


class Windowed(Conversation[T]):
    """A conversation of what a policy keeps: `LastMessages(20)`, `LastTurns(5)`, `LastTokens(4000)` or `ByPriority(8000)`.

    A tool's result is never held without its call, so a window never begins with one; a call and its results that have no room
    together both leave.

    >>> import asyncio
    >>> async def story():
    ...     talk = Windowed(LastMessages(2))
    ...     await talk.add_many({"role": "user", "content": f"Turn {number}."} for number in range(5))
    ...     return [message["content"] for message in talk]
    >>> asyncio.run(story())
    ['Turn 3.', 'Turn 4.']
    """

    kind = "windowed"

    def __init__(
        self,
        policy: Keeps,
        *,
        behind: LongTerm | None = None,
        dialect: Dialect[Any] = CHAT,
        model: str | None = None,
    ) -> None:
        super().__init__(dialect, behind=behind, model=model)
        if not isinstance(policy, Keeps):
            raise InvalidInput(
                f"a window must be LastMessages(n), LastTurns(n), LastTokens(n) or ByPriority(n), not {shown(policy)}"
            )
        self.policy = policy

    def stats(self) -> Stats:
        """The conversation in numbers, with its limit."""
        match self.policy:
            case LastMessages(count):
                return replace(super().stats(), most_messages=count)
            case LastTokens(tokens):
                return replace(super().stats(), most_tokens=tokens)
            case ByPriority(tokens, reserved):
                return replace(super().stats(), most_tokens=tokens - reserved)
        return super().stats()

    async def _leaving(self, new: Held[T]) -> list[Held[T]]:  # noqa: ARG002  # the policy goes by all
        chosen = kept(arranged(self._held).units, self.policy, counter=self._counter)
        staying = {one.number for one in with_units(self._held, chosen)}
        return [one for one in self._held if one.number not in staying]
