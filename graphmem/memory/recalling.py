"""Asking a memory: a question becomes a recall, a turn becomes a context. Nothing is stored by asking."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from graphmem.context.builder import build
from graphmem.errors import ModelError
from graphmem.memory import border, reading
from graphmem.memory.folding import FOLD, KEEP
from graphmem.memory.view import View
from graphmem.retrieval.search import search
from graphmem.types import (
    Context,
    Query,
    Recall,
    Receipt,
    TokenBudget,
)

#: Facts and turns looked at for one context, before the budget decides.
CONTEXT_LIMIT = 30

_log = logging.getLogger("graphmem")


class Recalling(View):
    """The verbs that bring back what matters to a turn."""

    def recall(self, query: str, *, limit: int = 10, as_of: datetime | None = None) -> Recall:
        """What memory holds for a question: facts, messages and entities, at most `limit` of each, best first.

        States are those true now, or at `as_of`; events come always. Nothing is stored by asking.

        Raises:
            InvalidInput: when the limit is below 1.

        >>> with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        ...     receipt = memory.remember("My sister Ana moved to Lisbon.", session="s1")
        ...     memory.recall("Where does Ana live?").facts[0].sentence
        'Ana lives in Lisbon'
        """
        asked = Query(
            text=border.text(query, "query"),
            now=self._engine.clock(),
            limit=border.whole(limit, "limit", least=1),
            as_of=border.utc(as_of, "as_of"),
        )
        return self._search(asked)

    def _search(self, asked: Query) -> Recall:
        """Search by words, graph and vectors; by words and graph when the embedder fails."""
        engine = self._engine
        try:
            return search(asked, engine.store, self.namespace, embedder=engine.embedder)
        except ModelError as error:
            _log.warning("recall goes on without vectors: %s", error)
            return search(asked, engine.store, self.namespace)

    def context(
        self,
        turn: str,
        *,
        session: str = "default",
        budget: int | TokenBudget = 2000,
        system: str | None = None,
        reserve: int = 0,
        tools: Iterable[Mapping[str, Any]] = (),
        remembered: Receipt | None = None,
        now: datetime | None = None,
    ) -> Context:
        """What to hand the model for this turn, inside the budget: facts, summary, old turns, the window, the turn.

        `budget` is in tokens, of which `reserve` stay free for the answer and `tools` are counted in. The turn comes once and last; if
        it is stored already, give its receipt as `remembered`. Nothing is stored and no chat model is called.

        Raises:
            InvalidInput: when system text, tools and turn alone exceed the budget; it states the least that would do.
        """
        store, moment = self._engine.store, border.utc(now, "now") or self._engine.clock()
        shared = border.token_budget(budget, reserve)
        summary = store.summary(self.namespace, border.text(session, "session"))
        asked = Query(text=border.text(turn, "turn"), now=moment, limit=CONTEXT_LIMIT)
        return build(
            turn,
            recall=self._search(asked),
            window=store.window(
                self.namespace, session, limit=KEEP + FOLD, after=summary.covers_until if summary else None
            ),
            summary=summary,
            budget=shared,
            counter=self._engine.counter,
            system=None if system is None else border.text(system, "system"),
            tools=border.tools(tools),
            now=moment,
            self_name=reading.self_name(self._engine, self.namespace),
            turn_message_id=border.receipt(remembered),
        )
