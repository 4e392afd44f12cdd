"""From a server's address to messages: find out whose graph it holds, and whose part of it is wanted."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass

from graphmem.errors import InvalidInput
from graphmem.formats.found import Found
from graphmem.formats.graphs import agent_memory, graphiti
from graphmem.formats.graphs.database import Database, GraphFormat, connected
from graphmem.store.neo4j.address import is_address

GRAPHS: dict[str, GraphFormat] = {"graphiti": graphiti.FORMAT, "agent-memory": agent_memory.FORMAT}
"""What can be read: the name of each format, and its reader."""

_OURS = "MATCH (g:Graphmem {name: 'graphmem'}) RETURN count(g) > 0 AS found"
_LABELS = "MATCH (n) UNWIND labels(n) AS label RETURN DISTINCT label ORDER BY label LIMIT 20"


@dataclass(frozen=True, slots=True)
class OpenedGraph:
    """A graph that was recognised: what it is in words, and its messages, read one by one while the stack is open."""

    title: str
    database: Database
    found: Iterable[Found]


def is_graph(source: object) -> bool:
    """Whether something to import is the address of a server."""
    return isinstance(source, str) and is_address(source)


def open_graph(
    url: str, stack: ExitStack, *, format: str | None = None, group: str | None = None, session: str | None = None
) -> OpenedGraph:
    """Find out what a graph is and whose; `session` is for what names none.

    Raises:
        InvalidInput: when it is no graph that is known, or several people's and nobody said whose is wanted.
        ConfigError: when the server refuses the log-in.
        StoreUnavailable: when it does not answer.
    """
    database = stack.enter_context(connected(url))
    reader = _reader(database, format)
    groups = sorted({str(row["name"]) for row in database.rows(reader.groups)})
    whose = _whose(database, groups, group)
    found = reader.read(database, whose, len(groups) <= 1, session)
    return OpenedGraph(f"{reader.title} of {whose!r}" if whose else reader.title, database, found)


def _reader(database: Database, format: str | None) -> GraphFormat:
    if format is not None and format not in GRAPHS:
        raise InvalidInput(f"{format!r} is no format of a graph; there are {', '.join(GRAPHS)}")
    asked = {format: GRAPHS[format]} if format is not None else GRAPHS
    fitting = {name: reader for name, reader in asked.items() if database.rows(reader.is_one)[0]["found"]}
    if len(fitting) > 1:
        raise InvalidInput(f"{database.name} holds graphs of {' and '.join(fitting)}; say which by its format")
    if not fitting:
        raise InvalidInput(_nothing(database, asked))
    return next(iter(fitting.values()))


def _nothing(database: Database, asked: dict[str, GraphFormat]) -> str:
    wanted = "; ".join(f"for {name}: {reader.looked_for}" for name, reader in asked.items())
    labels = ", ".join(str(row["label"]) for row in database.rows(_LABELS)) or "nothing"
    ours = " A memory of graphmem itself is copied by `graphmem copy`." if database.rows(_OURS)[0]["found"] else ""
    return f"{database.name} holds no graph that can be imported. Looked {wanted}. It holds {labels}.{ours}"


def _whose(database: Database, groups: list[str], wanted: str | None) -> str:
    known = ", ".join(map(repr, groups))
    if wanted is not None and wanted not in groups:
        raise InvalidInput(f"{database.name} holds nothing of {wanted!r}; there are {known}")
    if wanted is None and len(groups) > 1:
        raise InvalidInput(
            f"{database.name} holds what belongs to several: {known}. A namespace is one person's; say whose is wanted as the group"
        )
    return wanted if wanted is not None else next(iter(groups), "")
