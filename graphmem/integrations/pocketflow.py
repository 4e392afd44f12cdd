"""graphmem in PocketFlow: nodes that find what matters to a turn, answer it, and keep the exchange.

    retrieve, reply, remember = Retrieve(memory, ask=lambda: input("You: ")), Reply(call_llm), Remember(memory)
    retrieve >> reply >> remember >> retrieve
    retrieve - "end" >> Node()
    Flow(start=retrieve).run({})

They speak through the shared store: "user_input" is the turn, "relevant" are the exchanges that matter to it, each a question with
its answer, "history" are the last messages, "messages" is all of that as a chat inside a budget, "answer" what was answered. What
was found is never told to memory again: only the turn and the answer are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from graphmem.integrations.needed import needed
from graphmem.memory.border import whole
from graphmem.memory.memory import Memory
from graphmem.types import Exchange, LastMessages, TokenBudget

with needed("pocketflow", "pocketflow"):
    from pocketflow import Node

Chat = list[dict[str, Any]]
Shared = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Found:
    """What a turn brought up."""

    relevant: list[Chat] = field(default_factory=list)
    messages: Chat = field(default_factory=list)
    history: Chat = field(default_factory=list)


class Retrieve(Node):
    """Finds what matters to `shared["user_input"]`, or to what `ask` returns.

    `limit` exchanges at most come from before the last `recent` messages of the session, which are shown anyway. When `ask` returns
    None or nothing, the action is "end", else `action`.
    """

    def __init__(
        self,
        memory: Memory,
        *,
        session: str = "default",
        ask: Callable[[], str | None] | None = None,
        limit: int = 2,
        recent: int = 8,
        budget: int | TokenBudget = 2000,
        system: str | None = None,
        action: str = "default",
        max_retries: int = 1,
        wait: float = 0,
    ) -> None:
        super().__init__(max_retries=max_retries, wait=wait)
        self._memory, self._session, self._ask = memory, session, ask
        self._limit, self._recent = whole(limit, "limit", least=1), whole(recent, "recent", least=0)
        self._budget, self._system, self._action = budget, system, action

    def prep(self, shared: Shared) -> str:
        """The turn."""
        return str(self._ask() or "") if self._ask else str(shared["user_input"])

    def exec(self, turn: str) -> _Found:
        """Ask memory; trying again changes nothing."""
        if not turn:
            return _Found()
        window = LastMessages(self._recent)
        context = self._memory.context(
            turn, session=self._session, budget=self._budget, system=self._system, window=window
        )
        found = self._memory.exchanges(turn, limit=self._limit, session=self._session, skip=self._recent)
        last = self._memory.messages(session=self._session, limit=self._recent)
        history = [_said(one.role, one.text) for one in last if one.role in ("user", "assistant")]
        return _Found([_chat(one) for one in found], context.to_messages(), history)

    def post(self, shared: Shared, turn: str, found: _Found) -> str:
        """Put it where the other nodes look for it."""
        if not turn:
            return "end"
        shared |= {"user_input": turn, "relevant": found.relevant, "messages": found.messages, "history": found.history}
        return self._action


class Reply(Node):
    """Answers `shared["messages"]` with a function of yours, into `shared["answer"]`."""

    def __init__(
        self, answer: Callable[[Chat], str], *, action: str = "default", max_retries: int = 1, wait: float = 0
    ) -> None:
        super().__init__(max_retries=max_retries, wait=wait)
        self._answer, self._action = answer, action

    def prep(self, shared: Shared) -> Chat:
        """What the model is shown."""
        return list(shared["messages"])

    def exec(self, messages: Chat) -> str:
        """Ask the model."""
        return self._answer(messages)

    def post(self, shared: Shared, _: Chat, answer: str) -> str:
        """Keep the answer for the nodes after this one."""
        shared["answer"] = answer
        return self._action


class Remember(Node):
    """Keeps the exchange: `shared["user_input"]` and `shared["answer"]`, in one session of a memory, and at the end of "history"."""

    def __init__(
        self,
        memory: Memory,
        *,
        session: str = "default",
        action: str = "default",
        max_retries: int = 1,
        wait: float = 0,
    ) -> None:
        super().__init__(max_retries=max_retries, wait=wait)
        self._memory, self._session, self._action = memory, session, action

    def prep(self, shared: Shared) -> list[Mapping[str, Any]]:
        """Both halves, with their time, so that trying again keeps them once."""
        now = datetime.now(UTC)
        said = (("user", shared["user_input"]), ("assistant", shared["answer"]))
        return [{**_said(role, text), "session": self._session, "at": now} for role, text in said]

    def exec(self, exchange: list[Mapping[str, Any]]) -> None:
        """On disk when this returns."""
        self._memory.remember_many(exchange)

    def post(self, shared: Shared, exchange: list[Mapping[str, Any]], _: None) -> str:
        """The history goes on with them."""
        shared.setdefault("history", []).extend(_said(one["role"], one["content"]) for one in exchange)
        return self._action


def _chat(exchange: Exchange) -> Chat:
    return [_said(half.role, half.text) for half in (exchange.asked, exchange.answered) if half is not None]


def _said(role: str, text: str) -> dict[str, Any]:
    return {"role": role, "content": text}
