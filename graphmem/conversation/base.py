"""A conversation held in process: messages in order, of which a policy lets some leave.

What leaves, leaves for good: it is handed to the memory that stands behind the conversation, where there is one, and is no
longer held. A call leaves with its results, for neither means anything without the other.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from typing import Any, ClassVar, Generic, Self, TypeVar

from graphmem.context.builder import build
from graphmem.conversation import snapshots
from graphmem.conversation.dialects import Dialect
from graphmem.conversation.held import Held, arranged, hold, partners
from graphmem.conversation.long_term import LongTerm
from graphmem.conversation.read_only import ReadOnly
from graphmem.conversation.selecting import found
from graphmem.conversation.stats import Stats
from graphmem.errors import InvalidInput
from graphmem.memory import border
from graphmem.memory.engine import utc_now
from graphmem.tokens import counter_for
from graphmem.types import ChatMessage, Context, Query, Recall, Summary, TokenBudget, ToolCallPart, ToolResultPart

T = TypeVar("T")


class Conversation(Generic[T]):
    """What all conversations have in common. `kind` names a class in its snapshots.

    `dialect` reads the messages, `behind` is the memory that what leaves goes to, `model` names the model whose tokens count.
    One conversation is for one event loop; several tasks of it may share one.
    """

    kind: ClassVar[str]

    def __init__(self, dialect: Dialect[T], *, behind: LongTerm | None = None, model: str | None = None) -> None:
        if behind is not None and not isinstance(behind, LongTerm):
            raise InvalidInput(f"behind must be LongTerm(memory), not {border.shown(behind)}")
        counter = counter_for(model)
        self.dialect = dialect
        self.behind = behind
        self._counter = replace(counter, length=lru_cache(maxsize=4096)(counter.length))
        self._held: list[Held[T]] = []
        self._waiting: list[Held[T]] = []
        self._numbers = 0
        self._left = 0
        self._changing = asyncio.Lock()

    @property
    def messages(self) -> list[T]:
        """What is held, oldest first: a list of its own, with the very messages that were given."""
        return [one.given for one in self._held]

    async def add(self, message: T) -> None:
        """Hold a message as the newest; what has no more room leaves.

        Raises:
            InvalidInput: when it is no message, or can never fit; it is not held then.
        """
        await self._admit(None, message)

    async def add_many(self, messages: Iterable[T]) -> None:
        """Hold messages in this order, one after another."""
        for message in messages:
            await self.add(message)

    async def insert(self, index: int, message: T) -> None:
        """Hold a message at a place among those held, as `list.insert` does.

        Raises:
            InvalidInput: as of `add`.
        """
        await self._admit(border.whole(index, "index", least=-sys.maxsize), message)

    async def delete(self, message: T) -> bool:
        """Drop one message, the very one or else the first equal to it; whether it was there. Nothing of it is remembered.

        With a call go its results. A call whose result is dropped waits for another.
        """
        async with self._changing:
            one = found(self._held, message)
            if one is None:
                return False
            calls = any(isinstance(part, ToolCallPart) for part in one.said.parts)
            gone = partners(self._held, one) if calls else (one,)
            self._held = [held for held in self._held if held not in gone]
            return True

    async def clear(self) -> None:
        """Drop everything, once what was begun is done; what was remembered before stays remembered."""
        async with self._changing:
            self.reset()

    def reset(self) -> None:
        """Drop everything at once."""
        self._held = []

    async def end(self) -> None:
        """Let everything leave: the conversation is over, and what was said in it is remembered."""
        async with self._changing:
            await self._depart(self._held)

    def snapshot(self) -> dict[str, Any]:
        """All there is to hold, as data that JSON can carry where the dialect's messages are such data."""
        return {
            "kind": self.kind,
            "messages": [snapshots.dumped(one, self.dialect) for one in self._held],
            "waiting": [snapshots.dumped(one, self.dialect) for one in self._waiting],
            "numbers": self._numbers,
            "left": self._left,
            **self._own_state(),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Hold what a snapshot says, and nothing else.

        Raises:
            InvalidInput: when it is no snapshot of such a conversation; nothing has changed then.
        """
        session = self.behind.session if self.behind else "default"
        read = snapshots.read(state, self.kind, self.dialect, session=session)
        self._restore_own(state)
        self._held, self._waiting = read.messages, read.waiting
        self._numbers, self._left = read.numbers, read.left

    def stats(self) -> Stats:
        """The conversation in numbers."""
        return Stats(
            messages=len(self._held),
            tokens_used=sum(self._size(one) for one in self._held),
            left=self._left,
            waiting=len(self._waiting),
        )

    def copy(self) -> Self:
        """Another conversation that holds the same now, and goes its own way."""
        other = copy(self)
        other._held, other._waiting = self._held[:], self._waiting[:]
        other._changing = asyncio.Lock()
        return other

    def read_only(self) -> ReadOnly[T]:
        """A view that shows this conversation and refuses to change it."""
        return ReadOnly(self)

    async def recall(self, question: str, *, limit: int = 10) -> Recall:
        """What the memory behind holds for a question that comes after all that is held; nothing without one."""
        return await self._recall(question, limit=limit, before=self._held)

    async def recalled(self, turn: str | None = None, *, tokens: int | None = None) -> str:
        """What memory brings back for a turn, by default the newest of the user, as a block for a system message; "" if nothing."""
        asked = self._last_turn() if turn is None else turn
        if self.behind is None or not asked:
            return ""
        found = await self.behind.bring_back(
            asked,
            counter=self._counter,
            tokens=tokens,
            held=[one.said for one in self._held],
            before=self._window(spoken=turn is not None),
        )
        return found.text

    async def context(
        self,
        turn: str | None = None,
        *,
        budget: int | TokenBudget = 2000,
        system: str | None = None,
        reserve: int = 0,
        tools: Sequence[Mapping[str, Any]] = (),
    ) -> Context:
        """What to hand the model for a turn, inside the budget: what memory brings back, the window held here, the turn.

        Without `turn`, it is the newest message of the user, which then stands last and not in the window. System messages that
        are held stand at the top, after `system`.

        Raises:
            InvalidInput: when there is no turn, or system text, tools and turn alone exceed the budget.
        """
        asked = self._last_turn() if turn is None else border.text(turn, "turn")
        if not asked:
            raise InvalidInput("there is no turn: give one, or add the user's message first")
        texts = [system, *(one.said.text for one in self._held if one.said.role == "system")]
        before = self._window(spoken=turn is not None)
        shared = border.token_budget(budget, reserve)
        return build(
            asked,
            recall=await self._recall(asked, limit=max(20, min(100, shared.total // 40)), before=before),
            window=[one.said for one in before if one.said.role != "system"],
            summary=self._summary(),
            budget=shared,
            counter=self._counter,
            system="\n\n".join(text for text in texts if text) or None,
            tools=border.tools(tools),
            now=utc_now(),
            self_name=await self.behind.user_name() if self.behind else None,
        )

    def __len__(self) -> int:
        return len(self.messages)

    def __iter__(self) -> Iterator[T]:
        return iter(self.messages)

    async def _admit(self, index: int | None, message: T) -> None:
        async with self._changing:
            new = self._place(len(self._held) if index is None else index, message)
            try:
                left = await self._leaving(new)
            except BaseException:
                self._held = [one for one in self._held if one is not new]
                raise
            await self._depart(left, came=[new])

    async def _leaving(self, new: Held[T]) -> list[Held[T]]:  # noqa: ARG002  # what a class decides by
        """Which of those held leave now that `new` is among them; to refuse it, raise."""
        return []

    def _own_state(self) -> Mapping[str, Any]:
        """What a class keeps beside messages, for a snapshot."""
        return {}

    def _restore_own(self, state: Mapping[str, Any]) -> None:
        """Take that back."""

    def _summary(self) -> Summary | None:
        """What was folded of what left."""
        return None

    def _size(self, one: Held[T]) -> int:
        """A message's tokens in a chat, parted from nothing."""
        results = [part for part in one.said.parts if isinstance(part, ToolResultPart)]
        chat: list[ChatMessage] = [
            {"role": "tool", "tool_call_id": part.call_id, "content": part.content} for part in results
        ]
        chat = chat or [message for unit in arranged([one]).units for message in unit.chat]
        return sum(map(self._counter.message, chat))

    def _place(self, index: int, message: T) -> Held[T]:
        place = slice(index, None).indices(len(self._held))[0]
        new = hold(message, self.dialect, number=self._numbers, session=self._session(), at=self._said_at(place))
        self._numbers += 1
        self._held.insert(place, new)
        return new

    def _said_at(self, place: int) -> datetime:
        """Now; between others, when the one before was said, so that memory keeps the order."""
        if place == len(self._held):
            return utc_now()
        return self._held[max(0, place - 1)].said.at

    def _session(self) -> str:
        return self.behind.session if self.behind else "default"

    async def _depart(self, left: Sequence[Held[T]], *, came: Sequence[Held[T]] = ()) -> None:
        """Hold them no longer, and tell memory what it is to know by now."""
        self._held = [one for one in self._held if one not in left]
        self._left += len(left)
        if self.behind is not None:
            self._waiting += came if self.behind.at_once else left
            await self.behind.remember(self._waiting)
            self._waiting = []

    async def _recall(self, question: str, *, limit: int, before: Sequence[Held[T]]) -> Recall:
        if self.behind is None:
            return Recall(Query(border.text(question, "question"), utc_now()))
        return await self.behind.recall(question, limit=limit, before=before)

    def _last_turn(self) -> str:
        return next((one.said.text for one in reversed(self._held) if one.said.role == "user"), "")

    def _window(self, *, spoken: bool) -> list[Held[T]]:
        """What stands before the turn: all, or what came before the newest message of the user if that is the turn."""
        if spoken:
            return self._held
        last = max(number for number, one in enumerate(self._held) if one.said.role == "user")
        return self._held[:last]
