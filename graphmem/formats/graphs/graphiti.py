"""Graphiti's graph: episodes are what was said, and each RELATES_TO between two entities is a fact with its times.

    (:Saga {name})-[:HAS_EPISODE]->(:Episodic {uuid, group_id, name, source, source_description, content, valid_at, created_at})
    (:Entity {uuid, name})-[:RELATES_TO {uuid, group_id, name, fact, valid_at, invalid_at, expired_at, created_at, episodes}]->(:Entity)

An episode of source "message" is one or more turns, "name: text" or "name(role): text" a line; other episodes are documents, which nobody
said: they are kept and found, and nothing is read in them that the facts do not say already. A fact was true from `valid_at` to
`invalid_at`; where only `expired_at` is known, to that. It was said when its first episode was. Vectors, and what the summaries of entities
and communities repeat, are left behind.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

from graphmem.formats.found import Found, Item, Problem
from graphmem.formats.graphs.database import Database, GraphFormat, Row, beside, moment

SESSION = "graphiti"

IS_ONE = """
OPTIONAL MATCH (e:Episodic) WHERE e.uuid IS NOT NULL AND e.content IS NOT NULL
WITH e LIMIT 1
OPTIONAL MATCH (:Entity)-[r:RELATES_TO]->(:Entity) WHERE r.uuid IS NOT NULL AND r.fact IS NOT NULL
WITH e, r LIMIT 1
RETURN e IS NOT NULL OR r IS NOT NULL AS found
"""

GROUPS = """
MATCH (e:Episodic) RETURN DISTINCT coalesce(e.group_id, '') AS name
UNION
MATCH (:Entity)-[r:RELATES_TO]->(:Entity) WHERE r.fact IS NOT NULL RETURN DISTINCT coalesce(r.group_id, '') AS name
"""

EPISODES = """
MATCH (e:Episodic) WHERE coalesce(e.group_id, '') = $group
RETURN elementId(e) AS id ORDER BY coalesce(e.valid_at, e.created_at), e.created_at, e.uuid
"""

EPISODE = """
MATCH (e:Episodic) WHERE elementId(e) IN $ids
OPTIONAL MATCH (s:Saga)-[:HAS_EPISODE]->(e)
WITH e, min(s.name) AS saga
RETURN elementId(e) AS id, saga, e.uuid AS uuid, e.name AS name, e.source AS source, e.content AS content,
       e.source_description AS description, coalesce(e.valid_at, e.created_at) AS at
"""

FACTS = """
MATCH (:Entity)-[r:RELATES_TO]->(:Entity) WHERE r.fact IS NOT NULL AND coalesce(r.group_id, '') = $group
RETURN elementId(r) AS id ORDER BY r.created_at, r.uuid
"""

FACT = """
MATCH (a:Entity)-[r:RELATES_TO]->(b:Entity) WHERE elementId(r) IN $ids
OPTIONAL MATCH (e:Episodic) WHERE e.uuid IN r.episodes
WITH a, r, b, min(coalesce(e.valid_at, e.created_at)) AS said
RETURN elementId(r) AS id, a.name AS subject, b.name AS object, said, r {.*, fact_embedding: null} AS edge
"""

#: Of an edge, what is told in its own words.
_TOLD = frozenset(
    {"uuid", "group_id", "name", "fact", "fact_embedding", "valid_at", "invalid_at", "source_uuid", "target_uuid"}
    | {"source_node_uuid", "target_node_uuid", "reference_time"}
)

_TURN = re.compile(r"(?P<who>[^\s:(][^:(\n]{0,59}?)\s*(?:\((?P<role>\w+)\))?:\s+(?P<said>\S.*)", re.DOTALL)
_ROLES = {
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "agent": "assistant",
    "bot": "assistant",
    "system": "system",
    "tool": "tool",
}


def read(database: Database, group: str, _alone: bool, session: str | None) -> Iterator[Found]:
    """The episodes of a group as messages, oldest first, then its facts. Everything names its group."""
    episodes, facts = database.found(EPISODES, group=group), database.found(FACTS, group=group)
    for row in database.pages(EPISODE, episodes):
        yield from _episode(row, session or SESSION)
    for row in database.pages(FACT, facts):
        yield _fact(row)


def _episode(row: Row, session: str) -> Iterator[Found]:
    where = f"episode {row['uuid']}"
    content = row["content"]
    if not isinstance(content, str) or not content.strip():
        yield Problem(where, "has no content")
        return
    shared = {
        "session": row["saga"] or session,
        "at": moment(row["at"]),
        "metadata": beside({"name": row["name"], "source": row["source"], "source_description": row["description"]}),
    }
    for number, turn in enumerate(_turns(row["source"], content)):
        key = f"graphiti:{row['uuid']}" + (f":{number}" if number else "")
        yield Item(where, {**turn, **shared, "key": key}, len(content))


def _turns(source: Any, content: str) -> list[dict[str, Any]]:
    if source == "json":
        return [{"role": "system", "content": _document(content)}]
    if source != "message":
        return [{"role": "system", "content": content}]
    lines = [line.strip() for line in content.splitlines() if line.strip()]
    # A line with a colon may as well go on with what was said, so each has to begin with a name.
    parts = lines if all(map(_TURN.fullmatch, lines)) else [content.strip()]
    return [_turn(part) for part in parts]


def _turn(text: str) -> dict[str, Any]:
    found = _TURN.fullmatch(text)
    if found is None:
        return {"role": "user", "content": text}
    who = found["who"].strip()
    role = _ROLES.get((found["role"] or who).casefold(), "user")
    return {"role": role, "speaker": None if who.casefold() in _ROLES else who, "content": found["said"]}


def _document(content: str) -> Any:
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        return content
    return found if isinstance(found, dict) else content


def _fact(row: Row) -> Found:
    edge = row["edge"]
    where = f"fact {edge.get('uuid')}"
    if not row["subject"] or not row["object"]:
        return Problem(where, "is about an entity without a name")
    start, end = moment(edge.get("valid_at")), moment(edge.get("invalid_at")) or moment(edge.get("expired_at"))
    fact = {
        "subject": _named(row["subject"]),
        "predicate": _predicate(edge.get("name")),
        "object": _named(row["object"]),
        "start": _day(start),
        "end": end,
        "sentence": edge["fact"],
    }
    metadata = {"relation": edge.get("name"), **{name: value for name, value in edge.items() if name not in _TOLD}}
    at = moment(row["said"]) or moment(edge.get("reference_time")) or moment(edge.get("created_at"))
    fields = {"fact": fact, "at": at, "key": f"graphiti:{edge.get('uuid')}", "metadata": beside(metadata)}
    return Item(where, fields, len(edge["fact"]))


def _named(name: str) -> str:
    """Graphiti calls the speaker of "user: …" so."""
    return "me" if name.casefold() == "user" else name


def _predicate(name: Any) -> str:
    return str(name or "related to").casefold()


def _day(start: datetime | None) -> datetime | date | None:
    """Midnight is what graphiti writes where only a day is known."""
    return (
        start.date()
        if start is not None and not any((start.hour, start.minute, start.second, start.microsecond))
        else start
    )


FORMAT = GraphFormat(
    title="graphiti graph",
    looked_for="(:Episodic {uuid, group_id, content}), or (:Entity)-[:RELATES_TO {uuid, fact}]->(:Entity)",
    is_one=IS_ONE,
    groups=GROUPS,
    read=read,
)
