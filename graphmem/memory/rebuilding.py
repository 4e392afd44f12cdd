"""Rebuilding: the graph is a fold over what was read of the messages, so it can be folded again, without reading anything anew.

A vocabulary that changed, or rules of resolution that did, are then applied to everything that was ever said. Three passes, each in blocks
that are one transaction: what each message contributes, who is who, and which facts that makes. The second and third compare with what is
*stored*, not with what would have been stored, so that they also mend. A block that is as it should be writes nothing; stopping
anywhere leaves a memory that can be read and rebuilt again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from graphmem.keys import with_kindred
from graphmem.memory.engine import Engine
from graphmem.memory.learning import Related, document, entity_changes, identified_around, index_entries, relate
from graphmem.memory.working import applied, learn
from graphmem.resolution.facts import Settled, settle
from graphmem.resolution.placing import Placing
from graphmem.types import Changes, Entity, Evidence, Fact, Learned, RebuildReceipt

#: Messages, and entities, of one transaction.
MESSAGES, ENTITIES = 200, 50

Moved = Callable[[int, int], None]
"""Told after each block how much is done, and of how much."""

T = TypeVar("T")


@dataclass(slots=True)
class _Tally:
    messages: int = 0
    reread: set[str] = field(default_factory=set)
    facts: set[str] = field(default_factory=set)
    entities: set[str] = field(default_factory=set)

    def count(self, related: Related | None) -> None:
        """Take in what a block wrote."""
        if related is not None:
            changes = related.changes
            self.reread |= {one.message_id for one in changes.learned}
            self.facts |= {*(fact.id for fact in changes.facts), *changes.facts_gone}
            self.entities |= {*(entity.id for entity in changes.entities), *changes.entities_gone}


def rebuild(engine: Engine, namespace: str, *, moved: Moved, index: bool = False) -> RebuildReceipt:
    """Fold everything again, with `index` also what is found by its words; see `Memory.rebuild`."""
    tally, store = _Tally(), engine.store
    messages = store.message_ids(namespace)
    steps = _Steps(moved, len(messages) + 2 * store.counts(namespace).entities)
    for block in _blocks(messages, MESSAGES):
        tally.count(applied(engine, namespace, lambda block=block: _replayed(engine, namespace, block, index)))  # type: ignore[misc]
        steps.done(len(block))
    known = [entity.id for entity in store.entities(namespace)]
    for block in _blocks(known, ENTITIES):
        tally.count(applied(engine, namespace, lambda block=block: _identified(engine, namespace, block, index)))  # type: ignore[misc]
        steps.done(len(block))
    known = [entity.id for entity in store.entities(namespace)]
    for block in _blocks(known, ENTITIES):
        tally.count(applied(engine, namespace, lambda block=block: _derived(engine, namespace, block, index)))  # type: ignore[misc]
        steps.done(len(block))
    steps.finished()
    backlog = store.backlog(namespace, now=engine.clock())
    return RebuildReceipt(
        messages=len(messages),
        changed=len(tally.reread),
        facts=len(tally.facts),
        entities=len(tally.entities),
        waiting=backlog.waiting + backlog.leased + backlog.failed,
    )


class _Steps:
    """How far it is; the number of entities may change on the way, so the end is said once more."""

    def __init__(self, moved: Moved, total: int) -> None:
        self._moved, self._total, self._done = moved, total, 0

    def done(self, count: int) -> None:
        self._done = min(self._done + count, self._total)
        self._moved(self._done, self._total)

    def finished(self) -> None:
        self._moved(self._total, self._total)


def _replayed(engine: Engine, namespace: str, ids: Sequence[str], index: bool) -> Related | None:
    """What these messages contribute by today's vocabulary, where that is another thing than is stored.

    Those that wait in the queue are read later anyway.
    """
    store = engine.store
    queued = {work.message_id for work in store.work(namespace, ids)}
    read = {one.message_id: one for one in store.extractions(namespace, [one for one in ids if one not in queued])}
    stored = {one.message_id: one for one in store.evidence(namespace, list(read))}
    replayed = [learn(engine, message, read[message.id], 0) for message in store.messages(namespace, list(read))]
    changed = [one for one in replayed if one.evidence != stored.get(one.message_id, Evidence(one.message_id))]
    related = _without_orphans(engine, namespace, changed) if changed else None
    if not index:
        return related
    related = related or Related(Changes("rebuild", engine.clock()), store.version(namespace), {}, {})
    texts = [document("message", message.id, message.text) for message in store.messages(namespace, ids)]
    return replace(related, changes=replace(related.changes, documents=(*related.changes.documents, *texts)))


def _without_orphans(engine: Engine, namespace: str, changed: Sequence[Learned]) -> Related:
    """The change they make, with the facts of entities that go, whatever slots they were filed in."""
    related = relate(engine, namespace, cause="rebuild", learned=changed)
    changes = related.changes
    orphans = {fact.id for fact in _facts_of(engine, namespace, changes.entities_gone)} - related.after.keys()
    return replace(related, changes=replace(changes, facts_gone=tuple(sorted({*changes.facts_gone, *orphans}))))


def _identified(engine: Engine, namespace: str, ids: Sequence[str], index: bool) -> Related | None:
    """Who these entities are, and all they are connected with, where that is not what is stored."""
    store, version = engine.store, engine.store.version(namespace)
    block = store.entities(namespace, ids=ids)
    asked = with_kindred(key for entity in block for key in entity.keys)
    present, found = identified_around(engine, namespace, (), (), asked=asked)
    right = {entity.id: entity for entity in found.entities}
    stored = _by_id(store.entities(namespace, ids=sorted({*ids, *present.entity_of.values(), *right})))
    changed = tuple(entity for entity in found.entities if stored.get(entity.id) != entity)
    gone = tuple(sorted(stored.keys() - right.keys()))
    mapped = entity_changes(present, found)
    if not (changed or gone or mapped or index):
        return None
    named = found.entities if index else changed
    changes = Changes(
        cause="rebuild",
        at=engine.clock(),
        entity_of=mapped,
        entities=changed,
        entities_gone=gone,
        facts_gone=tuple(sorted(fact.id for fact in _facts_of(engine, namespace, gone))),
        documents=tuple(index_entries(engine, {}, {}, {} if index else stored, named)),
    )
    return Related(changes, version, {}, {})


def _derived(engine: Engine, namespace: str, ids: Sequence[str], index: bool) -> Related | None:
    """The facts of which these entities are the subject, where they are not what is stored."""
    version = engine.store.version(namespace)
    before = {fact.id: fact for fact in _facts_of(engine, namespace, ids)}
    settled = _settled(engine, namespace, ids)
    changed = {fact.id: fact for fact in settled.facts.values() if before.get(fact.id) != fact}
    gone = tuple(sorted(before.keys() - settled.facts.keys()))
    if not (changed or gone or index):
        return None
    again = [document("fact", fact.id, fact.sentence) for fact in settled.facts.values() if fact.id not in changed]
    changes = Changes(
        cause="rebuild",
        at=engine.clock(),
        facts=tuple(changed.values()),
        facts_gone=gone,
        placed=tuple(place for place in settled.placed if place.fact_id in changed),
        documents=(*(again if index else ()), *index_entries(engine, before, changed, {}, ())),
    )
    return Related(changes, version, before, settled.facts)


def _settled(engine: Engine, namespace: str, ids: Sequence[str]) -> Settled:
    """Every fact of these subjects. A slot has one subject, so the statements of its slot all name it."""
    store, salt = engine.store, engine.store.salt(namespace)
    keys = sorted({key for entity in store.entities(namespace, ids=ids) for key in entity.keys})
    said = store.statements(namespace, keys=keys)
    named = sorted({key for one in said for key in (one.subject, one.object) if key is not None})
    who = store.identities(namespace, named)
    placing = Placing(who.entity_of, who.names, salt=salt, vocabulary=engine.vocabulary)
    theirs = [one for one in said if placing(one).subject in set(ids)]
    return settle(theirs, entity_of=who.entity_of, names=who.names, salt=salt, vocabulary=engine.vocabulary)


def _facts_of(engine: Engine, namespace: str, subjects: Sequence[str]) -> list[Fact]:
    about = engine.store.facts_about(namespace, list(subjects), as_of=None) if subjects else ()
    return [fact for fact in about if fact.subject in set(subjects)]


def _by_id(entities: Sequence[Entity]) -> Mapping[str, Entity]:
    return {entity.id: entity for entity in entities}


def _blocks(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    return (items[start : start + size] for start in range(0, len(items), size))
