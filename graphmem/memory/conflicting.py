"""What to ask a person about: facts that cannot all be so, and entities that may be one. Read from the store, worked out elsewhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from graphmem import keys
from graphmem.memory.engine import Engine
from graphmem.resolution import conflicts as resolution
from graphmem.resolution.likeness import alike
from graphmem.types import Alike, Conflict, Entity, Sameness


def conflicts(engine: Engine, namespace: str) -> tuple[Conflict, ...]:
    """Facts that cannot all be so."""
    store = engine.store
    facts = store.facts_about(namespace, None, as_of=None)
    slots = resolution.rivals(facts)
    said = store.statements(namespace, slots=sorted(slots)) if slots else ()
    placed = store.placed(namespace, sorted({one.message_id for one in said})) if said else ()
    subjects = sorted({fact.subject for fact in facts if fact.slot in slots})
    called = {entity.id: _called(entity) for entity in store.entities(namespace, ids=subjects)} if subjects else {}
    return resolution.conflicts(
        facts,
        said,
        fact_of={(place.message_id, place.number): place.fact_id for place in placed},
        called=called,
        vocabulary=engine.vocabulary,
        now=engine.clock(),
    )


def _called(entity: Entity) -> frozenset[str]:
    names = {name.casefold() for name in (entity.name, *entity.aliases)}
    return frozenset(names | {"user"} if entity.is_self else names)


def pending(engine: Engine, namespace: str) -> tuple[Alike, ...]:
    """Pairs of entities that may be one and were not decided to be two."""
    pairs = alike(engine.store.entities(namespace))
    if not pairs:
        return ()
    named = {key for pair in pairs for key in (*pair.one.keys, *pair.other.keys)}
    decided = _decided_two(engine.store.identities(namespace, sorted(named)).same)
    return tuple(pair for pair in pairs if not decided & _between(pair))


def _decided_two(same: Iterable[Sameness]) -> set[frozenset[str]]:
    ends: dict[str, set[str]] = defaultdict(set)
    for pair in same:
        for standing, key in ((pair.left, pair.right), (pair.right, pair.left)):
            if standing.startswith("d:"):
                ends[standing].add(keys.plain(key))
    return {frozenset(both) for both in ends.values()}


def _between(pair: Alike) -> set[frozenset[str]]:
    return {frozenset((keys.plain(a), keys.plain(b))) for a in pair.one.keys for b in pair.other.keys}
