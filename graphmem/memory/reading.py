"""Reading the graph by name and time: who is meant, what held when, and what was believed when."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from graphmem import keys
from graphmem.errors import NotFound
from graphmem.memory.engine import Engine
from graphmem.periods import holding
from graphmem.resolution.facts import settle
from graphmem.types import LONG_AGO, SELF, Entity, Fact, Neighbourhood, Reached, Walk

#: What a user calls their own person when asking.
MYSELF = frozenset({"i", "me", "myself", "self", "the user", "user"})


def entity_named(engine: Engine, namespace: str, name: str) -> Entity:
    """The entity of that name or alias.

    Raises:
        NotFound: when nothing here is called so.
    """
    if name.strip().casefold() in MYSELF:
        found = engine.store.find(namespace, [SELF])
    else:
        # Josè before Jose, who may be another: a poorer spelling is looked for only where nobody bears the name as asked.
        exactly = engine.store.find(namespace, keys.variants_of(keys.named(name)))
        found = exactly or engine.store.find(namespace, keys.variants(name))
    if not found:
        raise NotFound(f"nothing here is called {name!r}; ask for a name as it was said")
    return found[0]


def self_name(engine: Engine, namespace: str) -> str:
    """How the namespace's own person is called in contexts."""
    found = engine.store.find(namespace, [SELF])
    return found[0].name if found else "the user"


def facts(
    engine: Engine,
    namespace: str,
    about: Entity | None,
    *,
    as_of: datetime | None,
    known_at: datetime | None,
    limit: int | None,
) -> tuple[Fact, ...]:
    """Facts that hold at `as_of`, as believed at `known_at` (None: now), most important first."""
    asked = None if about is None else [about.id]
    if known_at is None:
        return engine.store.facts_about(namespace, asked, as_of=as_of, limit=limit)
    known = believed(engine, namespace, asked, known_at)
    held = [fact for fact in known if as_of is None or holding(fact, as_of) is not None]
    return tuple(sorted(held, key=_by_importance)[:limit])


def believed(engine: Engine, namespace: str, asked: Sequence[str] | None, known_at: datetime) -> list[Fact]:
    """The facts as they were derived then: the same timelines, of what had been recorded by that time."""
    slots = {fact.slot for fact in engine.store.facts_about(namespace, asked, as_of=None)}
    said = engine.store.statements(namespace, slots=sorted(slots)) if slots else ()
    known = [statement for statement in said if statement.recorded_at <= known_at]
    named = {key for statement in said for key in (statement.subject, statement.object) if key is not None}
    identities = engine.store.identities(namespace, sorted(named))
    settled = settle(
        known,
        entity_of=identities.entity_of,
        names=identities.names,
        salt=engine.store.salt(namespace),
        vocabulary=engine.vocabulary,
    )
    return [fact for fact in settled.facts.values() if fact.periods and (asked is None or _is_about(fact, asked))]


def in_slots(engine: Engine, namespace: str, slots: Sequence[str]) -> tuple[Fact, ...]:
    """The facts of these slots, ended and taken back included."""
    said = engine.store.statements(namespace, slots=slots)
    placed = engine.store.placed(namespace, sorted({one.message_id for one in said})) if said else ()
    wanted = set(slots)
    return (
        engine.store.facts(namespace, sorted({one.fact_id for one in placed if one.slot in wanted})) if placed else ()
    )


def _is_about(fact: Fact, asked: Sequence[str]) -> bool:
    """Whether it is of one of them; a slot that was read for Lisbon holds Ana's other homes too."""
    return fact.subject in asked or fact.object in asked


def _by_importance(fact: Fact) -> tuple[float, float, str]:
    return -fact.importance, -fact.said_at.timestamp(), fact.id


def history(engine: Engine, namespace: str, about: Entity) -> tuple[Fact, ...]:
    """Everything ever stated of an entity, ended and taken back included, oldest first."""
    return tuple(sorted(engine.store.facts_about(namespace, [about.id], as_of=None), key=_by_time))


def _by_time(fact: Fact) -> tuple[datetime, str, str]:
    first = fact.periods[0] if fact.periods else None
    begun = first.start or LONG_AGO if first else fact.said_at
    return begun, fact.sentence, fact.id


def neighbourhood(
    engine: Engine,
    namespace: str,
    around: Sequence[Entity],
    *,
    hops: int,
    as_of: datetime,
    known_at: datetime | None,
    each: int,
    limit: int,
) -> Neighbourhood:
    """The facts within so many hops of some entities, as believed at `known_at` (None: now), nearest first, and everyone in them."""
    ids = [entity.id for entity in around]
    reached = (
        engine.store.neighbourhood(namespace, Walk(tuple(ids), hops, as_of, each, limit))
        if known_at is None
        else _reached_then(engine, namespace, ids, hops=hops, as_of=as_of, known_at=known_at, each=each)[:limit]
    )
    away = dict.fromkeys(ids, 0)
    for one in reached:
        for end in _ends(one.fact):
            away.setdefault(end, one.hops)
    facts = {one.fact.id: one.hops for one in reached}
    return Neighbourhood(
        entities=engine.store.entities(namespace, ids=list(away)),
        facts=tuple(one.fact for one in reached),
        hops={**away, **facts},
    )


def _reached_then(
    engine: Engine,
    namespace: str,
    ids: Sequence[str],
    *,
    hops: int,
    as_of: datetime,
    known_at: datetime,
    each: int,
) -> list[Reached]:
    """The walk that a store does, over facts as they were believed then."""
    reached: dict[str, Reached] = {}
    walked = set(ids)
    frontier = list(ids)
    for hop in range(1, hops + 1):
        known = believed(engine, namespace, frontier, known_at) if frontier else []
        held = sorted((fact for fact in known if holding(fact, as_of) is not None), key=_by_importance)
        first = {fact.id for one in frontier for fact in [fact for fact in held if one in _ends(fact)][:each]}
        taken = [fact for fact in held if fact.id in first and fact.id not in reached]
        reached |= {fact.id: Reached(fact, hop) for fact in taken}
        frontier = [end for end in dict.fromkeys(end for fact in taken for end in _ends(fact)) if end not in walked]
        walked |= set(frontier)
    return list(reached.values())


def _ends(fact: Fact) -> tuple[str, ...]:
    return (fact.subject,) if fact.object is None else (fact.subject, fact.object)
