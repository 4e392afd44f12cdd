"""Putting a memory right: what is decided by hand is told to it, as a message of its own among those that were said.

So a decision has a time and a place, is exported, copied and rebuilt like everything else, and can be undone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeVar

from graphmem.errors import InvalidInput, NotFound
from graphmem.ids import opaque
from graphmem.memory import border, conflicting, correcting, editing, incoming, joining, reading, redacting, undoing
from graphmem.memory.draining import understand_new
from graphmem.memory.folding import ENOUGH
from graphmem.memory.learning import document
from graphmem.memory.shared.refusing import only_here
from graphmem.memory.telling import Told
from graphmem.memory.view import View
from graphmem.memory.working import LEASE, Lesson
from graphmem.types import (
    Alike,
    Change,
    Conflict,
    EditReceipt,
    Entity,
    Fact,
    Message,
    Part,
    Receipt,
    ToldPart,
    UndoReceipt,
)

#: The session that decisions are kept in.
SESSION = "decisions"

T = TypeVar("T")

_INSTANT = timedelta(microseconds=1)


class Deciding(View):
    """The verbs of who knows better."""

    def retract(self, fact: Fact | str, *, why: str | None = None) -> Receipt:
        """Take a fact back: it was never so. What is said of it later counts again.

        `fact` is a fact, its id, or the sentence it reads as. Asked what memory believed before (`known_at`), it still answers as it did then.
        `why` is kept with it.

        Raises:
            InvalidInput: when several facts read so, or it was taken back already.
            NotFound: when there is no such fact.

        >>> with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        ...     receipt = memory.remember("My sister Ana lives in Lisbon. Ana works at Feedzai.")
        ...     taken = memory.retract("Ana lives in Lisbon", why="it was a joke")
        ...     [fact.sentence for fact in memory.facts("Ana")]
        ["Ana is Ada's sister", 'Ana works at Feedzai']
        """
        engine = self._engine
        meant = self._fact(fact)
        stated = correcting.stated(engine, self.namespace, meant)
        reason = None if why is None else self._clean(border.text(why, "why").strip())
        return self._decide(correcting.taken_back(meant, stated, engine.vocabulary, why=reason), after=meant)

    def correct(
        self,
        fact: Fact | str,
        *,
        subject: str | None = None,
        predicate: str | None = None,
        object: str | None = None,
        value: str | None = None,
        start: Told | None = None,
        end: Told | None = None,
        why: str | None = None,
    ) -> Receipt:
        """Take a fact back and tell what is so instead; what is not given stays, the times among it.

        `subject` and `object` are names as in `remember_fact`, and so are the other fields. A fact that held more than once keeps its earlier
        times, and a new start or end is that of the last. `value` in place of an object, and the other way round, are taken too.

        Raises:
            InvalidInput: when nothing is given to be so instead, or what is given cannot be.
            NotFound: when there is no such fact.

        >>> with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        ...     receipt = memory.remember("My sister Ana moved to Lisbon in 2021.")
        ...     right = memory.correct("Ana lives in Lisbon", object="Porto")
        ...     [(fact.sentence, fact.periods[0].start.year) for fact in right.learned]
        [('Ana lives in Porto', 2021)]
        """
        engine = self._engine
        meant = self._fact(fact)
        stated = correcting.stated(engine, self.namespace, meant)
        given = {
            "subject": subject,
            "predicate": predicate,
            "object": object,
            "value": value,
            "start": start,
            "end": end,
        }
        reason = None if why is None else self._clean(border.text(why, "why").strip())
        called = reading.self_name(engine, self.namespace)
        instead = correcting.corrected(meant, stated, self._clean(given), engine.vocabulary, self_name=called)
        back = correcting.taken_back(meant, stated, engine.vocabulary, why=reason)
        return self._decide([*back, *instead], after=meant)

    def merge(self, one: str | Entity, other: str | Entity) -> Receipt:
        """Decide that two are one: all that was and will be said of either is said of both.

        Raises:
            InvalidInput: when they are one already, or a split keeps them apart.
            NotFound: when nothing here is called so.

        >>> with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        ...     receipt = memory.remember("Ana lives in Lisbon. Annie works at Feedzai.")
        ...     merged = memory.merge("Ana", "Annie")
        ...     memory.entity("Annie").aliases
        ('Ana', 'Annie')
        """
        part = joining.merging(self._engine, self.namespace, self._entity(one), self._entity(other))
        return self._decide([part])

    def split(self, entity: str | Entity, *, aliases: Sequence[str]) -> Receipt:
        """Decide that one is two: what is called by these names is another than the rest, now and later.

        `aliases` are spellings it has, or what it is to somebody ("sister"). Two who bear one and the same name cannot be split: nothing tells which of
        them a message means.

        Raises:
            InvalidInput: when it is not called so, or nothing else is left of it.
            NotFound: when nothing here is called so.

        >>> with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        ...     receipt = memory.remember("My sister lives in Faro. My sister's name is Ana. Ana works at Feedzai.")
        ...     parted = memory.split("Ana", aliases=["Ana"])
        ...     [fact.sentence for fact in memory.facts("Ana")]
        ['Ana works at Feedzai']
        """
        if not isinstance(aliases, Iterable):
            raise InvalidInput(f"aliases must be names, such as ['Annie'], not {border.shown(aliases)}")
        names = [aliases] if isinstance(aliases, str) else list(aliases)
        if not names:
            raise InvalidInput("split needs the aliases that are another's, such as aliases=['Annie']")
        named = [border.text(name, "alias") for name in names]
        parts = joining.splitting(self._engine, self.namespace, self._entity(entity), named)
        return self._decide(parts)

    def undo(self, change: Change | Receipt | str) -> UndoReceipt:
        """Undo what a message changed, whoever made it: the graph is as if it had never come.

        `change` is one of `changes`, a receipt, or the id of a change or message. A decision, and a fact that a program told, is
        erased. What somebody said stays word for word and teaches nothing any more; undoing that undo reads it again. Changes that others came after can be undone as well:
        everything is worked out anew from what counts.

        Raises:
            InvalidInput: when the change is of a kind that cannot be undone, with what to do instead.
            NotFound: when there is no such change, or what made it was forgotten.

        >>> with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        ...     receipt = memory.remember("My sister Ana lives in Lisbon.")
        ...     right = memory.correct("Ana lives in Lisbon", object="Porto")
        ...     undone = memory.undo(right)
        ...     [fact.sentence for fact in memory.facts("Ana")]
        ["Ana is Ada's sister", 'Ana lives in Lisbon']
        """
        with only_here(self._engine, self.reads, change):
            return undoing.undo(self._engine, self.namespace, change)

    def edit_message(
        self,
        message: Message | Receipt | str,
        content: str | Sequence[Mapping[str, Any]] | Mapping[str, Any],
    ) -> EditReceipt:
        """Change what a message says: the memory is as if it had said so in the first place.

        `message` is one that was returned, a receipt, or an id; `content` is as in `remember`. Its key, session, place, speaker and time stay, and so do its
        tool calls. The old words are scrubbed as `forget` does. A message whose word was undone counts again with its new words.

        Raises:
            InvalidInput: when the content cannot be one, or the message is a decision or a told fact.
            NotFound: when there is no such message.

        >>> with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        ...     receipt = memory.remember("My sister Ana lives in Lisbon.")
        ...     edited = memory.edit_message(receipt, "My sister Ana lives in Porto.")
        ...     [fact.sentence for fact in memory.facts("Ana")]
        ["Ana is Ada's sister", 'Ana lives in Porto']
        """
        with only_here(self._engine, self.reads, message):
            return editing.edit(self._engine, self.namespace, message, incoming.content(self._clean(content)))

    def conflicts(self) -> tuple[Conflict, ...]:
        """What memory was told that cannot both be so, and that nothing said decides; both sides are kept.

        >>> with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        ...     receipts = memory.remember_many([{"content": "I am vegetarian."}, {"content": "I ate steak yesterday."}])
        ...     [conflict.why for conflict in memory.conflicts()]
        ['Ada is vegetarian, but ate steak']
        """
        return conflicting.conflicts(self._engine, self.namespace)

    def pending(self) -> tuple[Alike, ...]:
        """Pairs that may be one, by their names; nothing merges them but you.

        >>> with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        ...     receipt = memory.remember("Ana Silva lives in Lisbon. Ana works at Feedzai.")
        ...     [(pair.one.name, pair.other.name, pair.why) for pair in memory.pending()]
        [('Ana', 'Ana Silva', 'one name is part of the other')]
        """
        return conflicting.pending(self._engine, self.namespace)

    def _fact(self, meant: Fact | str) -> Fact:
        with only_here(self._engine, self.reads, meant):
            return correcting.fact_meant(self._engine, self.namespace, meant)

    def _entity(self, named: str | Entity) -> Entity:
        with only_here(self._engine, self.reads, named):
            if not isinstance(named, Entity):
                return reading.entity_named(self._engine, self.namespace, border.text(named, "name"))
            found = self._engine.store.entities(self.namespace, ids=[named.id])
            if not found:
                raise NotFound(f"{named.name!r} is not here any more under its id; name it")
            return found[0]

    def _clean(self, given: T) -> T:
        """What is told by hand, without what must not be kept."""
        at_work = redacting.redactor(self._engine, self.namespace)
        clean: T = at_work.value(given)
        self._engine.taken.add(self.namespace, at_work.counted)
        return clean

    def _decide(self, parts: Sequence[ToldPart], *, after: Fact | None = None) -> Receipt:
        """Keep a decision and draw its consequences at once; no model is asked."""
        engine, now = self._engine, self._engine.clock()
        message = self._message(parts, now, _last_said(after) + _INSTANT if after else now)
        [appended] = engine.store.append(
            self.namespace,
            [(message, document("message", message.id, message.text))],
            followers=0,
            lease_until=now + LEASE,
            before=engine.extractor.context_turns,
            least=ENOUGH,
        )
        lesson = understand_new(engine, self.namespace, [appended]).get(message.id, Lesson())
        return Receipt(appended.message, appended.new, lesson.learned, lesson.ended, lesson.retracted, lesson.pending)

    def _message(self, parts: Sequence[Part], now: datetime, least: datetime) -> Message:
        """Said now; of a fact that was said only later than now, just after."""
        key = f"new:{self._engine.fresh()}"
        return Message(
            id=opaque(self._engine.store.salt(self.namespace), "message", key),
            key=key,
            session=SESSION,
            role="system",
            parts=tuple(parts),
            text=border.encodable(incoming.text_of(parts), "decision"),
            at=max(now, least),
            recorded_at=now,
        )


def _last_said(fact: Fact) -> datetime:
    return max((source.at for source in fact.sources), default=fact.said_at)
