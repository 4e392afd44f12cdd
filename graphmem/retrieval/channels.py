"""The channels: each turns a question into one ranked list, with a number of reads that does not grow with the memory.

Text finds the words, vectors the meaning, the graph what is known of those the question names. None sees another's
list; fusing them is the next step's work.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from graphmem.retrieval import bm25
from graphmem.retrieval.fusion import Found
from graphmem.types import (
    EVERYTHING,
    Brought,
    Channel,
    Entity,
    Fact,
    Filter,
    Indexed,
    Loaded,
    Near,
    Postings,
    Query,
    Sought,
)
from graphmem.types.columns import NearColumns

#: The most posting rows one text channel reads; within it, terms are taken rarest first.
POSTING_CAP = 2000

#: The most neighbours by vector that are looked at: of messages, a few hundred show what is usual for a question.
MOST_NEAR = 400

#: The most distinct terms of a question that are looked up: two hundred pasted words say no more than their first 60.
MOST_TERMS = 60


#: How many facts are looked at for each one shown, since some are then left out; the fewest that a channel ranks.
SPARE = 4
SHALLOWEST = 100


def depth(query: Query) -> int:
    """How many facts and entities a channel ranks."""
    return max(SHALLOWEST, query.limit * SPARE)


class Reads(Protocol):
    """What recall reads of a store; `graphmem.store.protocols.Store` has all of it."""

    def ask(
        self,
        namespace: str,
        keys: Sequence[str],
        then: Callable[[tuple[Entity, ...]], Sought],
        *,
        only: Filter = EVERYTHING,
    ) -> Brought:
        """Who is known by any of the keys; and, as `then` says given those, facts around some of them, and what a search finds."""

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
        """Everything a recall shows."""

    def find(self, namespace: str, keys: Sequence[str]) -> tuple[Entity, ...]:
        """The entities known by any of the keys."""


def text(kind: Indexed, postings: Postings, *, depth: int) -> list[Found]:
    """The best `depth` documents of a kind by BM25."""
    return hits(kind, "text", bm25.rank(postings)[:depth])


def vector(kind: Indexed, near: Sequence[Near], *, depth: int) -> list[Found]:
    """The `depth` nearest documents of a kind; what is at a right angle to the question or beyond is not near."""
    ids, scores = (near.ids, near.scores.tolist()) if isinstance(near, NearColumns) else _told(near)
    return hits(kind, "vector", [(key, score) for key, score in zip(ids, scores, strict=True) if score > 0][:depth])


def _told(near: Sequence[Near]) -> tuple[Sequence[str], Sequence[float]]:
    return [item.id for item in near], [item.score for item in near]


def graph(scored: Sequence[tuple[Fact, float]], *, depth: int) -> list[Found]:
    """Facts around the named entities, best answer first."""
    return hits("fact", "graph", [(fact.id, points) for fact, points in scored][:depth])


def hits(kind: Indexed, channel: Channel, ranked: Sequence[tuple[str, float]]) -> list[Found]:
    """A find each; equal scores share a rank, so that opaque ids decide nothing."""
    found: list[Found] = []
    rank, before = 0, None
    for place, (item, score) in enumerate(ranked, start=1):
        if score != before:
            rank, before = place, score
        found.append(_FOUND((kind, item, channel, rank, score)))
    return found


#: Of a plain tuple, at half the cost of naming its five fields.
_FOUND = partial(tuple.__new__, Found)
