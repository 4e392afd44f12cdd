"""graphmem in AutoGen: a memory that agents ask before they answer, and a model context that remembers what leaves it.

    memory = GraphmemMemory(Memory.open("sqlite:///assistant.db", namespace="ada", user_name="Ada"))
    context = GraphmemContext(LastMessages(20), memory=memory.memory, session="s1")
    agent = AssistantAgent("assistant", model_client=client, memory=[memory], model_context=context)

Both are components: their configuration names where the memory is, never a password, and no message can name another.
What they put into a context is not what somebody said, and neither learns it again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, Self, TypeVar

from graphmem.conversation import LongTerm
from graphmem.conversation.held import Held, hold
from graphmem.integrations import autogen_content
from graphmem.integrations.autogen_config import NOTES, GraphmemMemoryConfig, dumped
from graphmem.integrations.autogen_context import AUTOGEN, GraphmemContext
from graphmem.integrations.needed import needed
from graphmem.integrations.sessions import forget_all
from graphmem.memory.border import whole
from graphmem.memory.memory import Memory
from graphmem.tokens import counter_for

with needed("autogen", "autogen_core"):
    from autogen_core import CancellationToken, Component
    from autogen_core.memory import Memory as AutoGenMemory
    from autogen_core.memory import MemoryContent, MemoryQueryResult, UpdateContextResult
    from autogen_core.model_context import ChatCompletionContext
    from autogen_core.models import LLMMessage, SystemMessage, UserMessage

__all__ = ["GraphmemContext", "GraphmemMemory", "GraphmemMemoryConfig"]

R = TypeVar("R")


class GraphmemMemory(AutoGenMemory, Component[GraphmemMemoryConfig]):
    """An AutoGen memory whose entries are kept and learned from, and that answers with what is true now.

    `limit` is how many entries a query brings, `tokens` how many a context is given at most. Entries are messages of `session`, which
    is what `clear` forgets; what the namespace knows from elsewhere is found too. `query` of nothing gives the newest entries.
    """

    component_type = "memory"
    component_config_schema = GraphmemMemoryConfig
    component_provider_override = "graphmem.integrations.autogen.GraphmemMemory"

    def __init__(
        self, memory: Memory, *, name: str = "graphmem", session: str = NOTES, limit: int = 10, tokens: int = 500
    ) -> None:
        self.memory = memory
        self.name = name
        self._behind = LongTerm(memory, session, tokens=tokens)
        self._limit = whole(limit, "limit", least=1)
        self._config: GraphmemMemoryConfig | None = None

    async def add(self, content: MemoryContent, cancellation_token: CancellationToken | None = None) -> None:
        """Keep an entry of any type. Once this returns it is on disk.

        A cancelled call stops waiting; what has begun to be written is written.
        """
        entry = autogen_content.told(content, self._behind.session)
        await _cancellable(lambda: self.memory.remember_many([entry]), cancellation_token)

    async def query(
        self,
        query: str | MemoryContent = "",
        cancellation_token: CancellationToken | None = None,
        *,
        limit: int | None = None,
        **_: Any,
    ) -> MemoryQueryResult:
        """Facts that answer, at most half of the entries, and then what was said; with their scores in `metadata`."""
        most, question = whole(limit or self._limit, "limit", least=1), autogen_content.asked(query)
        if not question.strip():
            return MemoryQueryResult(results=await _cancellable(lambda: self._newest(most), cancellation_token))
        found = await _cancellable(lambda: self.memory.recall(question, limit=most), cancellation_token)
        facts = [autogen_content.of_fact(one, score=found.scores.get(one.id)) for one in found.facts]
        said = [autogen_content.of_message(one, score=found.scores.get(one.id)) for one in found.messages]
        room = max(most // 2, most - len(said))
        return MemoryQueryResult(results=[*facts[:room], *said][:most])

    async def update_context(self, model_context: ChatCompletionContext) -> UpdateContextResult:
        """Add what memory holds for the newest user message as a system message; before there is one, the newest entries."""
        messages = await model_context.get_messages()
        turn, before = _newest_turn(messages)
        counter = counter_for(None)
        found = (
            await self._behind.bring_back(turn, counter=counter, before=before)
            if turn
            else await self._behind.newest(self._limit, counter=counter)
        )
        if found.text:
            await model_context.add_message(SystemMessage(content=found.text))
        results = [autogen_content.of_fact(one) for one in found.facts]
        results += [autogen_content.of_message(one) for one in found.messages]
        return UpdateContextResult(memories=MemoryQueryResult(results=results))

    async def clear(self) -> None:
        """Forget the entries, with all that was learned from them alone."""
        await asyncio.to_thread(forget_all, self.memory, self._behind.session)

    async def close(self) -> None:
        """Close the memory if it was opened from a configuration; otherwise it belongs to who opened it."""
        if self._config is not None:
            await asyncio.to_thread(self.memory.close)

    def _newest(self, limit: int) -> list[MemoryContent]:
        """The newest entries, oldest of them first."""
        return [
            autogen_content.of_message(one) for one in self.memory.messages(session=self._behind.session, limit=limit)
        ]

    def _to_config(self) -> GraphmemMemoryConfig:
        own = {"name": self.name, "session": self._behind.session, "limit": self._limit, "tokens": self._behind.tokens}
        return dumped(self.memory, self._config, **own)

    @classmethod
    def _from_config(cls, config: GraphmemMemoryConfig) -> Self:
        made = cls(config.opened(), name=config.name, session=config.session, limit=config.limit, tokens=config.tokens)
        made._config = config
        return made


def _newest_turn(messages: Sequence[LLMMessage]) -> tuple[str, list[Held[LLMMessage]]]:
    """What the user said last, and what was said before it."""
    last = max((number for number, one in enumerate(messages) if isinstance(one, UserMessage)), default=None)
    if last is None:
        return "", []
    now = datetime.now(UTC)
    held = [hold(one, AUTOGEN, number=number, session=NOTES, at=now) for number, one in enumerate(messages[: last + 1])]
    return held[-1].said.text, held[:-1]


async def _cancellable(call: Callable[[], R], token: CancellationToken | None) -> R:
    """A call in a thread, which a token stops waiting for."""
    waiting = asyncio.ensure_future(asyncio.to_thread(call))
    if token is not None:
        token.link_future(waiting)
    return await waiting
