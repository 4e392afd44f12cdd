"""The mirror: one namespace as a frozen graph in memory, for Cypher that nobody has reviewed and for stores that know none.

It holds nothing of any other namespace, so no statement can find anything there, and it cannot be written to. Its engine, kglite, runs most of
Neo4j's Cypher; `cypher/explore/README.md` says what it lacks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from graphmem.errors import ConfigError, InvalidInput
from graphmem.exploration.contents import Contents, Row, nodes, relationships, turns
from graphmem.types.exploration import GraphNode, GraphPath, GraphRelationship, Limits, Table

if TYPE_CHECKING:
    from kglite import FrozenGraph

#: Messages, entities and facts together; what copying them costs is measured by `benchmarks/exploring.py`.
LARGEST = 100_000

#: What one statement may hold on its way to an answer, in rows and items.
WORK = 5_000_000

_BLOCK = 5_000

#: Labels are ours; types and values are parameters.
_LINK = """
UNWIND $rows AS row
MATCH (a:{start} {{id: row.from}}), (b:{end} {{id: row.to}})
CREATE (a)-[r:$type]->(b)
SET r = row.properties
"""

#: The engine's own properties, which nobody has stored; and the labels whose `id` is the engine's too.
_SYNTHETIC = frozenset({"title", "type"})
_WITHOUT_ID = frozenset({"Namespace", "Session", "Summary", "Period"})


class Mirror:
    """A frozen copy of one namespace as it was at a version; safe to share between threads."""

    def __init__(self, held: Contents) -> None:
        self.version = held.version
        self.messages = len(held.messages)
        self.recalls = sum(used.times for used in held.recalled.values())
        self._turns = turns(held.facts, held.now)
        self._namespace = held.namespace
        self._graph = _frozen(held)

    def is_of(self, version: int, messages: int, recalls: int, now: datetime) -> bool:
        """Whether it still shows a namespace that has this version, so many messages, and so many things that came up."""
        return (self.version, self.messages, self.recalls) == (version, messages, recalls) and (
            self._turns is None or now < self._turns
        )

    def run(self, statement: str, parameters: Mapping[str, object], limits: Limits) -> Table:
        """The rows of a statement that has passed the gate.

        Raises:
            InvalidInput: when it cannot be run, or takes longer than it may.
        """
        import kglite

        asked = {**parameters, "namespace": self._namespace}
        try:
            found = self._graph.cypher(
                statement,
                params=asked,
                timeout_ms=max(1, round(limits.seconds * 1000)),
                max_work_units=WORK,
                row_limit=limits.rows + 1,
            )
        except kglite.CypherTimeoutError as error:
            raise InvalidInput(
                f"it ran for {limits.seconds:g} seconds and was stopped; match less, or allow it more"
            ) from error
        except (kglite.KgError, ValueError, TypeError, OverflowError) as error:
            raise InvalidInput(f"the mirror cannot run this: {_reason(error)}") from error
        columns = tuple(found.columns)
        rows = tuple(tuple(_plain(row[column]) for column in columns) for row in found.to_list())
        return Table(columns, rows[: limits.rows], "mirror", truncated=len(rows) > limits.rows)


def too_large(size: int) -> str:
    """Why there is no mirror of so much, "" when there may be one."""
    if size <= LARGEST:
        return ""
    return (
        f"this namespace holds {size} messages, entities and facts, and a mirror at most {LARGEST}; "
        "on Neo4j run a named exploration, which needs no mirror"
    )


def _frozen(held: Contents) -> FrozenGraph:
    try:
        import kglite
    except ImportError as error:
        raise ConfigError(
            "Cypher on a mirror needs the package kglite; install the extra: pip install 'graphmem[cypher]'"
        ) from error
    # What the engine has to say of a statement goes to no one's stderr.
    kglite.set_query_warning_policy("silent")
    graph = kglite.KnowledgeGraph()
    for group in nodes(held):
        for block in batched(group.rows, _BLOCK):
            rows = [{**row["properties"], "id": row["ref"]} for row in block]
            graph.cypher(f"UNWIND $rows AS row CREATE (n:{group.label}) SET n = row", params={"rows": rows})
    for kind, ids in sorted(_kinds(held).items()):
        graph.add_label("Entity", ids, kind)
    for links in relationships(held):
        for rows in batched(links.rows, _BLOCK):
            graph.cypher(_LINK.format(start=links.start, end=links.end), params={"rows": rows, "type": links.type})
    return graph.freeze()


def _kinds(held: Contents) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for entity in held.entities:
        found.setdefault(entity.kind, []).append(entity.id)
    return found


def batched(rows: list[Row], size: int) -> Iterator[list[Row]]:
    """The rows in blocks."""
    return (rows[start : start + size] for start in range(0, len(rows), size))


def _plain(value: Any) -> Any:
    """A value of a row as the nouns say it."""
    match value:
        case {"nodes": [*passed], "relationships": [*between]}:
            return GraphPath(tuple(_node(each) for each in passed), tuple(_relationship(each) for each in between))
        case {"labels": list(), "properties": dict()}:
            return _node(value)
        case {"type": str(), "start": _, "end": _, "properties": dict()}:
            return _relationship(value)
        case dict():
            return {name: _plain(each) for name, each in value.items() if name not in _SYNTHETIC}
        case list() | tuple():
            return [_plain(each) for each in value]
        case datetime() if value.tzinfo is not None:
            return value.astimezone(UTC)
        case _:
            return value


def _node(told: Mapping[str, Any]) -> GraphNode:
    hidden = _SYNTHETIC | ({"id"} if _WITHOUT_ID & set(told["labels"]) else set())
    return GraphNode(str(told["id"]), tuple(told["labels"]), _properties(told, hidden))


def _relationship(told: Mapping[str, Any]) -> GraphRelationship:
    return GraphRelationship(
        str(told["id"]), told["type"], str(told["start"]), str(told["end"]), _properties(told, frozenset())
    )


def _properties(told: Mapping[str, Any], hidden: Set[str]) -> dict[str, Any]:
    return {name: _plain(value) for name, value in sorted(told["properties"].items()) if name not in hidden}


def _reason(error: Exception) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__
