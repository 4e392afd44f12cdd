"""Asking a memory: a question becomes a recall, a turn becomes a context. Nothing is stored by asking."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from graphmem.context.builder import SINCE_SUMMARY, build
from graphmem.embedding.protocol import Embedder
from graphmem.errors import ModelError
from graphmem.memory import border, incoming, narrowing, reading, redacting, sorts, windows
from graphmem.memory.knowing import known
from graphmem.memory.prompting import prompted
from graphmem.memory.shared import others
from graphmem.memory.shared.merging import merged
from graphmem.memory.shared.once import Once
from graphmem.memory.shared.overruling import overruled
from graphmem.memory.view import View
from graphmem.retrieval.channels import Reads
from graphmem.retrieval.search import search
from graphmem.types import (
    Channel,
    Context,
    Message,
    Query,
    Recall,
    Receipt,
    Strategy,
    TokenBudget,
    WindowPolicy,
)
from graphmem.types.recall import Kept

#: The last turns of a session that a question may lean on.
TURNS = 6

#: The fewest and the most facts and turns looked at for one context, before the budget decides; and a short turn in tokens.
CANDIDATES = (30, 200)
SHORT_TURN = 20

_log = logging.getLogger("graphmem")


class Recalling(View):
    """The verbs that bring back what matters to a turn."""

    def recall(
        self,
        query: str,
        *,
        limit: int = 10,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        now: datetime | None = None,
        session: str | None = None,
        turns: Iterable[Mapping[str, Any]] = (),
        kinds: Iterable[str] = (),
        categories: Iterable[str] = (),
        memories: Iterable[Kept] = (),
        min_importance: float = 0.0,
        speakers: Iterable[str] = (),
        sessions: Iterable[str] = (),
        since: datetime | None = None,
        until: datetime | None = None,
        strategy: Strategy = "balanced",
        channels: Iterable[Channel] | None = None,
    ) -> Recall:
        """What memory holds for a question: facts, messages and entities, at most `limit` of each, best first.

        States are those true now, or at `as_of`, as memory believed them at `known_at`; events come always. A time the question
        names ("where did I live in 2022?") is asked for by itself. `now` is when it is asked, in the zone of who asks, of whose days "yesterday" is
        one; without it, it is this moment by the clock of the user's last turn. `session` is the one it is asked in, so that its last turns
        tell what "And hers?" means; where they are kept elsewhere, `turns` are these, as `remember_many` takes messages. `kinds` (of entities), `categories` and `min_importance` (of facts), `speakers`, `sessions`,
        `since` and `until` (of messages) narrow what may come; `Filter` says what passes. `memories` are some of "episodic" (messages and what
        happened), "semantic" (what is so, and entities) and "procedural" (what to do when something comes up). `strategy` is what counts beside fitting
        the question; with `channels` only those are asked. Nothing is stored by asking.

        Raises:
            InvalidInput: when the limit is below 1, or another argument cannot be what it should.

        >>> with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        ...     receipt = memory.remember("My sister Ana moved to Lisbon.", session="s1")
        ...     memory.recall("Where does Ana live?").facts[0].sentence
        'Ana lives in Lisbon'
        """
        before = self._spoken(turns) or self._last_turns(session)
        asked = Query(
            text=redacting.asked(self._engine, self.namespace, query, "query"),
            now=border.utc(now, "now") or self._engine.clock(),
            limit=border.whole(limit, "limit", least=1),
            as_of=border.utc(as_of, "as_of"),
            turns=before,
            known_at=border.utc(known_at, "known_at"),
            only=narrowing.only(
                kinds=kinds,
                categories=categories,
                speakers=speakers,
                sessions=sessions,
                min_importance=min_importance,
                since=since,
                until=until,
            ),
            strategy=narrowing.strategy(strategy),
            channels=narrowing.channels(channels),
            utc_offset=_ahead(now, before),
        )
        wanted = sorts.sorts(memories)
        return self._counted(sorts.narrowed(self._recalled(sorts.wider(asked, wanted)), asked, wanted))

    def _counted(self, found: Recall) -> Recall:
        """The same; that these came up is counted, and written by `flush`."""
        accesses, at = self._engine.accesses, found.query.now
        accesses.count(self.namespace, "fact", [one.id for one in found.facts if not one.namespace], at)
        accesses.count(self.namespace, "message", [one.id for one in found.messages if not one.namespace], at)
        accesses.count(self.namespace, "entity", [one.id for one in found.entities if not one.namespace], at)
        return found

    def _recalled(self, asked: Query) -> Recall:
        """What all that is read holds: each namespace searched alone, then put together; what the own one says wins."""
        engine, embedder = self._engine, Once.of(self._engine.embedder)
        own = known(engine, self.namespace, self._search(asked, self.namespace, engine.store, embedder))
        if not self.reads:
            return own
        theirs = [
            others.recall(known(engine, each, self._search(asked, each, others.Others(engine.store), embedder)), each)
            for each in self.reads
        ]
        said = [fact for found in theirs for fact in found.facts]
        moment = asked.as_of or asked.now
        against = overruled(engine, self.namespace, said, moment=moment, known_at=asked.known_at)
        return merged([own, *theirs], overruled=against)

    def _session(self, name: object) -> str:
        return redacting.named(self._engine, self.namespace, name, "session")

    def _last_turns(self, session: str | None) -> tuple[Message, ...]:
        if session is None:
            return ()
        return self._engine.store.window(self.namespace, self._session(session), limit=TURNS)

    def _spoken(self, turns: Iterable[Mapping[str, Any]]) -> tuple[Message, ...]:
        """The last turns of a conversation that is kept elsewhere."""
        clean, now = redacting.redactor(self._engine, self.namespace, refusing=False).message, self._engine.clock()
        said = [incoming.incoming(clean(fields)) for fields in list(turns)[-TURNS:]]
        return tuple(incoming.message(one, salt=b"", now=now, fresh=str(number)) for number, one in enumerate(said))

    def _search(self, asked: Query, namespace: str, store: Reads, embedder: Embedder | None) -> Recall:
        """Search a namespace with every model there is; one that fails is left out, the reranker first."""
        ways = [(embedder, self._engine.reranker), (embedder, None)]
        for vectors, reranker in dict.fromkeys(ways):
            try:
                return search(asked, store, namespace, embedder=vectors, reranker=reranker)
            except ModelError as error:
                _log.warning("recall goes on without %s: %s", "the reranker" if reranker else "vectors", error)
        return search(asked, store, namespace)

    def _beside(self, recalled: Sequence[Message], quoted: Sequence[str]) -> tuple[tuple[Message, ...], frozenset[str]]:
        """The messages that may be the other half of a recalled turn's exchange, each from where the turn is.

        And the ids of those of them, and of the own messages `quoted` elsewhere, whose word was undone.
        """
        found, undone = windows.beside(
            self._engine.store, self.namespace, [one for one in recalled if not one.namespace], quoted
        )
        for each in self.reads:
            theirs = [message for message in recalled if message.namespace == each]
            halves, taken_back = windows.beside(self._engine.store, each, theirs)
            found += tuple(others.message(half, each) for half in halves)
            undone |= taken_back
        return found, undone

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
        window: WindowPolicy = SINCE_SUMMARY,
        now: datetime | None = None,
    ) -> Context:
        """What to hand the model for this turn, inside the budget: facts, summary, old turns, the window, the turn.

        `budget` is in tokens, of which `reserve` stay free for the answer and `tools` are counted in. The turn comes once and last; if
        it is stored already, give its receipt as `remembered`. `now` is when it is said, in the zone of who says it, by whose days times are
        told; without it, it is this moment by the clock of the user's last turn. `window` says which of the session's last messages may stand
        there word for word. Nothing is stored and no chat model is called.

        Raises:
            InvalidInput: when system text, tools and turn alone exceed the budget; it states the least that would do.
        """
        store, moment = self._engine.store, border.utc(now, "now") or self._engine.clock()
        shared, own = border.token_budget(budget, reserve), border.receipt(remembered)
        session = self._session(session)
        said = redacting.asked(self._engine, self.namespace, turn, "turn")
        summary = store.summary(self.namespace, session)
        last = windows.read(store, self.namespace, session, window, summary=summary, budget=shared.total)
        before = tuple(m for m in (last if len(last) > TURNS else self._last_turns(session)) if m.id != own)
        asked = Query(
            text=said,
            now=moment,
            limit=_candidates(shared) + len(last),
            turns=before[-TURNS:],
            utc_offset=_ahead(now, (*before, *last)),
        )
        recalled = self._recalled(asked)
        recall = prompted(self._engine, self.namespace, recalled, said)
        quoted = [*(message.id for message in last), *(line.message_id for line in (summary.lines if summary else ()))]
        beside, undone = self._beside(recall.messages, quoted)
        built = build(
            said,
            recall=recall,
            window=last,
            beside=beside,
            taken_back=undone,
            policy=window,
            summary=summary,
            budget=shared,
            counter=self._engine.counter,
            system=None if system is None else border.text(system, "system"),
            tools=border.tools(tools),
            now=asked.clock,
            self_name=reading.self_name(self._engine, self.namespace),
            turn_message_id=own,
        )
        shown = {one for section in built.sections for one in section.ids}
        facts = tuple(one for one in recall.facts if one.id in shown)
        messages = tuple(one for one in recall.messages if one.id in shown)
        self._counted(replace(recall, facts=facts, messages=messages, entities=()))
        return built


def _ahead(now: datetime | None, turns: Sequence[Message]) -> int:
    """How many minutes the asker's clock is ahead of UTC: as the moment is given, or as the last turns tell."""
    return windows.ahead(turns) if now is None else border.utc_offset(now) or 0


def _candidates(budget: TokenBudget) -> int:
    """How many facts and turns are looked at: about twice as many as the budget could show, within bounds."""
    fewest, most = CANDIDATES
    return max(fewest, min(most, budget.total // SHORT_TURN))
