"""Making a replica: another store comes to hold, row by row and under the same ids, what the first one holds of a namespace.

Nothing is worked out anew. Who is who depends on the order in which things were heard, so a graph that is folded again may give an entity
another id; hence entities, facts and where each statement belongs are carried over as they stand. A replica is made by comparing,
block by block, and writing what differs: messages, entities, facts, what was read of the messages, summaries. So it does not
matter where an earlier run was stopped. Only at the end is the graph whole; the messages come first, and wait as work until theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TypeVar

from graphmem.embedding.meaning import meaning
from graphmem.memory.engine import Engine
from graphmem.memory.learning import Related, document
from graphmem.memory.naming import USER_NAME
from graphmem.memory.working import LEASE, applied
from graphmem.types import (
    Changes,
    Document,
    Entity,
    Evidence,
    Fact,
    Indexed,
    Learned,
    Message,
    Summary,
)

#: Messages, or sessions, and entities with their facts, of one transaction.
BLOCK, ENTITIES = 200, 50

KINDS: tuple[Indexed, ...] = ("message", "fact", "entity")

Moved = Callable[[int, int], None]

T = TypeVar("T")


class Replica:
    """A namespace on its way into another store, which has its secret already and knows nothing else of it."""

    def __init__(self, source: Engine, namespace: str, target: Engine, to: str) -> None:
        self._source, self._namespace = source.store, namespace
        self._target, self._to = target, to
        self._vectors = _Vectors(source, namespace, target)

    def make(self, ids: Sequence[str], moved: Moved) -> tuple[int, int]:
        """Copy these messages and all that was made of them; how many were new, and how many known."""
        order = self._in_order(ids)
        new = done = 0
        for block in _blocks(order, BLOCK):
            new += self._said(block)
            done += len(block)
            moved(done // 2, len(order))  # each is met twice: what was said, then what was read of it
        entities = self._source.entities(self._namespace)
        for some in _blocks(entities, BLOCK):
            self._apply(lambda some=some: self._known(some))  # type: ignore[misc]
        for some in _blocks(entities, ENTITIES):
            self._apply(lambda some=some: self._believed(some))  # type: ignore[misc]
        for block in _blocks([USER_NAME, *order], BLOCK):
            self._apply(lambda block=block: self._read(block))  # type: ignore[misc]
            done += len(block)
            moved(min(done // 2, len(order)), len(order))
        self._apply(lambda: self._left_over(entities))
        self._apply(self._forgotten)
        self._came_up()
        for sessions in _blocks(sorted(one.name for one in self._source.sessions(self._namespace)), BLOCK):
            self._apply(lambda sessions=sessions: self._folded(sessions))  # type: ignore[misc]
        return new, len(order) - new

    def _in_order(self, ids: Sequence[str]) -> list[str]:
        """The messages as they came, session by session, so that they are numbered in that order again."""
        found = [(one.session, one.seq, one.id) for block in _blocks(ids, BLOCK) for one in self._messages(block)]
        return [id for _, _, id in sorted(found)]

    def _messages(self, ids: Sequence[str]) -> tuple[Message, ...]:
        return self._source.messages(self._namespace, ids)

    def _waiting(self, ids: Sequence[str]) -> set[str]:
        return {one.message_id for one in self._source.work(self._namespace, ids)}

    def _said(self, ids: Sequence[str]) -> int:
        """Store messages, each as work: what waits there waits here, what is understood is leased to us. How many are new."""
        said = sorted(self._messages(ids), key=lambda one: (one.session, one.seq))
        waiting, new = self._waiting(ids), 0
        for waits, some in groupby(said, lambda one: one.id in waiting):
            appended = self._target.store.append(
                self._to,
                [(one, document("message", one.id, one.text)) for one in some],
                followers=0,
                lease_until=None if waits else self._target.clock() + LEASE,
            )
            new += sum(one.new for one in appended)
        return new

    def _known(self, entities: Sequence[Entity]) -> Changes | None:
        """Entities that are not here as they are there, and the keys that name them."""
        here = {one.id: one for one in self._target.store.entities(self._to, ids=[one.id for one in entities])}
        changed = [one for one in entities if here.get(one.id) != one]
        if not changed:
            return None
        called = [one for one in changed if one.id not in here or _names(here[one.id]) != _names(one)]
        return Changes(
            cause="learn",
            at=self._target.clock(),
            entities=tuple(changed),
            entity_of={key: one.id for one in changed for key in one.keys},
            documents=tuple(self._vectors.add([document("entity", one.id, _names(one)) for one in called], {})),
        )

    def _believed(self, entities: Sequence[Entity]) -> Changes | None:
        """The facts of these subjects, so whole slots, as far as they are not here as they are there."""
        ids = [one.id for one in entities]
        there = {one.id: one for one in _facts_of(self._source.facts_about(self._namespace, ids, as_of=None), ids)}
        here = {one.id: one for one in _facts_of(self._target.store.facts_about(self._to, ids, as_of=None), ids)}
        changed = [one for one in there.values() if one.id not in here or _unsourced(here[one.id]) != _unsourced(one)]
        gone = tuple(sorted(here.keys() - there.keys()))
        if not changed and not gone:
            return None
        new = {one.id: one.sentence for one in changed if one.id not in here or here[one.id].sentence != one.sentence}
        types = {one.predicate: self._target.vocabulary.relation(one.predicate) for one in changed}
        return Changes(
            cause="learn",
            at=self._target.clock(),
            facts=tuple(changed),
            facts_gone=gone,
            documents=tuple(self._vectors.add([document("fact", id, text) for id, text in new.items()], new)),
            relations={predicate: kind for predicate, kind in types.items() if kind},
        )

    def _read(self, ids: Sequence[str]) -> Changes | None:
        """What was read of messages, and which fact each statement belongs to, where that is not here as it is there."""
        store = self._target.store
        waiting = self._waiting(ids)
        read = {one.message_id: one for one in self._source.extractions(self._namespace, ids)}
        messages = {one.id: one for one in store.messages(self._to, ids)}
        proof = {one.message_id: one for one in self._source.evidence(self._namespace, list(read))}
        work = {one.message_id: one.generation for one in store.work(self._to, ids)}
        present = {one.message_id: one for one in store.extractions(self._to, ids)}
        proof_here = {one.message_id: one for one in store.evidence(self._to, list(read))}
        learned = []
        for id in (one for one in ids if one in read and one not in waiting):
            evidence = _renumbered(proof.get(id, Evidence(id)), messages.get(id))
            if id in work or present.get(id) != read[id] or proof_here.get(id, Evidence(id)) != evidence:
                learned.append(Learned(id, work.get(id, 0), read[id], evidence))
        anew = {one.message_id for one in learned}
        known = set(store.placed(self._to, [one for one in ids if one not in anew]))
        placed = [one for one in self._source.placed(self._namespace, ids) if one.message_id not in waiting]
        moved = tuple(one for one in placed if one not in known)
        if not learned and not moved:
            return None
        texts = {one.message_id: messages[one.message_id].text for one in learned if one.message_id in messages}
        return Changes(
            cause="learn",
            at=self._target.clock(),
            learned=tuple(learned),
            placed=moved,
            documents=tuple(self._vectors.of_messages(texts)),
        )

    def _left_over(self, entities: Sequence[Entity]) -> Changes | None:
        """What an earlier copy brought, and nothing names any more."""
        store, known = self._target.store, {one.id for one in entities}
        gone = tuple(one.id for one in store.entities(self._to) if one.id not in known)
        keys = {key for one in store.entities(self._to, ids=gone) for key in one.keys} if gone else set()
        named = {key for one in entities for key in one.keys}
        facts = _facts_of(store.facts_about(self._to, gone, as_of=None), gone) if gone else []
        if not gone:
            return None
        return Changes(
            cause="learn",
            at=self._target.clock(),
            entity_of=dict.fromkeys(sorted(keys - named)),
            entities_gone=gone,
            facts_gone=tuple(sorted(one.id for one in facts)),
        )

    def _forgotten(self) -> Changes | None:
        """The marks of what was forgotten there, which is not to come back here either."""
        missing = set(self._source.tombstones(self._namespace)) - set(self._target.store.tombstones(self._to))
        if not missing:
            return None
        return Changes(cause="forget", at=self._target.clock(), tombstones=tuple(sorted(missing)))

    def _came_up(self) -> None:
        """How often things came up there, as far as it is more than here."""
        for kind in KINDS:
            here = {one.id: one.times for one in self._target.store.accesses(self._to, kind)}
            there = self._source.accesses(self._namespace, kind)
            more = [replace(one, times=one.times - here.get(one.id, 0)) for one in there]
            self._target.store.count_accesses(self._to, [one for one in more if one.times > 0])

    def _folded(self, sessions: Sequence[str]) -> Changes | None:
        found = [self._summary(session) for session in sessions]
        changed = [one for one in found if one and one != self._target.store.summary(self._to, one.session)]
        return Changes(cause="fold", at=self._target.clock(), summaries=tuple(changed)) if changed else None

    def _summary(self, session: str) -> Summary | None:
        """The summary of a session as it stands here: its last message has another number where others were forgotten."""
        summary = self._source.summary(self._namespace, session)
        if summary is None:
            return None
        at, seq = summary.covers_until
        last = self._source.read(self._namespace, places=[(session, seq)]).messages
        here = self._target.store.messages(self._to, list(last))
        return replace(summary, covers_until=(at, here[0].seq)) if here else None

    def _apply(self, build: Callable[[], Changes | None]) -> None:
        def related() -> Related | None:
            version = self._target.store.version(self._to)
            changes = build()
            return None if changes is None else Related(changes, version, {}, {})

        applied(self._target, self._to, related)


class _Vectors:
    """Vectors for the copy: taken over where both stores keep those of one model, else made by its own embedder."""

    def __init__(self, source: Engine, namespace: str, target: Engine) -> None:
        self._source, self._namespace, self._target = source.store, namespace, target
        self._alike = _alike(source, target)

    def of_messages(self, texts: dict[str, str]) -> list[Document]:
        """Documents of messages with vectors alone."""
        bare = [Document("message", id) for id, text in texts.items() if text.strip()]
        given = self.add(bare, {id: meaning(text) for id, text in texts.items() if text.strip()})
        return [one for one in given if one.vector is not None]

    def add(self, documents: Sequence[Document], texts: dict[str, str]) -> list[Document]:
        """The documents, all of one kind, with the vectors of their texts."""
        if not documents:
            return []
        vectors = self._taken_over(documents[0].kind, documents) if self._alike else self._made(texts)
        return [
            replace(one, vector=vectors[one.id].vector, model=vectors[one.id].model) if one.id in vectors else one
            for one in documents
        ]

    def _taken_over(self, kind: Indexed, documents: Sequence[Document]) -> dict[str, Document]:
        return {one.id: one for one in self._source.embedded(self._namespace, kind, [one.id for one in documents])}

    def _made(self, texts: dict[str, str]) -> dict[str, Document]:
        embedder = self._target.fitting.to_write() if texts else None
        if embedder is None:
            return {}
        vectors = embedder.embed(list(texts.values()))
        return {
            id: Document("fact", id, vector=vector, model=embedder.model)
            for id, vector in zip(texts, vectors, strict=True)
        }


def _alike(source: Engine, target: Engine) -> bool:
    """Whether both stores keep vectors of one model. One that has none yet follows its embedder, else the source."""
    mark, present, given = source.store.embedder(), target.store.embedder(), target.fitting.given
    if mark is None:
        return False
    if present is None and (given is None or given.model == mark.model):
        target.store.mark_embedder(mark)
        return True
    return present == mark


def _names(entity: Entity) -> str:
    """What an entity is found by."""
    return " ".join(dict.fromkeys((entity.name, *entity.aliases)))


def _facts_of(facts: Sequence[Fact], subjects: Sequence[str]) -> list[Fact]:
    wanted = set(subjects)
    return [one for one in facts if one.subject in wanted]


def _unsourced(fact: Fact) -> Fact:
    """Without what states it, which follows from where statements belong."""
    return replace(fact, sources=())


def _renumbered(evidence: Evidence, message: Message | None) -> Evidence:
    """The evidence with the number that its message has in the copy, which differs where others were forgotten."""
    if message is None or all(one.seq == message.seq for one in evidence.statements):
        return evidence
    return replace(evidence, statements=tuple(replace(one, seq=message.seq) for one in evidence.statements))


def _blocks(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    return (items[start : start + size] for start in range(0, len(items), size))
