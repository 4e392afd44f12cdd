"""What exploring a memory brings back: rows as Cypher returns them, in plain values, and what stands around an entity."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from graphmem.errors import InvalidInput
from graphmem.types.graph import Entity, Fact

#: An hour: what takes longer is no exploring.
_LONGEST = 3_600

Source = Literal["server", "mirror"]
"""Where rows come from: the Neo4j server, or the frozen copy of one namespace in memory."""


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A node of a result. `id` tells it from other nodes of the same result, and means nothing beyond it."""

    id: str
    labels: tuple[str, ...]
    properties: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class GraphRelationship:
    """A relationship of a result; `start` and `end` are the ids of its nodes, which need not be in the result."""

    id: str
    type: str
    start: str
    end: str
    properties: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class GraphPath:
    """A path of a result: one node more than relationships."""

    nodes: tuple[GraphNode, ...]
    relationships: tuple[GraphRelationship, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under columns. `truncated` says that there were more rows than asked for; those here are the first.

    A value is None, a truth value, a number, a text, a date or time, a node, relationship or path, or a list of values or a mapping
    from names to values.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    source: Source
    truncated: bool = False

    def to_dicts(self) -> list[dict[str, Any]]:
        """Each row by column."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


@dataclass(frozen=True, slots=True)
class Limits:
    """How far exploring goes: at most so many rows, at most so many seconds."""

    rows: int = 1_000
    seconds: float = 10.0

    def __post_init__(self) -> None:
        rows: object = self.rows
        seconds: object = self.seconds
        if type(rows) is not int or rows < 1:
            raise InvalidInput(f"rows must be a whole number of at least 1, not {rows!r}")
        if type(seconds) not in (int, float) or not 0 < self.seconds <= _LONGEST:
            raise InvalidInput(f"seconds must be a number above 0 and at most {_LONGEST}, not {seconds!r}")


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """What stands around some entities: the facts within so many hops, nearest first, and everyone in them.

    `entities` begins with those asked for; `hops` says how far away each fact and entity is, by id (0: asked for).
    """

    entities: tuple[Entity, ...] = ()
    facts: tuple[Fact, ...] = ()
    hops: Mapping[str, int] = field(default_factory=dict)
