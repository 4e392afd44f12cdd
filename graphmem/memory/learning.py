"""From evidence to changes: read what it touches, work out who is who and what holds, compare with before.

`relate` is used by everything that changes what messages contribute: learning, forgetting, naming the user, folding.
All reads come first and are tied to the namespace's version; `apply` refuses them if it moved meanwhile.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from graphmem import terms
from graphmem.keys import plain, with_kindred
from graphmem.memory.engine import Engine
from graphmem.memory.foreseeing import connected, foreseen
from graphmem.memory.slots import Rewriting, Seen, Who, settle_around
from graphmem.periods import is_current
from graphmem.resolution.facts import Settled
from graphmem.resolution.identity import Identified, identify, touched
from graphmem.types import (
    SELF,
    Candidates,
    CauseKind,
    Changes,
    Document,
    Entity,
    Evidence,
    Fact,
    Identities,
    Indexed,
    Learned,
    Statement,
    Summary,
)


@dataclass(frozen=True, slots=True)
class Related:
    """Changes ready to apply at `version`, and what they do to facts: `before` and `after` of the slots touched.

    `read` is what they were worked out from first, with all that was `said` in the slots it was asked for.
    """

    changes: Changes
    version: int
    before: Mapping[str, Fact]
    after: Mapping[str, Fact]
    read: Candidates | None = None
    said: Mapping[str, Sequence[Statement]] = field(default_factory=dict)

    def learned(self, now: datetime) -> tuple[Fact, ...]:
        """Facts believed after and not before; for a state, one that holds now and did not."""
        return tuple(f for f in self.after.values() if news(f, now) and not self._was(f.id, now))

    def ended(self, now: datetime) -> tuple[Fact, ...]:
        """States that held before, are still believed, and no longer hold now."""
        return tuple(
            f
            for f in self.after.values()
            if f.retracted_at is None and not is_current(f, now) and self._held(f.id, now) and f.nature == "state"
        )

    def retracted(self) -> tuple[Fact, ...]:
        """Facts believed before that are taken back."""
        before = self.before
        return tuple(
            f for f in self.after.values() if f.retracted_at and f.id in before and not before[f.id].retracted_at
        )

    def _held(self, fact_id: str, now: datetime) -> bool:
        return fact_id in self.before and is_current(self.before[fact_id], now)

    def _was(self, fact_id: str, now: datetime) -> bool:
        return fact_id in self.before and news(self.before[fact_id], now)


def news(fact: Fact, now: datetime) -> bool:
    """Whether a fact is one to tell of: a state that holds, or something believed to have happened."""
    return bool(fact.periods) and (fact.nature == "event" or is_current(fact, now))


def relate(
    engine: Engine,
    namespace: str,
    *,
    cause: CauseKind,
    learned: Sequence[Learned] = (),
    erased: Sequence[str] = (),
    documents: Sequence[Document] = (),
    summaries: Sequence[Summary] = (),
    summaries_gone: Sequence[str] = (),
    at: int | None = None,
) -> Related:
    """What it changes that these messages now contribute this, and the erased ones nothing.

    `at` is the version that was just told: what is kept as of it need not be read.
    """
    salt = engine.store.salt(namespace)
    ids = {*(one.message_id for one in learned), *erased}
    added = [one.evidence for one in learned]
    # Everything is tied to the version of this first read: what is read later is refused if it moved meanwhile.
    known = ids - {one.message_id for one in learned if one.is_first}
    slots = foreseen(engine, namespace, added, salt=salt)
    first = _candidates(engine, namespace, touched(added), messages=known, slots=slots, at=at)
    facts = None if at is None else engine.continued.facts(namespace, first.version, slots)
    version, withdrawn = first.version, first.evidence
    if SELF in first.identities.entity_of:
        engine.selves[namespace] = first.identities.entity_of[SELF]
    asked = touched([*withdrawn, *added])
    seen = connected(first.identities, first.covered) if asked <= first.covered else None
    present, identified = identified_around(
        engine, namespace, withdrawn, added, asked=asked if seen is None else set(first.covered), seen=seen
    )
    before, after = settle_around(
        engine,
        namespace,
        Rewriting(
            replaced=frozenset(ids),
            withdrawn=tuple(statement for one in withdrawn for statement in one.statements),
            new=tuple(statement for one in added for statement in one.statements),
            moved=identified.moved,
            was=Who(present.entity_of, present.names),
            will=Who(identified.entity_of, identified.names),
        ),
        seen=Seen(slots, first.statements, first.identities, facts),
    )
    was = {entity.id: entity for entity in identify(present, (), (), salt=salt, vocabulary=engine.vocabulary).entities}
    entities = tuple(entity for entity in identified.entities if was.get(entity.id) != entity)
    placed_before = set(before.placed)
    changed = {fact_id: fact for fact_id, fact in after.facts.items() if before.facts.get(fact_id) != fact}
    changes = Changes(
        cause=cause,
        at=engine.clock(),
        learned=tuple(learned),
        erased=tuple(erased),
        entity_of=entity_changes(present, identified),
        entities=entities,
        entities_gone=identified.entities_gone,
        placed=tuple(place for place in after.placed if place not in placed_before or place.message_id in ids),
        facts=tuple(changed.values()),
        facts_gone=tuple(sorted(set(before.facts) - set(after.facts))),
        documents=(*documents, *index_entries(engine, before.facts, changed, was, entities)),
        summaries=tuple(summaries),
        summaries_gone=tuple(summaries_gone),
        relations=_relations(engine, changed.values()),
    )
    return Related(changes, version, before.facts, after.facts, first, _said(first.statements, slots, after))


def _candidates(
    engine: Engine, namespace: str, keys: set[str], *, messages: set[str], slots: frozenset[str], at: int | None
) -> Candidates:
    """Everything this starts from: as it is kept, if it all is, else read."""
    kept = None if at is None or messages else engine.continued.candidates(namespace, at, keys=keys, slots=slots)
    return kept or engine.store.candidates(namespace, keys=sorted(keys), messages=sorted(messages), slots=sorted(slots))


def _said(stated: Sequence[Statement], slots: Collection[str], settled: Settled) -> dict[str, list[Statement]]:
    """All statements by the slots they were read of; nothing where some turned out to be no statements of these."""
    slot_of = {(place.message_id, place.number): place.slot for place in settled.placed}
    found: dict[str, list[Statement]] = {slot: [] for slot in slots}
    for one in stated:
        slot = slot_of.get((one.message_id, one.number))
        if slot not in found:
            return {}
        found[slot].append(one)
    return found


def _relations(engine: Engine, facts: Iterable[Fact]) -> dict[str, str]:
    """The types that the facts are drawn as, by predicate; those outside the vocabulary have none."""
    types = {fact.predicate: engine.vocabulary.relation(fact.predicate) for fact in facts}
    return {predicate: kind for predicate, kind in types.items() if kind}


def identified_around(
    engine: Engine,
    namespace: str,
    withdrawn: Sequence[Evidence],
    added: Sequence[Evidence],
    *,
    asked: set[str],
    seen: Identities | None = None,
) -> tuple[Identities, Identified]:
    """Who was who and who is, of the keys asked and all that the change can rename: relations' owners, the renamed's relations.

    `seen` is what is stored about the keys asked, if it was read already.
    """
    salt = engine.store.salt(namespace)
    while True:
        present = engine.store.identities(namespace, sorted(asked)) if seen is None else seen
        seen = None
        identified = identify(present, withdrawn, added, salt=salt, vocabulary=engine.vocabulary)
        renamed = sorted({plain(key) for key in identified.moved})
        dependent = engine.store.owned(namespace, renamed) if renamed else frozenset()
        wanted = with_kindred({*asked, *present.entity_of, *dependent})
        if wanted <= asked | present.entity_of.keys():
            return present, identified
        asked = asked | wanted


def entity_changes(present: Identities, identified: Identified) -> dict[str, str | None]:
    """Only the keys whose entity is new, another, or none any more."""
    mapped: dict[str, str | None] = {
        key: entity for key, entity in identified.entity_of.items() if present.entity_of.get(key) != entity
    }
    return mapped | dict.fromkeys(identified.keys_gone)


def index_entries(
    engine: Engine,
    before: Mapping[str, Fact],
    changed: Mapping[str, Fact],
    was: Mapping[str, Entity],
    entities: Sequence[Entity],
) -> list[Document]:
    """Index entries for facts that read differently and entities that are called differently."""
    new = [fact for fact in changed.values() if fact.id not in before or before[fact.id].sentence != fact.sentence]
    entries = [document("fact", fact.id, fact.sentence) for fact in new]
    embedder = engine.fitting.to_write() if new else None
    if embedder is not None:
        vectors = embedder.embed([fact.sentence for fact in new])
        entries = [
            replace(one, vector=vector, model=embedder.model) for one, vector in zip(entries, vectors, strict=True)
        ]
    called = [e for e in entities if e.id not in was or was[e.id].aliases != e.aliases or was[e.id].name != e.name]
    return entries + [document("entity", e.id, " ".join(dict.fromkeys((e.name, *e.aliases)))) for e in called]


def document(kind: Indexed, identity: str, text: str) -> Document:
    """The index entry of a text, without a vector."""
    counted, length = terms.count(text)
    return Document(kind, identity, counted, length)
