"""The graph of neo4j-agent-memory: conversations, and beside them preferences, facts, relations and traces of reasoning.

    (:User {identifier})-[:HAS_CONVERSATION]->(:Conversation {session_id, title})-[:HAS_MESSAGE]->(:Message {id, role, content, timestamp, metadata})
    (:User)-[:HAS_PREFERENCE]->(:Preference {id, category, preference, context, created_at, valid_from, valid_until})
    (:User)-[:HAS_FACT]->(:Fact {id, subject, predicate, object, created_at, valid_from, valid_until})
    (:Entity {name})-[:RELATED_TO {id, type, valid_from, valid_until, created_at, source_message_ids}]->(:Entity)
    (:ReasoningTrace {id, session_id, task, outcome, started_at})-[:HAS_STEP]->(:ReasoningStep {step_number, thought, action, observation})

Entities are shared by all its users, and what is filed under no user may be anybody's: it is taken only from a graph that has one. A
relation counts as a user's if a message of theirs states it. Where two versions of it write a thing differently, both are read. Vectors,
descriptions of entities and statistics of tools are left behind.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from graphmem.formats.found import Found, Item, Problem
from graphmem.formats.graphs.database import Database, GraphFormat, Row, beside, moment

SESSION = "agent-memory"

#: Of a graph of graphmem's own in the same database, nothing.
IS_ONE = """
OPTIONAL MATCH (c:Conversation)-[:HAS_MESSAGE]->(m:Message) WHERE m.content IS NOT NULL
WITH m LIMIT 1
OPTIONAL MATCH (p:Preference) WHERE p.preference IS NOT NULL
WITH m, p LIMIT 1
OPTIONAL MATCH (f:Fact) WHERE f.predicate IS NOT NULL AND f.namespace IS NULL
WITH m, p, f LIMIT 1
RETURN m IS NOT NULL OR p IS NOT NULL OR f IS NOT NULL AS found
"""

GROUPS = """
MATCH (c:Conversation)
OPTIONAL MATCH (u:User)-[:HAS_CONVERSATION]->(c)
RETURN DISTINCT coalesce(u.identifier, c.user_identifier, '') AS name
UNION
MATCH (u:User)-[:HAS_PREFERENCE|HAS_FACT]->() RETURN DISTINCT coalesce(u.identifier, '') AS name
"""

MESSAGES = """
MATCH (c:Conversation)-[:HAS_MESSAGE]->(m:Message)
OPTIONAL MATCH (u:User)-[:HAS_CONVERSATION]->(c)
WITH c, m, min(u.identifier) AS owner
WHERE coalesce(owner, c.user_identifier, '') = $group
RETURN DISTINCT elementId(m) AS id, m.timestamp AS at, m.id AS name ORDER BY at, name
"""

MESSAGE = """
MATCH (c:Conversation)-[:HAS_MESSAGE]->(m:Message) WHERE elementId(m) IN $ids
WITH m, min(c.session_id) AS session, min(c.title) AS title
RETURN elementId(m) AS id, session, title, m.id AS name, m.role AS role, m.content AS content, m.timestamp AS at,
       m.metadata AS metadata
"""

PREFERENCES = """
MATCH (p:Preference) WHERE p.preference IS NOT NULL
OPTIONAL MATCH (u:User)-[:HAS_PREFERENCE]->(p)
WITH p, min(u.identifier) AS owner
WHERE owner = $group OR owner IS NULL AND $alone
RETURN elementId(p) AS id ORDER BY p.created_at, p.id
"""

PREFERENCE = """
MATCH (p:Preference) WHERE elementId(p) IN $ids
RETURN elementId(p) AS id, p {.*, embedding: null} AS node
"""

FACTS = """
MATCH (f:Fact) WHERE f.predicate IS NOT NULL AND f.namespace IS NULL
OPTIONAL MATCH (u:User)-[:HAS_FACT]->(f)
WITH f, min(u.identifier) AS owner
WHERE owner = $group OR owner IS NULL AND $alone
RETURN elementId(f) AS id ORDER BY f.created_at, f.id
"""

FACT = """
MATCH (f:Fact) WHERE elementId(f) IN $ids
RETURN elementId(f) AS id, f {.*, embedding: null} AS node
"""

RELATIONS = """
MATCH (a:Entity)-[r:RELATED_TO]->(b:Entity) WHERE a.namespace IS NULL AND b.namespace IS NULL
OPTIONAL MATCH (c:Conversation)-[:HAS_MESSAGE]->(m:Message) WHERE m.id IN r.source_message_ids
OPTIONAL MATCH (u:User)-[:HAS_CONVERSATION]->(c)
WITH a, r, b, collect(coalesce(u.identifier, c.user_identifier, '')) AS owners
WHERE $alone OR $group IN owners
RETURN elementId(r) AS id ORDER BY r.created_at, a.name, b.name, r.type
"""

RELATION = """
MATCH (a:Entity)-[r:RELATED_TO]->(b:Entity) WHERE elementId(r) IN $ids
OPTIONAL MATCH (m:Message) WHERE m.id IN r.source_message_ids
WITH a, r, b, min(m.timestamp) AS said
RETURN elementId(r) AS id, a.name AS subject, b.name AS object, a.id AS source, b.id AS target, said, properties(r) AS node
"""

TRACES = """
MATCH (t:ReasoningTrace) WHERE t.task IS NOT NULL
OPTIONAL MATCH (c:Conversation) WHERE (c)-[:HAS_TRACE]->(t) OR c.session_id = t.session_id
OPTIONAL MATCH (u:User)-[:HAS_CONVERSATION]->(c)
WITH t, collect(coalesce(u.identifier, c.user_identifier, '')) AS owners, count(c) AS conversations
WHERE $alone OR conversations > 0 AND all(owner IN owners WHERE owner = $group)
RETURN elementId(t) AS id ORDER BY t.started_at, t.id
"""

TRACE = """
MATCH (t:ReasoningTrace) WHERE elementId(t) IN $ids
OPTIONAL MATCH (t)-[:HAS_STEP]->(s:ReasoningStep)
OPTIONAL MATCH (s)-[:USES_TOOL]->(c:ToolCall)
WITH t, s, c ORDER BY s.step_number, c.timestamp
WITH t, s, collect(c.tool_name) AS tools ORDER BY s.step_number
RETURN elementId(t) AS id, t {.*, task_embedding: null} AS node,
       collect({number: s.step_number, thought: s.thought, action: s.action, observation: s.observation, tools: tools}) AS steps
"""

UNOWNED = """
OPTIONAL MATCH (p:Preference) WHERE p.preference IS NOT NULL AND NOT (:User)-[:HAS_PREFERENCE]->(p)
WITH count(p) AS preferences
OPTIONAL MATCH (f:Fact) WHERE f.predicate IS NOT NULL AND f.namespace IS NULL AND NOT (:User)-[:HAS_FACT]->(f)
RETURN preferences, count(f) AS facts
"""

_ROLES = frozenset({"user", "assistant", "system", "tool"})

#: An object of more words than this is a text, not a thing.
_THING = 6


def read(database: Database, group: str, alone: bool, session: str | None) -> Iterator[Found]:
    """The messages of a user, oldest first, then what was learned of them; `alone` says that the graph has no other."""
    whose = {"group": group, "alone": alone}
    plan = [
        (MESSAGE, database.found(MESSAGES, group=group), _message),
        (PREFERENCE, database.found(PREFERENCES, **whose), _preference),
        (FACT, database.found(FACTS, **whose), _fact),
        (RELATION, database.found(RELATIONS, **whose), _relation),
        (TRACE, database.found(TRACES, **whose), _trace),
    ]
    for statement, ids, found in plan:
        for row in database.pages(statement, ids):
            yield found(row, session or SESSION)
    if not alone:
        yield from _left_out(database)


def _left_out(database: Database) -> Iterator[Problem]:
    [row] = database.rows(UNOWNED)
    if row["preferences"] or row["facts"]:
        told = f"{row['preferences']} preferences and {row['facts']} facts"
        yield Problem(database.name, f"{told} are filed under no user, and the graph has several; they are left out")


def _message(row: Row, session: str) -> Found:
    where = f"message {row['name']}"
    if not isinstance(row["content"], str):
        return Problem(where, "has no content")
    told = _metadata(row["metadata"])
    speaker = told.get("speaker")
    fields = {
        "role": row["role"] if row["role"] in _ROLES else "user",
        "content": row["content"],
        "speaker": speaker if isinstance(speaker, str) and speaker.strip() else None,
        "session": row["session"] or session,
        "at": moment(row["at"]),
        "key": f"agent-memory:{row['name']}",
        "metadata": beside({"title": row["title"], **told}),
    }
    return Item(where, fields, len(row["content"]))


def _preference(row: Row, _session: str) -> Found:
    node = row["node"]
    fact = {"subject": "me", "predicate": "prefers", "value": node["preference"], "sentence": node["preference"]}
    return _told("preference", node, fact, {"category": node.get("category"), "context": node.get("context")})


def _fact(row: Row, _session: str) -> Found:
    node = row["node"]
    if not node.get("subject") or not node.get("object"):
        return Problem(f"fact {node.get('id')}", "has no subject or no object")
    fact = {
        "subject": _named(node["subject"]),
        "predicate": str(node["predicate"]).casefold(),
        **_object(node["object"]),
    }
    return _told("fact", node, fact, {})


def _relation(row: Row, _session: str) -> Found:
    node = row["node"]
    predicate = node.get("type") or node.get("relation_type") or "related to"
    # Where a relation has no id, its ends and type name it.
    node = {**node, "id": node.get("id") or f"{row['source']}:{predicate}:{row['target']}"}
    if not row["subject"] or not row["object"]:
        return Problem(f"relation {node['id']}", "is about an entity without a name")
    fact = {
        "subject": _named(row["subject"]),
        "predicate": str(predicate).casefold(),
        "object": _named(row["object"]),
    }
    return _told(
        "relation", {**node, "created_at": row["said"] or node.get("created_at")}, fact, {"relation": predicate}
    )


def _told(what: str, node: Mapping[str, Any], fact: dict[str, Any], extra: dict[str, Any]) -> Item:
    """A fact with the times and the confidence of its node."""
    times = {"start": moment(node.get("valid_from")), "end": moment(node.get("valid_until"))}
    metadata = {**extra, "confidence": node.get("confidence"), **_metadata(node.get("metadata"))}
    fields = {
        "fact": {**fact, **times},
        "at": moment(node.get("created_at")),
        "key": f"agent-memory:{node['id']}",
        "metadata": beside(metadata),
    }
    return Item(f"{what} {node['id']}", fields, len(str(fact)))


def _trace(row: Row, session: str) -> Found:
    node = row["node"]
    lines = [f"Task: {node['task']}"]
    lines += [_step(step) for step in row["steps"] if step["number"] is not None]
    if node.get("outcome"):
        lines.append(f"Outcome: {node['outcome']}")
    fields = {
        "role": "system",
        "content": "\n".join(lines),
        "session": node.get("session_id") or session,
        "at": moment(node.get("started_at")),
        "key": f"agent-memory:{node['id']}",
        "metadata": beside({"success": node.get("success"), **_metadata(node.get("metadata"))}),
    }
    return Item(f"trace {node['id']}", fields, sum(map(len, lines)))


def _step(step: Mapping[str, Any]) -> str:
    said = [step["thought"], step["action"], step["observation"], *(f"({tool})" for tool in step["tools"])]
    return f"{step['number']}. " + " ".join(str(one) for one in said if one)


def _object(text: Any) -> dict[str, str]:
    """A thing by its name, or a text or number as the value it is."""
    name = str(text)
    words = name.split()
    thing = len(words) <= _THING and any(letter.isalpha() for letter in name)
    return {"object": _named(name)} if thing else {"value": name}


def _named(name: Any) -> str:
    return "me" if str(name).casefold() == "user" else str(name)


def _metadata(text: Any) -> dict[str, Any]:
    """It is kept as JSON text."""
    if not isinstance(text, str):
        return dict(text) if isinstance(text, Mapping) else {}
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {"metadata": text}
    return found if isinstance(found, dict) else {}


FORMAT = GraphFormat(
    title="neo4j-agent-memory graph",
    looked_for="(:Conversation {session_id})-[:HAS_MESSAGE]->(:Message {id, role, content}), (:Preference {preference}) or (:Fact {predicate})",
    is_one=IS_ONE,
    groups=GROUPS,
    read=read,
)
