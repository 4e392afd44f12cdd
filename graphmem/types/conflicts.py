"""What a memory cannot decide by itself, and asks about."""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.types.graph import Entity, Fact


@dataclass(frozen=True, slots=True)
class Conflict:
    """Facts that cannot all be so, each of which somebody stated; `why` says it in a sentence."""

    facts: tuple[Fact, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Alike:
    """Two entities that may be one, and what suggests it."""

    one: Entity
    other: Entity
    why: str
