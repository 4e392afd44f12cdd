"""What a memory says itself wins: a fact of another namespace that contradicts one of its own is left out.

Two facts contradict each other where one slot would hold both: the same person or thing, by a name that only one here bears, and one
thing true at a time of it, such as where Ana lives; or a statement and its denial. Only what holds at the time asked
about, and was said as so, overrules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from graphmem import keys, names
from graphmem.ids import opaque
from graphmem.memory import reading
from graphmem.memory.engine import Engine
from graphmem.memory.shared.others import of_self
from graphmem.periods import holding
from graphmem.types import Entity, Fact


def overruled(
    engine: Engine,
    namespace: str,
    facts: Sequence[Fact],
    *,
    moment: datetime,
    known_at: datetime | None = None,
) -> tuple[Fact, ...]:
    """Those of other namespaces' facts that `namespace` says otherwise of, at the moment, as it believed at `known_at`."""
    foreign = [fact for fact in facts if fact.namespace and fact.nature == "state"]
    here = _here(engine, namespace, foreign) if foreign else {}
    salt = engine.store.salt(namespace) if here else b""
    slots = {fact.id: slot for fact in foreign if (slot := _slot(fact, here, salt))}
    if not slots:
        return ()
    said = (
        reading.in_slots(engine, namespace, sorted(set(slots.values())))
        if known_at is None
        else reading.believed(engine, namespace, sorted(set(here.values())), known_at)
    )
    ours = [fact for fact in said if _stands(fact, moment)]
    return tuple(
        fact for fact in foreign if any(one.slot == slots.get(fact.id) and _against(fact, one, here) for one in ours)
    )


def _stands(fact: Fact, moment: datetime) -> bool:
    return fact.certainty == "certain" and fact.retracted_at is None and holding(fact, moment) is not None


def _here(engine: Engine, namespace: str, facts: Iterable[Fact]) -> dict[str, str]:
    """The own entity that each entity of other namespaces' facts is called like, where exactly one is."""
    wanted: dict[str, dict[str, None]] = {}
    for fact in facts:
        wanted.setdefault(fact.namespace, {}).update(dict.fromkeys(filter(None, (fact.subject, fact.object))))
    theirs = [one for there, ids in wanted.items() for one in engine.store.entities(there, ids=list(ids))]
    called = {one.id: _called(one) for one in theirs}
    bearers: dict[str, set[str]] = {}
    for one in engine.store.find(namespace, sorted({key for each in called.values() for key in each})):
        for key in one.keys:
            bearers.setdefault(key, set()).add(one.id)
    found = {each: {one for key in every for one in bearers.get(key, ())} for each, every in called.items()}
    return {each: next(iter(ids)) for each, ids in found.items() if len(ids) == 1}


def _called(entity: Entity) -> frozenset[str]:
    """The keys of its names; where what it is is sure, also as somebody may be filed of whom that is not."""
    own = [key for key in entity.keys if not of_self(key)]
    return frozenset(
        each for key in own for each in (keys.variants_of(key) if key == keys.plain(key) else (key, keys.plain(key)))
    )


def _slot(fact: Fact, here: Mapping[str, str], salt: bytes) -> str | None:
    """The own slot that a fact of another namespace would fall into; None where it names nobody who is here."""
    _, nature, family, *rival = fact.slot.split("|", 3)
    subject = here.get(fact.subject)
    if subject is None:
        return None
    if not rival:
        return f"{subject}|{nature}|{family}"
    target = here.get(fact.object) if fact.object else opaque(salt, "value", names.normal(fact.value or ""))
    return f"{subject}|{nature}|{family}|{target}|" if target else None


def _against(theirs: Fact, ours: Fact, here: Mapping[str, str]) -> bool:
    """Whether not both of two facts of one slot can be so: other things of which one is true at a time, a denial, an opposite."""
    same = _target(theirs, here) == _target(ours, {})
    if theirs.positive and ours.positive:
        return not same or theirs.predicate != ours.predicate
    return theirs.positive != ours.positive and same and theirs.predicate == ours.predicate


def _target(fact: Fact, here: Mapping[str, str]) -> str:
    return here.get(fact.object, fact.object) if fact.object else names.normal(fact.value or "")
