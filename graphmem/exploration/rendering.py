"""A table as text, JSON and CSV. Nodes and relationships are shown as Cypher draws them; a moment is ISO 8601 in UTC."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from datetime import date, datetime, time
from math import inf, isfinite
from typing import Any

from graphmem.types import GraphNode, GraphPath, GraphRelationship, Table

#: The property a node is called by, the first that it has.
_CALLED = ("name", "sentence", "text", "id")


def cells(table: Table) -> list[list[str]]:
    """Each row as short texts."""
    return [[words(value) for value in row] for row in table.rows]


def to_json(table: Table) -> dict[str, Any]:
    """The table as a value that JSON can write: columns, rows by column, whether there was more, and where it comes from."""
    rows = [{column: plain(value) for column, value in row.items()} for row in table.to_dicts()]
    return {"columns": list(table.columns), "rows": rows, "truncated": table.truncated, "source": table.source}


def to_csv(table: Table) -> str:
    """The table as CSV with a line of columns first; nodes, lists and mappings are JSON inside a cell, what is not there is empty."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows([_cell(value) for value in row] for row in table.rows)
    return written.getvalue()


def words(value: Any) -> str:
    """A value in a line: empty for None, a node as (Ana:Person)."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case datetime() | date() | time():
            return value.isoformat()
        case GraphNode():
            return f"({_label(value)})"
        case GraphRelationship():
            return f"[:{value.type}]"
        case GraphPath():
            return _path_words(value)
        case dict():
            return "{" + ", ".join(f"{name}: {words(each)}" for name, each in value.items()) + "}"
        case list() | tuple():
            return ", ".join(words(each) for each in value)
        case _:
            return str(value)


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    match value:
        case datetime() | date() | time():
            return value.isoformat()
        case GraphNode():
            return {"labels": list(value.labels), "properties": plain(value.properties)}
        case GraphRelationship():
            return {"type": value.type, "properties": plain(value.properties)}
        case GraphPath():
            return {"nodes": plain(value.nodes), "relationships": plain(value.relationships)}
        case dict():
            return {str(name): plain(each) for name, each in value.items()}
        case list() | tuple():
            return [plain(each) for each in value]
        case float() if not isfinite(value):
            return {inf: "Infinity", -inf: "-Infinity"}.get(value, "NaN")  # JSON has no word for them
        case None | bool() | int() | float() | str():
            return value
        case _:
            return str(value)


def called(node: GraphNode) -> str:
    """What a node is shown as."""
    found = (str(node.properties[name]) for name in _CALLED if node.properties.get(name) is not None)
    return next(found, node.labels[0] if node.labels else "")


def _label(node: GraphNode) -> str:
    labels = [label for label in node.labels if label != "Entity"] or list(node.labels)
    return ":".join([called(node), *labels])


def _path_words(path: GraphPath) -> str:
    parts = [f"({_label(path.nodes[0])})"] if path.nodes else []
    for node, link, after in zip(path.nodes, path.relationships, path.nodes[1:], strict=False):
        arrow = f"-[:{link.type}]->" if link.start == node.id else f"<-[:{link.type}]-"
        parts.append(f"{arrow}({_label(after)})")
    return "".join(parts)


def _cell(value: Any) -> Any:
    as_json = plain(value)
    if isinstance(as_json, (dict, list)):
        return json.dumps(as_json, ensure_ascii=False)
    return "" if as_json is None else as_json


def in_values(values: Sequence[Any]) -> tuple[list[GraphNode], list[GraphRelationship]]:
    """Every node and relationship in some values, wherever they stand, each once."""
    nodes: dict[str, GraphNode] = {}
    links: dict[str, GraphRelationship] = {}
    for value in values:
        found = _inside(value)
        nodes |= {node.id: node for node in found[0]}
        links |= {link.id: link for link in found[1]}
    return list(nodes.values()), list(links.values())


def _inside(value: Any) -> tuple[list[GraphNode], list[GraphRelationship]]:
    match value:
        case GraphNode():
            return [value], []
        case GraphRelationship():
            return [], [value]
        case GraphPath():
            return list(value.nodes), list(value.relationships)
        case dict():
            return in_values(list(value.values()))
        case list() | tuple():
            return in_values(value)
        case _:
            return [], []
