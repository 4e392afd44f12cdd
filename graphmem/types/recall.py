"""What a question brings back, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from graphmem.types.changes import Indexed
from graphmem.types.graph import Entity, Fact
from graphmem.types.messages import Message

Channel = Literal["text", "vector", "graph", "time"]


@dataclass(frozen=True, slots=True)
class Query:
    """A question as the channels see it. `limit` is per list; `as_of` None means now, at `now`."""

    text: str
    now: datetime
    limit: int = 10
    as_of: datetime | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """One item of one ranked list. `rank` counts from 1; `score` is the channel's own, comparable within it only."""

    kind: Indexed
    id: str
    channel: Channel
    rank: int
    score: float


@dataclass(frozen=True, slots=True)
class PostingRow:
    """One candidate document: its length in terms and how often each asked term occurs in it."""

    id: str
    length: int
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Postings:
    """Everything BM25 needs about some terms in one namespace: candidates and that namespace's statistics.

    `frequencies` counts the documents holding each term, `rows` are the candidates within the posting cap.
    """

    documents: int
    total_length: int
    frequencies: Mapping[str, int]
    rows: tuple[PostingRow, ...]


@dataclass(frozen=True, slots=True)
class Recall:
    """Fused hits, best first in each list.

    `scores` and `reasons` are by the item's id: the fused score, and the hits it was fused from.
    """

    query: Query
    facts: tuple[Fact, ...] = ()
    messages: tuple[Message, ...] = ()
    entities: tuple[Entity, ...] = ()
    scores: Mapping[str, float] = field(default_factory=dict)
    reasons: Mapping[str, tuple[Hit, ...]] = field(default_factory=dict)
