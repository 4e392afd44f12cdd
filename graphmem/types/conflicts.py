"""What a memory cannot decide by itself, and asks about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

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


Ruling = Literal["same", "different", "unsure"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a chat model made of two that may be one, and why in its words; `merged` when that was acted on."""

    pair: Alike
    ruling: Ruling
    why: str
    merged: bool = False
