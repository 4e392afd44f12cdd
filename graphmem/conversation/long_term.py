"""What stands behind a conversation: a memory that keeps what leaves it, and brings back what a turn needs.

What was brought back is not what somebody said. A block of memory that a framework hands in again, as a message among
others, is told by its markers and kept out; so is the program's own system text.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, TypeVar

from graphmem import texts
from graphmem.context.builder import build
from graphmem.context.lines import CLOSE, OPEN, message_line
from graphmem.context.policies import HALF
from graphmem.context.rendering import Draft
from graphmem.context.rendering import memory as memory_block
from graphmem.conversation.held import Held
from graphmem.errors import InvalidInput, NotFound
from graphmem.memory.asynchronous import AsyncMemory
from graphmem.memory.border import whole
from graphmem.memory.engine import utc_now
from graphmem.memory.memory import Memory
from graphmem.tokens import TokenCounter
from graphmem.types import Context, Fact, Message, Recall, TokenBudget

R = TypeVar("R")
T = TypeVar("T")

_log = logging.getLogger("graphmem")

#: Facts and turns looked at for what is brought back.
LIMIT = 20


@dataclass(frozen=True, slots=True)
class BroughtBack:
    """A block of text for a system message, "" when there is nothing, and the facts and messages it tells."""

    text: str
    facts: tuple[Fact, ...] = ()
    messages: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class LongTerm:
    """A memory, and the session in it that a conversation belongs to; at most `tokens` are brought back for a turn.

    What leaves the conversation is remembered, unless it matters less than `least_importance` (a message that does not say how much
    it matters counts half); with `at_once`, every message is, when it comes. The memory's namespace is fixed where it is opened:
    nothing said in a conversation can name another. It is not closed here.
    """

    memory: Memory | AsyncMemory
    session: str = "default"
    tokens: int = 500
    at_once: bool = False
    least_importance: float = 0.0

    def __post_init__(self) -> None:
        if not isinstance(self.memory, Memory | AsyncMemory):
            raise InvalidInput(f"a memory must be a Memory or an AsyncMemory, not {type(self.memory).__name__}")
        whole(self.tokens, "tokens", least=0)
        if not 0 <= self.least_importance <= 1:
            raise InvalidInput(f"least_importance must lie in [0, 1], not {self.least_importance!r}")

    async def remember(self, said: Sequence[Held[Any]]) -> None:
        """Keep what people and tools said; the same again changes nothing, since each has its time."""
        told = [_own_words(one) for one in _spoken(said) if self._matters(one)]
        if not told:
            return
        try:
            await self._call(Memory.remember_many, told)
        except InvalidInput:
            for one in told:
                await self._remember_or_not(one)

    async def _remember_or_not(self, fields: Mapping[str, Any]) -> None:
        """What memory refuses to keep, as redaction may have it do, is not kept; it must not stand in the way of the rest."""
        try:
            await self._call(Memory.remember_many, [fields])
        except InvalidInput as error:
            _log.warning("a message that left a conversation was not remembered: %s", error)

    async def recall(self, question: str, *, limit: int = LIMIT, before: Sequence[Held[Any]] = ()) -> Recall:
        """What memory holds for a question; what was said `before` it tells what "And hers?" means."""
        turns = [_own_words(one) for one in _spoken(before)]
        found: Recall = await self._call(Memory.recall, question, limit=limit, turns=turns)
        return found

    async def bring_back(
        self,
        turn: str,
        *,
        counter: TokenCounter,
        tokens: int | None = None,
        held: Iterable[Message] = (),
        before: Sequence[Held[Any]] = (),
    ) -> BroughtBack:
        """What memory holds for a turn, in at most so many tokens; messages that are `held` anyway are left out."""
        most = self.tokens if tokens is None else tokens
        there = {_place(message) for message in held}
        found = await self.recall(turn, before=before)
        found = replace(found, messages=tuple(one for one in found.messages if _place(one) not in there))
        context = build(
            turn,
            recall=found,
            window=(),
            summary=None,
            budget=TokenBudget(counter.chat([{"role": "user", "content": turn}]) + most),
            counter=counter,
            now=utc_now(),
            self_name=await self.user_name(),
        )
        return _shown(context, found)

    async def newest(self, limit: int, *, counter: TokenCounter) -> BroughtBack:
        """The last messages of the session, as many as fit, where there is no turn to ask memory about."""
        said: Sequence[Message] = await self._call(Memory.messages, session=self.session, limit=limit)
        now, name = utc_now(), await self.user_name()
        lines = [message_line(one, frozenset(), counter=counter, now=now, self_name=name) for one in said]
        first = 0
        while counter.text(text := memory_block(Draft(turn="", now=now, messages=tuple(lines[first:])))) > self.tokens:
            first += 1
        return BroughtBack(text, messages=tuple(said[first:]))

    async def user_name(self) -> str | None:
        """What the user is called; None when memory knows no user."""
        try:
            user = await self._call(Memory.entity, "me")
        except NotFound:
            return None
        name: str = user.name
        return name

    def _matters(self, one: Held[Any]) -> bool:
        return (HALF if one.said.importance is None else one.said.importance) >= self.least_importance

    async def _call(self, method: Callable[..., R], *given: Any, **named: Any) -> R:
        if isinstance(self.memory, AsyncMemory):
            answer: R = await getattr(self.memory, method.__name__)(*given, **named)
            return answer
        return await asyncio.to_thread(method, self.memory, *given, **named)


def _spoken(said: Sequence[Held[Any]]) -> list[Held[Any]]:
    """What people and tools said: neither the program's own text nor a memory's."""
    return [one for one in said if one.said.role != "system" and not brought_back(one.said)]


def is_block(text: str) -> bool:
    """Whether a system message's text says what was remembered, by its markers, which nothing remembered can hold."""
    return OPEN in text and CLOSE in text


def brought_back(message: Message) -> bool:
    """Whether a message is nothing but what a memory said, handed in again."""
    marked = message.role == "system" and is_block(message.text)
    return marked or (_block().search(message.text) is not None and not without_blocks(message.text))


def without_blocks(text: str) -> str:
    """A text without what a context says was remembered, where a framework put that and the turn into one message."""
    return _block().sub("", text).strip()


def _place(message: Message) -> tuple[object, ...]:
    return message.role, message.text, message.at


def _shown(context: Context, found: Recall) -> BroughtBack:
    head = context.chat[0]
    if head["role"] != "system":
        return BroughtBack("")
    ids = {one for section in context.sections for one in section.ids}
    return BroughtBack(
        str(head["content"]),
        tuple(fact for fact in found.facts if fact.id in ids),
        tuple(message for message in found.messages if message.id in ids),
    )


def _own_words(one: Held[Any]) -> Mapping[str, Any]:
    said = one.fields.get("content")
    return {**one.fields, "content": without_blocks(said)} if isinstance(said, str) and OPEN in said else one.fields


@cache
def _block() -> re.Pattern[str]:
    """From the words that introduce what is remembered to its closing marker, which nothing within it can be."""
    return re.compile(re.escape(texts.prompt("memory")) + r"\s*" + OPEN + ".*?" + CLOSE, re.DOTALL)
