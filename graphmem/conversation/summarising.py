"""What left the window in short, and the window: the summary grows by blocks, as that of a memory's session does.

Without a compressor it is made of sentences that were said, in the words they were said in. With one, of whatever that makes of
the summary so far and what left now: `told_by` has a chat model do it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Iterable, Mapping, Sequence
from dataclasses import replace
from inspect import isawaitable
from typing import Any, Protocol, TypeVar

from graphmem import texts
from graphmem.context.lines import plain, speaker, summary_text
from graphmem.context.summary import LONGEST, due, fold
from graphmem.conversation import snapshots
from graphmem.conversation.base import Conversation
from graphmem.conversation.dialects import CHAT, Dialect
from graphmem.conversation.held import Held, lone_results, partners
from graphmem.conversation.long_term import LongTerm
from graphmem.conversation.stats import Stats
from graphmem.errors import ModelError
from graphmem.llm.lines import flat, slot
from graphmem.llm.protocol import ChatModel
from graphmem.llm.repairs import without_wrapping
from graphmem.memory.border import whole
from graphmem.types import Message, Summary, SummaryLine, ToolCallPart, ToolResultPart

T = TypeVar("T")

#: Characters of one message that a model is shown, and tokens it may need more than are kept.
SHOWN, MORE = 2000, 100

#: What stands over the summary in the conversation.
HEADING = "Earlier in this conversation, in short:"

_log = logging.getLogger("graphmem")


class Compressor(Protocol):
    """Makes few words of many: the summary so far and the messages that leave now become the next summary.

    It may be a coroutine function. What it gives beyond `tokens` is cut at the end of a line. Raising `ModelError` says "not now":
    the messages stay, and are given again with the next.
    """

    def __call__(self, so_far: str, left: Sequence[Message], *, tokens: int) -> str | Awaitable[str]: ...


def told_by(model: ChatModel) -> Compressor:
    """A compressor that has a chat model keep the summary, as memory itself does."""

    async def compress(so_far: str, left: Sequence[Message], *, tokens: int) -> str:
        lines = [slot({"summary": line}) for line in so_far.splitlines()]
        lines += [slot({"message": one.text[:SHOWN], "by": speaker(one, None)}) for one in left]
        prompt = [
            {"role": "system", "content": texts.prompt("summarise")},
            {"role": "user", "content": "\n".join(lines)},
        ]
        reply = await asyncio.to_thread(model.complete, prompt, purpose="summarise", most_tokens=tokens + MORE)
        if reply.finish == "refusal":
            raise ModelError(f"{model.name} would not")
        said = (flat(line.strip(" \t-*•#")) for line in without_wrapping(reply.text).splitlines())
        return "\n".join(line for line in said if line)

    return compress


class Summarising(Conversation[T]):
    """A conversation of a summary, as a system message that comes first, and at least the last `keep` messages word for word.

    Whenever `block` more are held, so many leave for the summary, which has at most `tokens`. System messages stay, unless
    `keep_system` says otherwise. With `keep=0, block=1` only the summary is held.

    >>> import asyncio
    >>> from datetime import datetime
    >>> async def story():
    ...     talk = Summarising(keep=1, block=2)
    ...     await talk.add({"role": "user", "content": "My sister Ana lives in Porto.", "at": datetime(2024, 3, 4)})
    ...     await talk.add({"role": "assistant", "content": "Noted."})
    ...     await talk.add({"role": "user", "content": "She likes jazz."})
    ...     return [message["content"] for message in talk]
    >>> asyncio.run(story())
    ['Earlier in this conversation, in short:\\n- 4 March 2024, User: My sister Ana lives in Porto.', 'She likes jazz.']
    """

    kind = "summarising"

    def __init__(
        self,
        *,
        keep: int = 10,
        block: int = 10,
        tokens: int = 300,
        compressor: Compressor | None = None,
        keep_system: bool = True,
        behind: LongTerm | None = None,
        dialect: Dialect[Any] = CHAT,
        model: str | None = None,
    ) -> None:
        super().__init__(dialect, behind=behind, model=model)
        self._keep, self._block = whole(keep, "keep", least=0), whole(block, "block", least=1)
        self._tokens = whole(tokens, "tokens", least=1)
        self._compressor, self._keep_system = compressor, keep_system
        self._quoted: list[Held[T]] = []
        self.summary = ""

    @property
    def messages(self) -> list[T]:
        """The summary as a system message, if anything left; then what is held."""
        return [*self._head(), *super().messages]

    def stats(self) -> Stats:
        """The conversation in numbers, its summary among them."""
        head = sum(self._counter.message(self.dialect.read(one)) for one in self._head())
        found = super().stats()
        return replace(found, messages=len(self.messages), tokens_used=found.tokens_used + head)

    async def add_many(self, messages: Iterable[T]) -> None:
        """Hold messages in this order; what leaves of all of them is folded at once."""
        given = list(messages)
        if not given:
            return
        async with self._changing:
            before = self._held[:]
            try:
                came = [self._place(len(self._held), message) for message in given]
                left = await self._leaving(came[-1])
            except BaseException:
                self._held = before
                raise
            await self._depart(left, came=came)

    async def insert(self, index: int, message: T) -> None:
        """Hold a message at a place among `messages`; never before the summary."""
        await super().insert(max(0, index - 1) if self.summary and index >= 0 else index, message)

    async def delete(self, message: T) -> bool:
        """Drop one message of those held; the summary message drops the summary."""
        if self.summary and _says(self.dialect.read(message)) == _says(self.dialect.read(self._head()[0])):
            self.summary, self._quoted = "", []
            return True
        return await super().delete(message)

    def reset(self) -> None:
        """Drop everything at once, the summary too."""
        super().reset()
        self.summary, self._quoted = "", []

    async def _leaving(self, new: Held[T]) -> list[Held[T]]:  # noqa: ARG002  # who leaves is counted from the oldest
        spoken = [one for one in self._held if not (self._keep_system and one.said.role == "system")]
        waiting = _waiting(spoken)
        ready = [one for one in spoken if one not in waiting]
        leaving = due([one.said for one in ready], keep=max(0, self._keep - len(waiting)), block=self._block)
        # Where nothing is to stay, all that is whole leaves: a call with its results may be more than a block.
        left = ready if not self._keep and len(ready) >= self._block else ready[: len(leaving)]
        try:
            await self._fold(left)
        except ModelError as error:
            _log.warning("%d messages stay in the conversation until they can be summarised: %s", len(left), error)
            left = []
        return left + lone_results([one for one in self._held if one not in left])

    async def _fold(self, left: Sequence[Held[T]]) -> None:
        if not left:
            return
        if self._compressor is None:
            covered = [*self._quoted, *left]
            said = [one.said for one in covered]
            lines = fold(said, counter=self._counter, limit_tokens=self._tokens).lines or self._newest(said)
            kept = {line.message_id for line in lines}
            self._quoted = [one for one in covered if one.said.id in kept]
            self.summary = "\n".join(summary_text(line.at, line.speaker, line.text) for line in lines)
            return
        told = self._compressor(self.summary, [one.said for one in left], tokens=self._tokens)
        self.summary = self._within(await told if isawaitable(told) else told)

    def _newest(self, said: Sequence[Message]) -> tuple[SummaryLine, ...]:
        """The newest of what was said, where no sentence of it tells enough to be chosen: little is better than nothing."""
        lines: list[SummaryLine] = []
        left = self._tokens
        for one in reversed([one for one in said if one.text.strip() and one.role != "tool"]):
            line = SummaryLine(one.id, one.at, speaker(one, None), plain(one.text)[:LONGEST])
            left -= self._counter.text(summary_text(line.at, line.speaker, line.text) + "\n")
            if left < 0:
                break
            lines.append(line)
        return tuple(reversed(lines))

    def _within(self, told: str) -> str:
        """As many of the lines as fit."""
        lines = told.splitlines()
        while lines and self._counter.text("\n".join(lines)) > self._tokens:
            lines.pop()
        return "\n".join(lines)

    def _head(self) -> list[T]:
        return [self.dialect.system(f"{HEADING}\n{self.summary}")] if self.summary else []

    def _summary(self) -> Summary | None:
        if not self.summary or not self._numbers:
            return None
        at = self._held[0].said.at if self._held else self._said_at(0)
        lines = tuple(SummaryLine("", at, "", line.removeprefix("- ")) for line in self.summary.splitlines())
        return Summary(self._session(), lines, (at, 0))

    def _own_state(self) -> Mapping[str, Any]:
        quoted = [snapshots.dumped(one, self.dialect) for one in self._quoted]
        return {"summary": self.summary, "quoted": quoted}

    def _restore_own(self, state: Mapping[str, Any]) -> None:
        session = self._session()
        self._quoted = [snapshots.loaded(one, self.dialect, session=session) for one in state["quoted"]]
        self.summary = str(state["summary"])


def _says(fields: Mapping[str, Any]) -> tuple[object, object]:
    return fields.get("role"), fields.get("content")


def _waiting(held: Sequence[Held[T]]) -> list[Held[T]]:
    """The last call with the results it has so far, if it waits for more."""
    last = partners(held, held[-1]) if held else ()
    parts = [part for one in last for part in one.said.parts]
    calls = sum(isinstance(part, ToolCallPart) for part in parts)
    return list(last) if calls > sum(isinstance(part, ToolResultPart) for part in parts) else []
