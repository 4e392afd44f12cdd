"""What a message contributes, in terms of name keys: the only thing the graph is made of.

A key is the normal form of how something was named ("n:ana", "r:self/sister", "self"). Which keys are
one entity, which statements are one fact and when each fact holds are *derived* from the evidence of all
messages by pure functions of a set, so no order of arrival can change them, and taking a message's
evidence away equals never having heard it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from graphmem.types.claims import Certainty, Nature, Stance
from graphmem.types.time import When

SELF = "self"
AGENT = "agent"


@dataclass(frozen=True, slots=True)
class NameUse:
    """One use of a name: the key, the spelling, the kind it was taken for and the span."""

    key: str
    surface: str
    kind: str
    weight: float
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Sameness:
    """One message says two keys name the same thing; `left` < `right`."""

    left: str
    right: str


@dataclass(frozen=True, slots=True)
class Statement:
    """One message's statement of a fact, with everything the message said about its time and standing.

    `message_id` and `number` identify it; (`at`, `session`, `seq`) is its place in message order;
    `recorded_at` is when memory learned it. `predicate` is canonical. `person` is False when an assistant said it.
    """

    message_id: str
    number: int
    subject: str
    predicate: str
    phrase: str
    object: str | None
    value: str | None
    nature: Nature
    stance: Stance
    positive: bool
    certainty: Certainty
    current: bool
    person: bool
    speaker: str
    confidence: float
    importance: float | None
    quote: tuple[int, int]
    at: datetime
    session: str
    seq: int
    recorded_at: datetime
    start: When | None = None
    end: When | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """All one message contributes. Empty evidence is what a forgotten message contributes."""

    message_id: str
    names: tuple[NameUse, ...] = ()
    same: tuple[Sameness, ...] = ()
    statements: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True)
class Spelling:
    """How often a key was used with one spelling and kind; the sum over all messages."""

    key: str
    surface: str
    kind: str
    uses: int
    weight: float


@dataclass(frozen=True, slots=True)
class Identities:
    """What is stored about some keys and every key that shares an entity or a sameness with them, transitively.

    `entity_of` is the present mapping, `same` counts how many messages say each sameness, `names` the
    present display name of each entity.
    """

    entity_of: dict[str, str]
    spellings: tuple[Spelling, ...]
    same: dict[Sameness, int]
    names: dict[str, str]


@dataclass(frozen=True, slots=True)
class Candidates:
    """Everything resolution starts from, read in one snapshot; `version` says of which, and a write is tied to it.

    `covered` are the keys that were looked for: where one of them is missing in `identities`, nothing is stored of it.
    """

    version: int
    identities: Identities
    covered: frozenset[str] = frozenset()
    evidence: tuple[Evidence, ...] = ()
    statements: tuple[Statement, ...] = ()
