"""What would be true again: a message that ended a fact, or took it back, is gone, and the fact is not.

A fact is the same before and after when it has the same id, or is read from the same words, since who it is about may be somebody else by then.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.memory.engine import Engine
from graphmem.memory.learning import Related, news
from graphmem.types import Fact, Period
from graphmem.types.time import LONG_AGO


def believed_again(related: Related, now: datetime) -> tuple[Fact, ...]:
    """The facts that hold after a change, or happened, and did not before, by sentence and id."""
    was = _Before.of(related)
    again = [fact for fact in related.learned(now) if not any(news(one, now) for one in was.same(fact))]
    return tuple(sorted(again, key=lambda fact: (fact.sentence, fact.id)))


def needed(engine: Engine, namespace: str, related: Related, going: Collection[str]) -> set[str]:
    """Those of the messages that go without which some fact that stays would have held for longer than it did.

    They are those that end it, take it back or state what took its place; failing these, those that state anything of its slot, and failing these
    too, those that name what it is about.
    """
    was, found = _Before.of(related), set[str]()
    for fact in related.after.values():
        before = was.same(fact)
        if _longer(fact, before):
            ways = (was.ends(before), was.slot(fact, before), _naming(engine, namespace, fact, going))
            found |= next((ends for way in ways if (ends := set(way).intersection(going))), set())
    return found


@dataclass(frozen=True, slots=True)
class _Before:
    """The facts before a change, by what they were read from and by slot."""

    related: Related
    said: Mapping[tuple[str, str, int, int], Sequence[Fact]]
    slots: Mapping[str, Sequence[Fact]]

    @classmethod
    def of(cls, related: Related) -> _Before:
        said, slots = defaultdict[tuple[str, str, int, int], list[Fact]](list), defaultdict[str, list[Fact]](list)
        for fact in related.before.values():
            slots[fact.slot].append(fact)
            for words in _words(fact):
                said[words].append(fact)
        return cls(related, said, slots)

    def same(self, fact: Fact) -> list[Fact]:
        """What the fact was before."""
        found = {one.id: one for words in _words(fact) for one in self.said.get(words, ())}
        found |= {fact.id: self.related.before[fact.id]} if fact.id in self.related.before else {}
        return list(found.values())

    def ends(self, before: Sequence[Fact]) -> Iterator[str]:
        """The messages that end what the fact was, take it back, or state what took its place."""
        for fact in before:
            yield from (source.message_id for source in fact.sources if source.stance != "holds")
            after = [self.related.before.get(period.ended_by or "") for period in fact.periods]
            yield from (source.message_id for one in after if one for source in one.sources)

    def slot(self, fact: Fact, before: Sequence[Fact]) -> Iterator[str]:
        """The messages that state anything of its slot."""
        for slot in {fact.slot, *(one.slot for one in before)}:
            yield from (source.message_id for one in self.slots.get(slot, ()) for source in one.sources)


def _naming(engine: Engine, namespace: str, fact: Fact, going: Collection[str]) -> Iterator[str]:
    """The messages that go and name what the fact is about."""
    stating = engine.store.evidence(namespace, sorted({source.message_id for source in fact.sources}))
    keys = {key for one in stating for said in one.statements for key in (said.subject, said.object)}
    for one in engine.store.evidence(namespace, sorted(going)):
        if keys.intersection((use.key for use in one.names), *((same.left, same.right) for same in one.same)):
            yield one.message_id


def _words(fact: Fact) -> Iterator[tuple[str, str, int, int]]:
    """Where it was stated, and as what."""
    held = (source for source in fact.sources if source.stance == "holds")
    return ((fact.predicate, one.message_id, one.start, one.end) for one in held)


def _longer(fact: Fact, before: Sequence[Fact]) -> bool:
    """Whether it holds at a time when it did not; of what happened, whether it is believed and was not."""
    were = [period for one in before for period in one.periods]
    if not before or fact.nature == "event":
        return bool(before and fact.periods and not were)
    return any(not any(_within(period, one) for one in were) for period in fact.periods)


def _within(inner: Period, outer: Period) -> bool:
    begun = (outer.start or LONG_AGO) <= (inner.start or LONG_AGO)
    return begun and (outer.end is None or (inner.end is not None and inner.end <= outer.end))
