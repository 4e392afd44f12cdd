"""Exploring on the server: a shipped statement in a session that can only read, within rows and seconds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from neo4j.graph import Node, Path, Relationship
from neo4j.spatial import Point
from neo4j.time import Date, DateTime, Duration, Time

from graphmem.errors import InvalidInput
from graphmem.store.neo4j.server import Server, TimedOut
from graphmem.types import GraphNode, GraphPath, GraphRelationship, Limits, Table


def explore(
    server: Server, namespace: str, statement: str, parameters: Mapping[str, object], *, limits: Limits
) -> Table:
    """The rows of a statement about one namespace.

    Raises:
        InvalidInput: when it ran for longer than it may.
    """
    values = {**parameters, "namespace": namespace}
    try:
        columns, rows = server.explored(statement, values, rows=limits.rows + 1, seconds=limits.seconds)
    except TimedOut as error:
        raise InvalidInput(f"it ran for longer than {limits.seconds:g} seconds; ask for less, or allow more") from error
    return Table(
        columns=columns,
        rows=tuple(tuple(map(_plain, row)) for row in rows[: limits.rows]),
        source="server",
        truncated=len(rows) > limits.rows,
    )


def _plain(value: Any) -> Any:
    """A value of the driver as a plain one."""
    match value:
        case Node():
            return GraphNode(value.element_id, tuple(sorted(value.labels)), _properties(value))
        case Relationship():
            start, end = (node.element_id if node is not None else "" for node in value.nodes)
            return GraphRelationship(value.element_id, value.type, start, end, _properties(value))
        case Path():
            return GraphPath(tuple(map(_plain, value.nodes)), tuple(map(_plain, value.relationships)))
        case DateTime() | Date() | Time():
            return value.to_native()
        case Duration():
            return value.iso_format()
        case Point():
            return [float(number) for number in value]
        case list():
            return [_plain(each) for each in value]
        case dict():
            return {name: _plain(each) for name, each in value.items()}
    return value


def _properties(entity: Node | Relationship) -> dict[str, Any]:
    return {name: _plain(value) for name, value in sorted(entity.items())}
