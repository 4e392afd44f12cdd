"""Which slots a change touches, worked out before and after it.

A slot is touched when a statement comes into it or leaves it: because its message is new or gone, or because somebody it
names turned out to be another entity. Every statement of such a slot is read, since its timeline is a function of all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from graphmem.memory.engine import Engine
from graphmem.resolution.facts import Settled, settle
from graphmem.resolution.placing import Placing
from graphmem.types import Fact, Identities, Statement


@dataclass(frozen=True, slots=True)
class Who:
    """Who is who at one time: the entity of each key, the display name of each entity."""

    entity_of: Mapping[str, str]
    names: Mapping[str, str]

    def joined(self, found: Identities) -> Who:
        """Together with others, whom the change leaves as they are."""
        return Who({**found.entity_of, **self.entity_of}, {**found.names, **self.names})


@dataclass(frozen=True, slots=True)
class Rewriting:
    """What a change does to statements.

    Those of the `replaced` messages, which are `withdrawn`, go, the `new` ones come, and those naming a `moved` key are of another entity, or of one
    called differently. `was` and `will` say who is who before and after, for every key the change touches.
    """

    replaced: frozenset[str]
    withdrawn: tuple[Statement, ...]
    new: tuple[Statement, ...]
    moved: frozenset[str]
    was: Who
    will: Who


@dataclass(frozen=True, slots=True)
class Seen:
    """Slots that were read with the evidence, all statements in them, who these are about, and what they come to if that is known."""

    slots: frozenset[str] = frozenset()
    statements: tuple[Statement, ...] = ()
    identities: Identities = field(default_factory=lambda: Identities({}, (), {}, {}))
    facts: Mapping[str, Fact] | None = None


def settle_around(
    engine: Engine, namespace: str, rewriting: Rewriting, *, seen: Seen | None = None
) -> tuple[Settled, Settled]:
    """The facts of all slots the change touches, before and after it; those `seen` already are not read again.

    What is read later than the evidence may be of a later version: then the write is refused.
    """
    seen = seen or Seen()
    store, was, will = engine.store, rewriting.was, rewriting.will
    old = {_identity(statement): statement for statement in rewriting.withdrawn}
    if rewriting.moved:
        moved = store.candidates(namespace, said_of=sorted(rewriting.moved))
        old |= {_identity(statement): statement for statement in moved.statements}
        was, will = was.joined(moved.identities), will.joined(moved.identities)
    was, will = _who(engine, namespace, was, will, [*old.values(), *rewriting.new])
    stay = [statement for statement in old.values() if statement.message_id not in rewriting.replaced]
    slots = _slots(engine, namespace, was, old.values()) | _slots(engine, namespace, will, [*stay, *rewriting.new])
    if slots & seen.slots:
        old |= {_identity(statement): statement for statement in seen.statements}
        was, will = was.joined(seen.identities), will.joined(seen.identities)
    if not slots <= seen.slots:
        around = store.candidates(namespace, slots=sorted(slots - seen.slots))
        old |= {_identity(statement): statement for statement in around.statements}
        was, will = was.joined(around.identities), will.joined(around.identities)
    before = list(old.values())
    after = [*(s for s in before if s.message_id not in rewriting.replaced), *rewriting.new]
    settled = _settled(engine, namespace, will, after)
    if seen.facts is not None and slots & seen.slots == slots != set() and not (rewriting.moved or rewriting.withdrawn):
        stayed = (place for place in settled.placed if place.message_id not in rewriting.replaced)
        return Settled(seen.facts, tuple(stayed)), settled
    return _settled(engine, namespace, was, before), settled


def _identity(statement: Statement) -> tuple[str, int]:
    return statement.message_id, statement.number


def _who(engine: Engine, namespace: str, was: Who, will: Who, statements: Iterable[Statement]) -> tuple[Who, Who]:
    """Before and after, knowing also those whom the statements name and the change does not touch."""
    named = {key for s in statements for key in (s.subject, s.object) if key is not None}
    unknown = named - was.entity_of.keys() - will.entity_of.keys()
    if not unknown:
        return was, will
    found = engine.store.identities(namespace, sorted(unknown))
    return was.joined(found), will.joined(found)


def _slots(engine: Engine, namespace: str, who: Who, statements: Iterable[Statement]) -> set[str]:
    placing = Placing(who.entity_of, who.names, salt=engine.store.salt(namespace), vocabulary=engine.vocabulary)
    return {placing(statement).slot for statement in statements}


def _settled(engine: Engine, namespace: str, who: Who, statements: Iterable[Statement]) -> Settled:
    return settle(
        statements,
        entity_of=who.entity_of,
        names=who.names,
        salt=engine.store.salt(namespace),
        vocabulary=engine.vocabulary,
    )
