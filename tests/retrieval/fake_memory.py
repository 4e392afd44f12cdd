"""A memory held in dictionaries, as recall reads it, that counts how often it is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np

from graphmem import periods
from graphmem.embedding.protocol import Embedder
from graphmem.terms import count
from graphmem.types import (
    Certainty,
    Entity,
    Fact,
    Indexed,
    Message,
    Nature,
    Period,
    PostingRow,
    Postings,
    Provenance,
    TextPart,
)

if TYPE_CHECKING:
    from graphmem.types.changes import Vector

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
MOVED = datetime(2024, 3, 1, tzinfo=UTC)


def message(number: int, text: str, *, speaker: str | None = None, at: datetime | None = None) -> Message:
    """A message of the story, a minute after the one before it."""
    when = at or MOVED + timedelta(minutes=number)
    return Message(f"m{number}", f"m{number}", "s1", "user", (TextPart(text),), text, when, when, speaker, number)


def entity(name: str, *keys: str, kind: str = "Person", is_self: bool = False) -> Entity:
    """An entity known by its name and by other keys."""
    return Entity(f"e:{name}", name, kind, (name,), (f"n:{name.casefold()}", *keys), is_self)


def fact(
    sentence: str,
    subject: Entity,
    *,
    object: Entity | None = None,
    start: datetime | None = MOVED,
    end: datetime | None = None,
    stated: bool = True,
    nature: Nature = "state",
    certainty: Certainty = "certain",
    retracted_at: datetime | None = None,
    believed: bool = True,
    sources: Sequence[str] = (),
    importance: float = 0.5,
) -> Fact:
    """A fact of the story."""
    period = Period(f"f:{sentence}", start, None, stated, end, reaches_back=not stated)
    return Fact(
        id=f"f:{sentence}",
        slot=f"{subject.id}/lives",
        subject=subject.id,
        subject_name=subject.name,
        predicate="lives in",
        object=object.id if object else None,
        object_name=object.name if object else None,
        value=None,
        sentence=sentence,
        nature=nature,
        positive=True,
        certainty=certainty,
        person=True,
        confidence=0.9,
        importance=importance,
        category="personal",
        said_at=MOVED,
        recorded_at=MOVED,
        retracted_at=retracted_at,
        periods=(period,) if believed else (),
        sources=tuple(Provenance(id, 0, 1, "holds", MOVED) for id in sources),
    )


@dataclass
class FakeMemory:
    """Fulfils `graphmem.retrieval.channels.Reads`; `calls` counts each method."""

    said: Sequence[Message] = ()
    known: Sequence[Fact] = ()
    people: Sequence[Entity] = ()
    embedder: Embedder | None = None
    calls: Counter[str] = field(default_factory=Counter)
    rows: int = 0

    def postings(self, namespace: str, kind: Indexed, terms: Sequence[str], *, cap: int) -> Postings:
        self.calls["postings"] += 1
        counted = {key: count(text) for key, text in self._texts(kind).items()}
        holding = {term: sum(term in dict(found) for found, _ in counted.values()) for term in terms}
        rows = [
            PostingRow(key, length, {term: times for term, times in found if term in terms})
            for key, (found, length) in counted.items()
            if any(term in terms for term, _ in found)
        ][:cap]
        self.rows += len(rows)
        return Postings(len(counted), sum(length for _, length in counted.values()), holding, tuple(rows))

    def nearest(self, namespace: str, kind: Indexed, vector: Vector, *, limit: int) -> tuple[tuple[str, float], ...]:
        self.calls["nearest"] += 1
        assert self.embedder is not None
        texts = self._texts(kind)
        if not texts:
            return ()
        cosines = np.asarray(self.embedder.embed(list(texts.values()))) @ vector
        near = sorted(zip(texts, map(float, cosines), strict=True), key=lambda item: (-item[1], item[0]))
        return tuple(near[:limit])

    def find(self, namespace: str, keys: Sequence[str]) -> tuple[Entity, ...]:
        self.calls["find"] += 1
        return tuple(one for one in self.people if set(one.keys) & set(keys))

    def facts_about(
        self, namespace: str, entities: Sequence[str] | None, *, as_of: datetime | None, limit: int | None = None
    ) -> tuple[Fact, ...]:
        self.calls["facts_about"] += 1
        about = [one for one in self.known if entities is None or {one.subject, one.object} & set(entities)]
        held = [one for one in about if as_of is None or periods.holding(one, as_of)]
        return tuple(sorted(held, key=lambda one: (-one.importance, one.id))[:limit])

    def facts(self, namespace: str, ids: Sequence[str]) -> tuple[Fact, ...]:
        self.calls["facts"] += 1
        by_id = {one.id: one for one in self.known}
        return tuple(by_id[each] for each in ids if each in by_id)

    def entities(self, namespace: str, *, ids: Sequence[str] | None = None) -> tuple[Entity, ...]:
        self.calls["entities"] += 1
        by_id = {one.id: one for one in self.people}
        return tuple(by_id[each] for each in ids or () if each in by_id)

    def messages(self, namespace: str, ids: Sequence[str]) -> tuple[Message, ...]:
        self.calls["messages"] += 1
        return tuple(one for one in self.said if one.id in set(ids))

    def _texts(self, kind: Indexed) -> dict[str, str]:
        if kind == "message":
            return {one.id: one.text for one in self.said}
        if kind == "fact":
            return {one.id: one.sentence for one in self.known}
        return {one.id: " ".join(one.aliases) for one in self.people}
