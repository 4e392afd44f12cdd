"""What a question brings back, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from graphmem.errors import InvalidInput
from graphmem.types.changes import Indexed
from graphmem.types.graph import Entity, Fact
from graphmem.types.messages import Message
from graphmem.types.time import require_utc

if TYPE_CHECKING:
    from graphmem.types.changes import Vector

Channel = Literal["text", "vector", "graph", "time"]

#: Every way a question is looked for.
CHANNELS: frozenset[Channel] = frozenset(get_args(Channel))

Kept = Literal["episodic", "semantic", "procedural"]
"""What is kept of what: of what happened and was said, of what is so, or of what to do when something comes up."""

Strategy = Literal["balanced", "recent", "important", "diverse"]
"""What counts beside fitting the question: nothing more, being new, mattering, or not resembling what came before."""


@dataclass(frozen=True, slots=True)
class Filter:
    """What a recall may look at; what is empty restricts nothing.

    A message passes by its session, by its voice (its speaker, else its role, compared casefolded), by `since <= at < until`,
    by mentioning an entity of one of the `kinds`, and by stating one fact that is of one of the `categories` and at
    least so important. A fact passes by the kind of its subject or object, by its own category and importance, and by
    one source message that passes session, voice and time. An entity passes by its kind.
    """

    kinds: frozenset[str] = frozenset()
    categories: frozenset[str] = frozenset()
    speakers: frozenset[str] = frozenset()
    sessions: frozenset[str] = frozenset()
    min_importance: float = 0.0
    since: datetime | None = None
    until: datetime | None = None

    def __post_init__(self) -> None:
        for name, moment in (("since", self.since), ("until", self.until)):
            if moment is not None:
                require_utc(moment, f"Filter.{name}")
        if not 0 <= self.min_importance <= 1:
            raise InvalidInput(f"Filter.min_importance must lie in [0, 1], not {self.min_importance!r}")

    @property
    def by_message(self) -> bool:
        """Whether session, voice or time restricts anything."""
        return bool(self.speakers or self.sessions or self.since or self.until)

    @property
    def by_fact(self) -> bool:
        """Whether category or importance restricts anything."""
        return bool(self.categories) or self.min_importance > 0


#: Everything passes.
EVERYTHING = Filter()


@dataclass(frozen=True, slots=True)
class Query:
    """A question as it was asked. `limit` is per list; `as_of` None means now, at `now`; `turns` came before it, oldest first.

    `known_at` asks for what memory believed then, `only` for what passes a filter. Channels not among `channels` are not asked.
    `utc_offset` is how many minutes the asker's clock is ahead of UTC: "yesterday" is a day of that clock.
    """

    text: str
    now: datetime
    limit: int = 10
    as_of: datetime | None = None
    turns: tuple[Message, ...] = ()
    known_at: datetime | None = None
    only: Filter = EVERYTHING
    strategy: Strategy = "balanced"
    channels: frozenset[Channel] = CHANNELS
    utc_offset: int = 0

    @property
    def clock(self) -> datetime:
        """What the asker's clock shows, written as if it were UTC."""
        return self.now + timedelta(minutes=self.utc_offset)


@dataclass(frozen=True, slots=True)
class Hit:
    """One item of one ranked list. `rank` counts from 1; `score` is the channel's own, comparable within it only."""

    kind: Indexed
    id: str
    channel: Channel
    rank: int
    score: float


class PostingRow(NamedTuple):
    """One candidate document: its length in terms and how often each asked term occurs in it.

    `session` and `seq` are the place of a message, so that its neighbours are found without reading it; "" and 0 for others.
    A tuple, since a recall makes hundreds.
    """

    id: str
    length: int
    counts: Mapping[str, int]
    session: str = ""
    seq: int = 0


@dataclass(frozen=True, slots=True)
class Postings:
    """Everything BM25 needs about some terms in one namespace: candidates and that namespace's statistics.

    `frequencies` counts the documents holding each term, `rows` are the candidates within the posting cap.
    """

    documents: int
    total_length: int
    frequencies: Mapping[str, int]
    rows: Sequence[PostingRow]


class Near(NamedTuple):
    """One vector neighbour: its cosine, and for a message its place. A tuple, since a recall makes hundreds."""

    id: str
    score: float
    session: str = ""
    seq: int = 0


@dataclass(frozen=True, slots=True)
class Worded:
    """Terms that are looked for in documents of some kinds; `cap` bounds how many posting rows are read of a kind."""

    kinds: Sequence[Indexed]
    terms: Sequence[str]
    cap: int


@dataclass(frozen=True, slots=True, eq=False)
class Likeness:
    """A vector whose neighbours are looked for: `most` says how many of each kind, `model` what made it, None: the one in use."""

    vector: Vector
    most: Mapping[Indexed, int]
    model: str | None = None


@dataclass(frozen=True, slots=True)
class Searched:
    """What one search found of each kind: by words, and by a vector the nearest, best first."""

    postings: Mapping[Indexed, Postings] = field(default_factory=dict)
    near: Mapping[Indexed, Sequence[Near]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reached:
    """One fact of a neighbourhood; `hops` is 1 for those of the entities asked for."""

    fact: Fact
    hops: int


@dataclass(frozen=True, slots=True)
class Walk:
    """Facts to be reached within so many hops of some entities: at most `each` of an entity and `limit` in all; `as_of` as `facts_about` takes it."""

    entities: tuple[str, ...]
    hops: int
    as_of: datetime | None
    each: int
    limit: int


@dataclass(frozen=True, slots=True)
class Sought:
    """What a question asks a store for, given whom it names; None of what it does not."""

    walk: Walk | None = None
    words: Worded | None = None
    like: Likeness | None = None


@dataclass(frozen=True, slots=True)
class Brought:
    """What a store brought to a question: whom it names, what was reached from them, and what was found."""

    entities: tuple[Entity, ...] = ()
    reached: tuple[Reached, ...] = ()
    searched: Searched = field(default_factory=Searched)


@dataclass(frozen=True, slots=True)
class Mentioned:
    """An entity that a message mentions, by whatever name."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Loaded:
    """What one read brought, by id: messages in message order, facts and entities in the order asked.

    `mentions` are the entities of the kinds asked for that each of the messages mentions, by name and id; the self is none of them.
    `withdrawn` are the ids of those messages whose word was withdrawn by `undo`.
    """

    messages: Mapping[str, Message] = field(default_factory=dict)
    facts: Mapping[str, Fact] = field(default_factory=dict)
    entities: Mapping[str, Entity] = field(default_factory=dict)
    mentions: Mapping[str, tuple[Mentioned, ...]] = field(default_factory=dict)
    withdrawn: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Recall:
    """Fused hits, best first in each list.

    `scores` and `reasons` are by the item's id: the fused score, and the hits it was fused from. `confidence` is how likely
    it is, from 0 to 1, that an answer is among the messages and facts; below a measured bound `answered` is False: what came
    only resembles the question. `overruled` are facts of other namespaces that were left out because the memory's own says
    otherwise. `taken_back` are the ids of messages whose word was undone: they were said, and nothing is known from them.
    """

    query: Query
    facts: tuple[Fact, ...] = ()
    messages: tuple[Message, ...] = ()
    entities: tuple[Entity, ...] = ()
    scores: Mapping[str, float] = field(default_factory=dict)
    reasons: Mapping[str, tuple[Hit, ...]] = field(default_factory=dict)
    confidence: float = 1.0
    answered: bool = True
    overruled: tuple[Fact, ...] = ()
    taken_back: frozenset[str] = frozenset()
