"""The graph of neo4j-agent-memory: conversations, and beside them preferences, facts, relations and traces of reasoning.

    (:User {identifier})-[:HAS_CONVERSATION]->(:Conversation {session_id, title})-[:HAS_MESSAGE]->(:Message {id, role, content, timestamp, metadata})
    (:User)-[:HAS_PREFERENCE]->(:Preference {id, category, preference, context, created_at, valid_from, valid_until})
    (:User)-[:HAS_FACT]->(:Fact {id, subject, predicate, object, created_at, valid_from, valid_until})
    (:Entity {name})-[:RELATED_TO {id, type, valid_from, valid_until, created_at, source_message_ids}]->(:Entity)
    (:User)-[:HAS_TRACE]->(:ReasoningTrace {id, session_id, task, outcome, started_at})-[:HAS_STEP]->(:ReasoningStep {step_number, thought, action, observation})

Entities are shared by all its users, and what is filed under no user may be anybody's: it is taken only from a graph that has one. A
relation counts as a user's if a message of theirs states it, and is of those into whom its ends were merged. Where two versions of it write a
thing differently, both are read. Vectors, descriptions of entities, and what was given to tools and came of them are left behind.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any

from graphmem.formats.found import Found, Item, Problem
from graphmem.formats.graphs import agent_memory_statements as asked
from graphmem.formats.graphs.database import Database, GraphFormat, Row, beside, moment

SESSION = "agent-memory"

_ROLES = frozenset({"user", "assistant", "system", "tool"})

#: An object of more words than this is a text, not a thing.
_THING = 6


def read(database: Database, group: str, alone: bool, session: str | None) -> Iterator[Found]:
    """The messages of a user, oldest first, then what was learned of them; `alone` says that the graph has no other."""
    whose = {"group": group, "alone": alone}
    relation = partial(_relation, _merged(database))
    plan: list[tuple[str, list[str], Callable[[Row, str], Found]]] = [
        (asked.MESSAGE, database.found(asked.MESSAGES, _in_turn, group=group), _message),
        (asked.PREFERENCE, database.found(asked.PREFERENCES, **whose), _preference),
        (asked.FACT, database.found(asked.FACTS, **whose), _fact),
        (asked.RELATION, database.found(asked.RELATIONS, **whose), relation),
        (asked.TRACE, database.found(asked.TRACES, **whose), _trace),
    ]
    for statement, ids, found in plan:
        for row in database.pages(statement, ids):
            yield found(row, session or SESSION)
    if not alone:
        yield from _left_out(database)


def _in_turn(rows: list[Row]) -> Iterator[Row]:
    """Messages in order of time, those of one moment by how far each is from the first by the links between them.

    Older versions gave all messages that were kept together one moment, and ids that tell no order; some left links both ways.
    """
    after = {row["id"]: row["next"] for row in rows}
    followers = {each for row in rows for each in row["next"]}
    reached, turns = [id for id in after if id not in followers], dict[str, int]()
    while reached:
        turns |= dict.fromkeys(reached, len(turns))
        reached = list(dict.fromkeys(each for id in reached for each in after.get(id, ()) if each not in turns))
    for _, tied in groupby(rows, key=itemgetter("at")):
        yield from sorted(tied, key=lambda row: turns.get(row["id"], len(turns)))


def _merged(database: Database) -> dict[str, str]:
    """The names of those into whom others went, by the ids of these."""
    rows = {row["id"]: row for row in database.rows(asked.MERGED)}
    names: dict[str, str] = {}
    for id, row in rows.items():
        passed, last = {id}, row
        while last["into"] in rows and last["into"] not in passed:
            passed.add(last["into"])
            last = rows[last["into"]]
        names[id] = last["name"]
    return names


def _left_out(database: Database) -> Iterator[Problem]:
    [row] = database.rows(asked.UNOWNED)
    if some := [f"{many} {what if many > 1 else what[:-1]}" for what, many in row.items() if many]:
        why = "filed under no user, and the graph has several; left out"
        yield Problem(database.name, f"{', '.join(some)}: {why}")


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
    beside = {"category": node.get("category"), "context": node.get("context"), "applies_to": row["applies_to"]}
    return _told("preference", node, fact, beside)


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


def _relation(merged: Mapping[str, str], row: Row, _session: str) -> Found:
    node = row["node"]
    predicate = node.get("type") or node.get("relation_type") or "related to"
    # Where a relation has no id, its ends and type name it.
    node = {**node, "id": node.get("id") or f"{row['source']}:{predicate}:{row['target']}"}
    if not row["subject"] or not row["object"]:
        return Problem(f"relation {node['id']}", "is about an entity without a name")
    fact = {
        "subject": _named(merged.get(row["source"], row["subject"])),
        "predicate": str(predicate).casefold(),
        "object": _named(merged.get(row["target"], row["object"])),
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
    is_one=asked.IS_ONE,
    groups=asked.GROUPS,
    read=read,
)
