"""What memory holds: entities, facts, and where each was stated."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from graphmem.types.claims import Certainty, Nature, Stance
from graphmem.types.time import Period


@dataclass(frozen=True, slots=True)
class Entity:
    """Someone or something that mentions resolve to.

    `id` is opaque. `keys` are the normal forms it is known by; `aliases` the spellings, most used first. `namespace` is the
    one it was read from, where a memory reads others beside its own; "" is its own.
    """

    id: str
    name: str
    kind: str
    aliases: tuple[str, ...]
    keys: tuple[str, ...]
    is_self: bool = False
    namespace: str = ""


@dataclass(frozen=True, slots=True)
class Provenance:
    """A message and the span of it that states a fact, and what it does with it."""

    message_id: str
    start: int
    end: int
    stance: Stance
    at: datetime


@dataclass(frozen=True, slots=True)
class Fact:
    """What memory holds: one proposition, when it holds, and every message that says so.

    `subject` and `object` are entity ids, `subject_name` and `object_name` how they read; a literal object
    is `value`. `slot` groups the facts of which one holds at a time. `periods` are the times it holds, in order, empty when
    it is not believed or was never more than a possibility. `person` is False when only an assistant said it.
    `confidence` and `importance` lie in [0, 1]. `recorded_at` is when memory first learned it, `retracted_at` when it
    stopped believing it. `namespace` is as for an entity.
    """

    id: str
    slot: str
    subject: str
    subject_name: str
    predicate: str
    object: str | None
    object_name: str | None
    value: str | None
    sentence: str
    nature: Nature
    positive: bool
    certainty: Certainty
    person: bool
    confidence: float
    importance: float
    category: str
    said_at: datetime
    recorded_at: datetime
    retracted_at: datetime | None = None
    periods: tuple[Period, ...] = ()
    sources: tuple[Provenance, ...] = ()
    namespace: str = ""
