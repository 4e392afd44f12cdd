"""A memory held in dictionaries, as recall reads it, that counts how often it is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np

from graphmem import periods
from graphmem.embedding.protocol import Embedder
from graphmem.terms import count
from graphmem.types import (
    EVERYTHING,
    Brought,
    Certainty,
    Entity,
    Fact,
    Filter,
    Indexed,
    Likeness,
    Loaded,
    Message,
    Nature,
    Near,
    Period,
    PostingRow,
    Postings,
    Provenance,
    Reached,
    Searched,
    Sought,
    TextPart,
    Walk,
    Worded,
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

    def search(
        self, namespace: str, words: Worded | None, like: Likeness | None, *, only: Filter = EVERYTHING
    ) -> Searched:
        self.calls["search"] += 1
        return Searched(
            {kind: self._postings(kind, words.terms, words.cap, only) for kind in words.kinds} if words else {},
            {kind: self._nearest(kind, like.vector, most, only) for kind, most in like.most.items()} if like else {},
        )

    def _postings(self, kind: Indexed, terms: Sequence[str], cap: int, only: Filter) -> Postings:
        counted = {key: count(text) for key, text in self._texts(kind).items()}
        holding = {term: sum(term in found for found, _ in counted.values()) for term in terms}
        passing = self._passing(kind, only)
        rows = [
            PostingRow(key, length, {term: times for term, times in found.items() if term in terms}, *self._place(key))
            for key, (found, length) in counted.items()
            if key in passing and any(term in terms for term in found)
        ][:cap]
        self.rows += len(rows)
        return Postings(len(counted), sum(length for _, length in counted.values()), holding, tuple(rows))

    def _nearest(self, kind: Indexed, vector: Vector, limit: int, only: Filter) -> tuple[Near, ...]:
        assert self.embedder is not None
        passing = self._passing(kind, only)
        texts = {key: text for key, text in self._texts(kind).items() if key in passing and kind != "entity"}
        if not texts:
            return ()
        cosines = np.asarray(self.embedder.embed(list(texts.values()))) @ vector
        near = sorted(zip(texts, map(float, cosines), strict=True), key=lambda item: (-item[1], item[0]))
        return tuple(Near(key, score, *self._place(key)) for key, score in near[:limit])

    def ask(
        self,
        namespace: str,
        keys: Sequence[str],
        then: Callable[[tuple[Entity, ...]], Sought],
        *,
        only: Filter = EVERYTHING,
    ) -> Brought:
        self.calls["ask"] += 1
        known = self.find(namespace, keys)
        sought = then(known)
        reached = self.neighbourhood(namespace, sought.walk, only=only) if sought.walk else ()
        return Brought(known, reached, self.search(namespace, sought.words, sought.like, only=only))

    def neighbourhood(self, namespace: str, walk: Walk, *, only: Filter = EVERYTHING) -> tuple[Reached, ...]:
        self.calls["neighbourhood"] += 1
        as_of, each, limit = walk.as_of, walk.each, walk.limit
        passing = self._passing("fact", only)
        held = [one for one in self.known if one.id in passing and (as_of is None or periods.holding(one, as_of))]
        held.sort(key=lambda one: (-one.importance, -one.said_at.timestamp(), one.id))
        reached: dict[str, Reached] = {}
        seen: set[str] = set()
        ring = set(walk.entities)
        for hop in range(1, walk.hops + 1):
            about = {entity: [one for one in held if entity in (one.subject, one.object)][:each] for entity in ring}
            taken = {one.id for facts in about.values() for one in facts} - reached.keys()
            new = [one for one in held if one.id in taken][: limit - len(reached)]
            reached |= {one.id: Reached(one, hop) for one in new}
            seen |= ring
            ring = {end for one in new for end in (one.subject, one.object) if end is not None} - seen
        return tuple(reached.values())

    def read(
        self,
        namespace: str,
        *,
        messages: Sequence[str] = (),
        facts: Sequence[str] = (),
        entities: Sequence[str] = (),
        places: Sequence[tuple[str, int]] = (),
        kinds: Sequence[str] = (),
    ) -> Loaded:
        self.calls["read"] += 1
        known, people = {one.id: one for one in self.known}, {one.id: one for one in self.people}
        said = [one for one in self.said if one.id in set(messages) or (one.session, one.seq) in set(places)]
        return Loaded(
            messages={one.id: one for one in sorted(said, key=lambda one: (one.at, one.session, one.seq))},
            facts={each: known[each] for each in facts if each in known},
            entities={each: people[each] for each in entities if each in people},
        )

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

    def _place(self, key: str) -> tuple[str, int]:
        return next(((one.session, one.seq) for one in self.said if one.id == key), ("", 0))

    def _passing(self, kind: Indexed, only: Filter) -> set[str]:
        """By definition: each thing looked at by itself. Messages mention an entity when they hold its name."""
        if kind == "entity":
            return {one.id for one in self.people if not only.kinds or one.kind in only.kinds}
        if kind == "fact":
            return {one.id for one in self.known if self._fact_passes(one, only)}
        return {one.id for one in self.said if self._message_passes(one, only)}

    def _fact_passes(self, one: Fact, only: Filter) -> bool:
        kinds = {each.kind for each in self.people if each.id in (one.subject, one.object)}
        sources = {source.message_id for source in one.sources}
        return (
            (not only.kinds or bool(kinds & only.kinds))
            and _states(one, only)
            and (not only.by_message or any(_said(each, only) for each in self.said if each.id in sources))
        )

    def _message_passes(self, one: Message, only: Filter) -> bool:
        named = {each.kind for each in self.people if any(alias in one.text for alias in each.aliases)}
        stated = [each for each in self.known if one.id in {source.message_id for source in each.sources}]
        return (
            _said(one, only)
            and (not only.kinds or bool(named & only.kinds))
            and (not only.by_fact or any(_states(each, only) for each in stated))
        )

    def _texts(self, kind: Indexed) -> dict[str, str]:
        if kind == "message":
            return {one.id: one.text for one in self.said}
        if kind == "fact":
            return {one.id: one.sentence for one in self.known}
        return {one.id: " ".join(one.aliases) for one in self.people}


def _states(one: Fact, only: Filter) -> bool:
    return one.importance >= only.min_importance and (not only.categories or one.category in only.categories)


def _said(one: Message, only: Filter) -> bool:
    voices = {name.casefold() for name in only.speakers}
    return (
        (not only.sessions or one.session in only.sessions)
        and (not voices or (one.speaker or one.role).casefold() in voices)
        and (only.since is None or one.at >= only.since)
        and (only.until is None or one.at < only.until)
    )
