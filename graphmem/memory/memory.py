"""The face of graphmem: one namespace of one store, with everything an agent needs of it."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from os import PathLike
from typing import Any, Self, TypeVar

from graphmem.context.builder import build
from graphmem.embedding.protocol import Embedder
from graphmem.errors import InvalidInput, ModelError, StaleRead
from graphmem.extraction.protocol import Extractor
from graphmem.memory import border, forgetting, incoming, reading
from graphmem.memory.closing import Closing
from graphmem.memory.engine import Engine, fresh_key, open_engine, utc_now
from graphmem.memory.folding import FOLD, KEEP, keep_up
from graphmem.memory.learning import document
from graphmem.memory.naming import name_user
from graphmem.memory.working import BLOCK, LEASE, Lesson, work_off
from graphmem.retrieval.search import search
from graphmem.types import (
    Appended,
    Backlog,
    Change,
    Context,
    Entity,
    Fact,
    ForgetReceipt,
    Query,
    Recall,
    Receipt,
    Role,
    Status,
    TokenBudget,
)

#: Facts and turns looked at for one context, before the budget decides.
CONTEXT_LIMIT = 30

_log = logging.getLogger("graphmem")

T = TypeVar("T")


class Memory(Closing):
    """The memory of one namespace. Safe to share between threads.

    Open one with `Memory.open`, or take one from `Memories.of` when many namespaces share a store.
    """

    def __init__(self, engine: Engine, namespace: str, *, user_name: str | None = None, owns: bool = False) -> None:
        self._engine = engine
        self._owns = owns
        self.namespace = border.namespace_name(namespace)
        if user_name is not None:
            name_user(engine, self.namespace, user_name)

    @classmethod
    def open(
        cls,
        url: str,
        *,
        namespace: str,
        user_name: str | None = None,
        extractor: Extractor | None = None,
        embedder: Embedder | None = None,
        model: str | None = None,
        vocabulary: str | PathLike[str] | None = None,
        clock: Callable[[], datetime] = utc_now,
        fresh: Callable[[], str] = fresh_key,
    ) -> Self:
        """Open the memory of one namespace in the store at `url`, and own its connection.

        `url` is "sqlite:///relative.db", "sqlite:////absolute.db" or "sqlite:///:memory:". `user_name` is what the user is
        called; "I" of their messages is this person. `extractor` and `embedder` default to the local ones (extra `local`),
        `model` names the model whose tokens contexts are counted in, `vocabulary` is a TOML file of predicates and kinds of your own
        (explained in `graphmem/resolution/predicates/README.md`), `clock` gives the present in aware UTC and `fresh` a new
        identity for a message without one.

        Raises:
            ConfigError: when the file cannot be used or was written by a newer graphmem, or the vocabulary cannot be read.
            InvalidInput: when the URL names no kind of store, or the namespace is empty or cannot be one.

        >>> with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        ...     receipt = memory.remember("My sister Ana moved to Lisbon.", session="s1")
        ...     [fact.sentence for fact in memory.facts(about="Ana")]
        ["Ana is Ada's sister", 'Ana lives in Lisbon']
        """
        border.namespace_name(namespace)
        engine = open_engine(
            url, extractor=extractor, embedder=embedder, model=model, vocabulary=vocabulary, clock=clock, fresh=fresh
        )
        try:
            return cls(engine, namespace, user_name=user_name, owns=True)
        except BaseException:
            engine.store.close()
            raise

    def remember(
        self,
        content: str | Sequence[Mapping[str, Any]] | Mapping[str, Any],
        *,
        role: Role = "user",
        session: str = "default",
        speaker: str | None = None,
        at: datetime | None = None,
        key: str | None = None,
        importance: float | None = None,
        metadata: Mapping[str, str] | None = None,
    ) -> Receipt:
        """Keep a message and learn from it. Once this returns, the message is on disk, whatever extraction came to.

        `content` is text, a JSON object, or content parts as chat endpoints write them; a whole chat message, with its role
        and tool calls, goes to `remember_many`. `at` is when it was said
        (without a zone: UTC; default now). A message is the same one, and changes nothing, when its `key` is known, or, given `at`, when
        session, speaker, role, content and `at` are. `importance` in [0, 1] overrides what its facts' predicates
        suggest.

        Raises:
            InvalidInput: when an argument cannot be used; nothing is stored then.
            StoreUnavailable: when the store cannot take it now; nothing is stored then.
        """
        if isinstance(content, Mapping) and {"role", "tool_calls", "tool_call_id"} & content.keys():
            raise InvalidInput("content is a whole chat message; give it to remember_many([message]) instead")
        given = {
            "content": content,
            "role": role,
            "session": session,
            "speaker": speaker,
            "at": at,
            "key": key,
            "importance": importance,
            "metadata": metadata,
        }
        return self.remember_many([given])[0]

    def remember_many(self, messages: Iterable[Mapping[str, Any]]) -> tuple[Receipt, ...]:
        """Keep many messages, in blocks that are each one transaction; a receipt each, in order.

        Each is a mapping with the arguments of `remember`, or a chat message with `tool_calls` or `tool_call_id`.

        Raises:
            InvalidInput: naming the message by its number from 0; messages of earlier blocks are stored by then, and
                giving the same ones again changes nothing if they have a key or `at`.
        """
        if isinstance(messages, (str, bytes, Mapping)) or not isinstance(messages, Iterable):
            raise InvalidInput(f"remember_many takes messages one after another, not {type(messages).__name__}")
        return tuple(receipt for block in _blocks(enumerate(messages)) for receipt in self._remember(block))

    def _remember(self, block: Sequence[tuple[int, Mapping[str, Any]]]) -> list[Receipt]:
        engine, now = self._engine, self._engine.clock()
        checked = [_checked(number, fields) for number, fields in block]
        salt = engine.store.salt(self.namespace)
        messages = [incoming.message(one, salt=salt, now=now, fresh=engine.fresh()) for one in checked]
        appended = engine.store.append(
            self.namespace,
            [(message, document("message", message.id, message.text)) for message in messages],
            followers=engine.extractor.context_turns,
            lease_until=now + LEASE,
        )
        queued = [one.message.id for one in appended if one.new]
        lessons = self._work([*queued, *(moved for one in appended for moved in one.requeued)])
        return [_receipt(one, lessons) for one in appended]

    def _work(self, ids: Sequence[str]) -> dict[str, Lesson]:
        """Understand messages, and fold what left the window of their sessions."""
        engine = self._engine
        lessons = work_off(engine, self.namespace, list(dict.fromkeys(ids)))
        try:
            keep_up(engine, self.namespace, engine.store.messages(self.namespace, ids))
        except StaleRead as error:
            # The messages are kept and the next one folds what this one could not.
            _log.warning("the running summary waits: %s", error)
        return lessons

    def flush(self) -> Backlog:
        """Work off everything that waits or failed, finish scrubbing, and say what still waits.

        What another process has taken is left to it; the work of one that was killed is taken over two minutes later.
        """
        engine, now = self._engine, self._engine.clock()
        work = engine.store.lease(self.namespace, now=now, until=now + LEASE, limit=sys.maxsize, early=True)
        for block in _blocks(one.message_id for one in work):
            self._work(block)
        engine.store.scrub()
        return engine.store.backlog(self.namespace, now=engine.clock())

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

    def entities(self, *, limit: int | None = None) -> tuple[Entity, ...]:
        """Everyone and everything known, by name."""
        return self._engine.store.entities(self.namespace, limit=border.whole_or_none(limit, "limit", least=0))

    def entity(self, name: str) -> Entity:
        """Who or what is called so, by name or alias; "me" is the user.

        Raises:
            NotFound: when nothing here is called so.
        """
        return reading.entity_named(self._engine, self.namespace, border.text(name, "name"))

    def facts(
        self,
        about: str | Entity | None = None,
        *,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        limit: int | None = None,
    ) -> tuple[Fact, ...]:
        """The facts that hold now, or held at `as_of`, as memory believed them at `known_at`; most important first.

        `about` is a name, an alias or an entity, as subject or object. Events are always among them.

        Raises:
            NotFound: when nothing here is called so.
        """
        engine = self._engine
        return reading.facts(
            engine,
            self.namespace,
            self._about(about) if about is not None else None,
            as_of=border.utc(as_of, "as_of") or engine.clock(),
            known_at=border.utc(known_at, "known_at"),
            limit=border.whole_or_none(limit, "limit", least=0),
        )

    def history(self, about: str | Entity) -> tuple[Fact, ...]:
        """Everything ever stated of someone or something, what ended and what was taken back included, oldest first.

        Raises:
            NotFound: when nothing here is called so.
        """
        return reading.history(self._engine, self.namespace, self._about(about))

    def _about(self, about: str | Entity) -> Entity:
        return about if isinstance(about, Entity) else self.entity(about)

    def changes(self, *, limit: int = 20) -> tuple[Change, ...]:
        """The newest changes to the graph, newest first, as ids."""
        return self._engine.store.journal(self.namespace, limit=border.whole(limit, "limit", least=0))

    def forget(
        self,
        *,
        message: str | None = None,
        session: str | None = None,
        before: datetime | None = None,
        everything: bool = False,
        dry_run: bool = False,
    ) -> ForgetReceipt:
        """Erase messages and all that was learned from them alone, by exactly one selector.

        `message` is an id, `before` a moment (without a zone: UTC). What other messages also state stays. With `dry_run`, only says what would go.

        Raises:
            InvalidInput: when none or several selectors are given.
            NotFound: when there is no such message or session.
        """
        ids = forgetting.select(
            self._engine,
            self.namespace,
            message=None if message is None else border.text(message, "message"),
            session=None if session is None else border.text(session, "session"),
            before=border.utc(before, "before"),
            everything=border.yes_or_no(everything, "everything"),
        )
        planned = border.yes_or_no(dry_run, "dry_run")
        return forgetting.forget(self._engine, self.namespace, ids, everything=everything, dry_run=planned)

    def status(self) -> Status:
        """The namespace in numbers, what waits to be understood, and which models are used."""
        engine, counts = self._engine, self._engine.store.counts(self.namespace)
        return Status(
            namespace=self.namespace,
            url=engine.store.url,
            messages=counts.messages,
            sessions=counts.sessions,
            entities=counts.entities,
            facts=counts.facts,
            current_facts=counts.current_facts,
            unsupported=counts.unsupported,
            version=engine.store.version(self.namespace),
            schema=engine.store.schema,
            last_at=counts.last_at,
            backlog=engine.store.backlog(self.namespace, now=engine.clock()),
            extractor=engine.extractor.name,
            embedder=engine.embedder.model if engine.embedder else "none",
        )

    def close(self) -> None:
        """Release the store if this memory opened it; a view taken from `Memories` has nothing to release."""
        if self._owns:
            self._engine.store.close()


def _blocks(items: Iterable[T]) -> Iterator[list[T]]:
    rest = iter(items)
    while block := list(islice(rest, BLOCK)):
        yield block


def _checked(number: int, fields: Mapping[str, Any]) -> incoming.Incoming:
    try:
        return incoming.incoming(fields)
    except InvalidInput as error:
        raise InvalidInput(f"message {number}: {error}") from error


def _receipt(one: Appended, lessons: Mapping[str, Lesson]) -> Receipt:
    lesson = lessons.get(one.message.id, Lesson()) if one.new else Lesson()
    return Receipt(
        one.message, one.new, lesson.learned, lesson.ended, lesson.retracted, lesson.pending, lesson.unsupported
    )
