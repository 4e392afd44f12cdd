"""Which messages nobody needs any more, by rules that can be said in a sentence; erasing them is `forgetting`'s.

A message weighs as much as the most important thing it states. That halves with every year in which neither the message nor what it states was said
again or came up, so what is used stays. What is true now and matters is not let go of at all, nor what says that something that stays is over.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from graphmem.errors import InvalidInput
from graphmem.memory import border
from graphmem.memory.accesses import last_used
from graphmem.memory.engine import Engine
from graphmem.memory.forgetting import without
from graphmem.memory.reviving import needed
from graphmem.periods import is_current
from graphmem.types import Fact, Keep, Message, Repeated

#: Days in which what is not used loses half of its weight.
HALF_LIFE = 365.0

#: What weighs less than this goes where nobody says what is to go.
BELOW = 0.3

#: What a message weighs that states nothing, unless it says so itself.
PLAIN = 0.2

#: What is true now and at least so important stays.
MATTERS = 0.5

#: Messages read together.
BLOCK = 200


@dataclass(frozen=True, slots=True)
class Rules:
    """What goes: messages that weigh less than `below` (None: none for that), said more than `days` ago and not used since, and what `keep` lets go."""

    below: float | None
    days: int
    keep: tuple[Keep, ...]


def rules(*, below: object, days: object, keep: object) -> Rules:
    """The rules as given.

    Raises:
        InvalidInput: when one cannot be a rule.
    """
    if below is not None and (isinstance(below, bool) or not isinstance(below, (int, float)) or not 0 < below <= 1):
        raise InvalidInput(f"below must lie above 0 and be at most 1, not {border.shown(below)}")
    given = [keep] if isinstance(keep, Keep) else keep
    if not isinstance(given, Iterable) or isinstance(given, str):
        raise InvalidInput(f"keep takes Keep(days=…), or several, not {border.shown(keep)}")
    kept = tuple(given)
    wrong = [one for one in kept if not isinstance(one, Keep)]
    if wrong:
        raise InvalidInput(f"keep takes Keep(days=…), or several, not {border.shown(wrong[0])}")
    weight = BELOW if below is None and not kept else below
    return Rules(weight, border.whole(days, "days", least=0), kept)


def pruned(engine: Engine, namespace: str, asked: Rules) -> tuple[str, ...]:
    """The messages that go by the rules, in message order."""
    held = _Held.of(engine, namespace)
    ids = engine.store.message_ids(namespace)
    gone, outlived = list[str](), set[str]()
    for start in range(0, len(ids), BLOCK):
        block = engine.store.messages(namespace, ids[start : start + BLOCK])
        waiting = {one.message_id for one in engine.store.work(namespace, [one.id for one in block])}
        gone += [one.id for one in block if one.id not in waiting and held.goes(one, asked)]
        outlived |= {one.id for one in block if held.outlived(one, asked)}
    return _ending_nothing(engine, namespace, tuple(gone), outlived)


def _ending_nothing(engine: Engine, namespace: str, ids: tuple[str, ...], outlived: Collection[str]) -> tuple[str, ...]:
    """Those without which no fact that stays would hold again; what was kept for as long as a rule says goes all the same."""
    while kept := needed(engine, namespace, without(engine, namespace, ids), ids).difference(outlived):
        ids = tuple(one for one in ids if one not in kept)
    return ids


@dataclass(frozen=True, slots=True)
class _Held:
    """What is known of the messages of a namespace: the facts each states, and when anything last came up."""

    now: datetime
    facts: Mapping[str, Sequence[Fact]]
    used: Mapping[str, datetime]

    @classmethod
    def of(cls, engine: Engine, namespace: str) -> _Held:
        """Read it."""
        facts: dict[str, list[Fact]] = defaultdict(list)
        for fact in engine.store.facts_about(namespace, None, as_of=None):
            for message in sorted({source.message_id for source in fact.sources}):
                facts[message].append(fact)
        engine.accesses.write(engine.store, namespace)
        used = last_used([*engine.store.accesses(namespace, "message"), *engine.store.accesses(namespace, "fact")])
        return cls(engine.clock(), facts, used)

    def goes(self, message: Message, asked: Rules) -> bool:
        """Whether a message goes by any of the rules."""
        if self.outlived(message, asked):
            return True
        stated = self.facts.get(message.id, ())
        return asked.below is not None and self._unneeded(message, stated, asked.below, timedelta(days=asked.days))

    def outlived(self, message: Message, asked: Rules) -> bool:
        """Whether it was kept for as long as one of the rules says."""
        return any(self._outlived(message, self.facts.get(message.id, ()), rule) for rule in asked.keep)

    def _outlived(self, message: Message, stated: Sequence[Fact], rule: Keep) -> bool:
        meant = rule.session is None or rule.session == message.session
        meant = meant and (rule.category is None or any(fact.category == rule.category for fact in stated))
        return meant and message.at < self.now - timedelta(days=rule.days)

    def _unneeded(self, message: Message, stated: Sequence[Fact], below: float, old: timedelta) -> bool:
        if any(fact.importance >= MATTERS and is_current(fact, self.now) for fact in stated):
            return False
        recent = self.now - old
        last = max([message.at, *(self.used[one] for one in (message.id, *(f.id for f in stated)) if one in self.used)])
        if last >= recent:
            return False
        return max([self._plain(message), *(self._weight(fact) for fact in stated)]) < below

    def _plain(self, message: Message) -> float:
        """What a message weighs by itself."""
        importance = PLAIN if message.importance is None else message.importance
        return importance * self._left(max(message.at, self.used.get(message.id, message.at)))

    def _weight(self, fact: Fact) -> float:
        last = max([fact.said_at, *(source.at for source in fact.sources)])
        return fact.importance * self._left(max(last, self.used.get(fact.id, last)))

    def _left(self, last: datetime) -> float:
        """How much of its weight is left of what was last used then."""
        days = max((self.now - last).total_seconds(), 0.0) / 86_400
        return float(0.5 ** (days / HALF_LIFE))


def repeats(engine: Engine, namespace: str, *, least: int) -> tuple[Repeated, ...]:
    """Events that say the same of the same, at whatever times, and states that many messages state, as one each."""
    groups: dict[tuple[str, ...], list[Fact]] = defaultdict(list)
    for fact in engine.store.facts_about(namespace, None, as_of=None):
        if fact.retracted_at is None and fact.positive and fact.certainty == "certain":
            said = (fact.nature, fact.subject, fact.predicate, fact.object or "", fact.value or "")
            groups[said].append(fact)
    found = (_repeated(facts) for facts in groups.values())
    often = [one for one in found if one.times >= least]
    return tuple(sorted(often, key=lambda one: (-one.times, one.sentence, one.facts)))


def _repeated(facts: Sequence[Fact]) -> Repeated:
    """How often it was said, and when first and last; of events, when they happened where that was said."""
    first = min(facts, key=lambda one: (one.said_at, one.id))
    said = {source.message_id: source.at for fact in facts for source in fact.sources if source.stance == "holds"}
    begun = [period.start for fact in facts for period in fact.periods if period.start is not None]
    when = [*(begun if first.nature == "event" and len(facts) > 1 else []), *said.values()] or [first.said_at]
    return Repeated(
        first.sentence, first.nature, len(said), min(when), max(when), tuple(sorted(fact.id for fact in facts))
    )
