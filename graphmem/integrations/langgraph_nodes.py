"""Nodes that give a graph's model its memory: what is remembered goes in before it, what was said is kept after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from graphmem.integrations.needed import needed
from graphmem.memory.memory import Memory
from graphmem.types import Receipt, TokenBudget

with needed("langgraph", "langchain_core", "langgraph"):
    from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, convert_to_messages
    from langchain_core.runnables import RunnableConfig

    from graphmem.integrations.langchain_messages import told


class MemoryNodes:
    """Two nodes over `state["messages"]`: `recall` before the model, `remember` after it.

    `recall` puts into `state[into]` what to show the model: system text, facts, summary, what was said before and the last turns, inside the
    budget; then the user's turn, and what tools were called and answered since, which come on top of the budget. The session is
    the config's `thread_id`, unless one is given. Messages are known by their ids: running a graph again over the same state stores nothing twice.
    """

    def __init__(
        self,
        memory: Memory,
        *,
        budget: int | TokenBudget = 2000,
        system: str | None = None,
        session: str | None = None,
        messages: str = "messages",
        into: str = "llm_input_messages",
    ) -> None:
        self._memory = memory
        self._budget = budget
        self._system = system
        self._session = session
        self._messages = messages
        self._into = into

    def recall(self, state: Mapping[str, Any], config: RunnableConfig) -> dict[str, list[BaseMessage]]:
        """Keep what was said up to the user's turn, and put into the state what to show the model."""
        return {self._into: self.shown(state[self._messages], config, system=self._system)}

    def shown(self, said: Sequence[BaseMessage], config: Mapping[str, Any], *, system: str | None) -> list[BaseMessage]:
        """What to show the model of a conversation, which is kept up to the user's turn."""
        turn = max((at for at, one in enumerate(said) if isinstance(one, HumanMessage)), default=None)
        if turn is None:
            return [*([SystemMessage(system)] if system else []), *said]
        session = self._in(config)
        receipt = self._tell(said[: turn + 1], session)[-1]
        context = self._memory.context(
            said[turn].text, session=session, budget=self._budget, system=system, remembered=receipt
        )
        # The turn itself as it came, with its images and all.
        return [*convert_to_messages(context.to_messages()[:-1]), *said[turn:]]

    def remember(self, state: Mapping[str, Any], config: RunnableConfig) -> dict[str, Any]:
        """Keep what was said, once the model has answered; while tools are still to answer it waits."""
        said: Sequence[BaseMessage] = state[self._messages]
        if said and isinstance(said[-1], AIMessage) and not said[-1].tool_calls:
            self._tell(said, self._in(config))
        return {}

    def _in(self, config: Mapping[str, Any]) -> str:
        thread = (config.get("configurable") or {}).get("thread_id")
        return self._session or (str(thread) if thread else "default")

    def _tell(self, said: Sequence[BaseMessage], session: str) -> tuple[Receipt, ...]:
        given = [told(message, session) for message in _identified(said)]
        return self._memory.remember_many([one for one in given if one is not None])


def _identified(said: Sequence[BaseMessage]) -> list[BaseMessage]:
    """The messages, each with an id: one that has none is known by what it says, and by how often that was said before."""
    before: Counter[str] = Counter()
    found = []
    for message in said:
        if message.id:
            found.append(message)
            continue
        says = sha256(
            f"{message.type}\x1f{message.content!r}\x1f{getattr(message, 'tool_calls', '')!r}".encode()
        ).hexdigest()[:16]
        found.append(message.model_copy(update={"id": f"{says}-{before[says]}"}))
        before[says] += 1
    return found
