"""The channels: each turns a question into one ranked list, with a number of reads that does not grow with the memory.

Text finds the words, vectors the meaning, the graph what is known of those the question names. None sees another's
list; fusing them is the next step's work.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from graphmem.retrieval import bm25
from graphmem.types import (
    EVERYTHING,
    Channel,
    Entity,
    Fact,
    Filter,
    Hit,
    Indexed,
    Loaded,
    Message,
    Near,
    Postings,
    Reached,
)

if TYPE_CHECKING:
    from graphmem.types.changes import Vector

#: The most posting rows one text channel reads; within it, terms are taken rarest first.
POSTING_CAP = 2000

#: The most distinct terms of a question that are looked up: two hundred pasted words say no more than their first 60.
MOST_TERMS = 60


class Reads(Protocol):
    """What recall reads of a store; `graphmem.store.protocols.Store` has all of it."""

    def postings(
        self, namespace: str, kinds: Sequence[Indexed], terms: Sequence[str], *, cap: int, only: Filter = EVERYTHING
    ) -> dict[Indexed, Postings]:
        """Candidates for BM25 of each kind."""

    def nearest(
        self,
        namespace: str,
        kinds: Sequence[Indexed],
        vector: Vector,
        *,
        limit: int,
        only: Filter = EVERYTHING,
        model: str | None = None,
    ) -> dict[Indexed, tuple[Near, ...]]:
        """The nearest documents of each kind by cosine, best first."""

    def neighbourhood(
        self,
        namespace: str,
        entities: Sequence[str],
        *,
        hops: int,
        as_of: datetime | None,
        each: int,
        limit: int,
        only: Filter = EVERYTHING,
    ) -> tuple[Reached, ...]:
        """Facts within so many hops of the entities, nearest first."""

    def read(
        self,
        namespace: str,
        *,
        messages: Sequence[str] = (),
        facts: Sequence[str] = (),
        entities: Sequence[str] = (),
        places: Sequence[tuple[str, int]] = (),
    ) -> Loaded:
        """Everything a recall shows."""

    def find(self, namespace: str, keys: Sequence[str]) -> tuple[Entity, ...]:
        """The entities known by any of the keys."""

    def facts_about(
        self, namespace: str, entities: Sequence[str] | None, *, as_of: datetime | None, limit: int | None = None
    ) -> tuple[Fact, ...]:
        """Facts with one of the entities as subject or object, most important first."""

    def facts(self, namespace: str, ids: Sequence[str]) -> tuple[Fact, ...]:
        """The facts of these ids."""

    def entities(self, namespace: str, *, ids: Sequence[str] | None = None) -> tuple[Entity, ...]:
        """The entities of these ids."""

    def messages(self, namespace: str, ids: Sequence[str]) -> tuple[Message, ...]:
        """The messages of these ids."""


def text(store: Reads, namespace: str, kind: Indexed, asked: Sequence[str], *, depth: int) -> list[Hit]:
    """The best `depth` documents of a kind by BM25 for the asked terms."""
    if not asked:
        return []
    ranked = bm25.rank(store.postings(namespace, [kind], asked, cap=POSTING_CAP)[kind])
    return _hits(kind, "text", ranked[:depth])


def vector(
    store: Reads, namespace: str, kind: Indexed, question: Vector, *, model: str | None, depth: int
) -> list[Hit]:
    """The `depth` nearest documents of a kind by the vectors of a model; what is at a right angle to the question or beyond is not near."""
    near = store.nearest(namespace, [kind], question, limit=depth, model=model)[kind]
    return _hits(kind, "vector", [(item.id, item.score) for item in near if item.score > 0])


def graph(scored: Sequence[tuple[Fact, float]], *, depth: int) -> tuple[list[Hit], list[Hit]]:
    """Facts around the named entities, best answer first, and the messages that state them."""
    facts = [(fact.id, points) for fact, points in scored]
    return _hits("fact", "graph", facts[:depth]), _hits("message", "graph", _stating(scored)[:depth])


def _stating(scored: Sequence[tuple[Fact, float]]) -> list[tuple[str, float]]:
    """The messages by the first fact they state, the newest statement of a fact first."""
    found: dict[str, float] = {}
    for fact, score in scored:
        for source in sorted(fact.sources, key=lambda source: (source.at, source.message_id), reverse=True):
            found.setdefault(source.message_id, score)
    return list(found.items())


def _hits(kind: Indexed, channel: Channel, ranked: Sequence[tuple[str, float]]) -> list[Hit]:
    """A hit each; equal scores share a rank, so that opaque ids decide nothing."""
    hits: list[Hit] = []
    for place, (item, score) in enumerate(ranked, start=1):
        rank = hits[-1].rank if hits and hits[-1].score == score else place
        hits.append(Hit(kind, item, channel, rank, score))
    return hits
