"""What LangChain keeps: messages as `messages_to_dict` writes them, in a JSON file or in the table of `SQLChatMessageHistory`.

A message is {"type": "human", "data": {…}}; what `dumps` writes names its class instead. Few carry a time. One with an id is known by it, in a
table by its row, else by its place.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from typing import Any, BinaryIO

from graphmem.errors import InvalidInput
from graphmem.formats.documents import entries
from graphmem.formats.found import Found, Item, Problem, Told
from graphmem.formats.keys import digest

_ROLES = {
    "human": "user",
    "user": "user",
    "ai": "assistant",
    "assistant": "assistant",
    "system": "system",
    "tool": "tool",
    "function": "tool",
}
_FILE = b"SQLite format 3\x00"


def read(open_: Callable[[], BinaryIO], told: Told) -> Iterator[Found]:
    """The messages, in order."""
    with closing(open_()) as stream:
        is_table = stream.read(len(_FILE)) == _FILE
    return _table(told) if is_table else _document(open_, told)


def _document(open_: Callable[[], BinaryIO], told: Told) -> Iterator[Found]:
    session = told.session or told.title or told.name
    for entry in entries(open_, told, what="message", under=("messages",)):
        if isinstance(entry, Problem):
            yield entry
        else:
            where = f"{told.name}: message {entry.number}"
            yield _item(
                entry.value, told, where, session=session, place=(told.name, str(entry.number)), size=entry.size
            )


def _table(told: Told) -> Iterator[Found]:
    """The rows of every table shaped like LangChain's, in the order they were written."""
    if told.path is None:
        raise InvalidInput(f"{told.name} is a database; unpack it and give it as a file")
    with closing(sqlite3.connect(f"{told.path.resolve().as_uri()}?mode=ro", uri=True)) as db:
        try:
            tables = _tables(db)
            if not tables:
                raise InvalidInput(f"{told.name} is a database without a table of messages as LangChain writes it")
            for table in tables:
                yield from _rows(db, table, told)
        except sqlite3.DatabaseError as error:
            yield Problem(told.name, f"the database cannot be read further: {error}")


def _tables(db: sqlite3.Connection) -> list[str]:
    named = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    return [name for name in named if {"id", "session_id", "message"} <= _columns(db, name)]


def _columns(db: sqlite3.Connection, table: str) -> set[str]:
    return {row[0] for row in db.execute("SELECT name FROM pragma_table_info(?)", (table,))}


def _rows(db: sqlite3.Connection, table: str, told: Told) -> Iterator[Found]:
    quoted = '"' + table.replace('"', '""') + '"'
    for number, session, body in db.execute(f"SELECT id, session_id, message FROM {quoted} ORDER BY id"):
        where = f"{told.name}: {table} row {number}"
        try:
            message = json.loads(body)
        except (TypeError, ValueError, RecursionError) as error:
            yield Problem(where, f"not JSON: {error}")
        else:
            yield _item(
                message, told, where, session=str(session), place=(table, str(session), str(number)), size=len(body)
            )


def _item(message: Any, told: Told, where: str, *, session: str, place: tuple[str, ...], size: int) -> Found:
    try:
        kind, data = _kind_and_data(message)
        said = _said(kind, data)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        return Problem(where, f"is no message of LangChain: {error}")
    identity = data.get("id")
    key = digest(session, str(identity)) if identity else digest(*place, repr(said))
    at = {"at": told.modified} if told.modified else {}
    return Item(where, {**said, **at, "session": session, "key": f"langchain:{key}"}, size)


def _kind_and_data(message: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    if "lc" in message:
        return str(message["id"][-1]).removesuffix("Chunk").removesuffix("Message").lower(), message["kwargs"]
    data = message.get("data", message)
    kind = str(message["type"])
    return kind.removesuffix("Chunk").removesuffix("Message").lower(), data


def _said(kind: str, data: Mapping[str, Any]) -> dict[str, Any]:
    role = _ROLES.get(str(data.get("role", "")).lower()) if kind == "chat" else _ROLES.get(kind)
    if role is None:
        raise ValueError(f"its type {kind!r} is none of {', '.join(_ROLES)}")
    content = data["content"]
    said: dict[str, Any] = {"role": role, "content": content if isinstance(content, (str, dict)) else _parts(content)}
    if data.get("name") and role != "tool":
        said["speaker"] = str(data["name"])
    if role == "tool":
        said["tool_call_id"] = str(data.get("tool_call_id") or data.get("name") or "tool")
    if calls := [*map(_call, data.get("tool_calls") or [])] or (data.get("additional_kwargs") or {}).get("tool_calls"):
        said["tool_calls"] = calls
    return said


def _parts(content: Any) -> list[dict[str, Any]]:
    """Content parts; a bare string is a text, and a call that `tool_calls` repeats is left to it."""
    parts = [{"type": "text", "text": part} if isinstance(part, str) else part for part in content]
    return [part for part in parts if part.get("type") != "tool_use"]


def _call(call: Mapping[str, Any]) -> dict[str, Any]:
    function = {"name": call["name"], "arguments": json.dumps(call.get("args") or {}, ensure_ascii=False)}
    return {"id": str(call.get("id") or call["name"]), "function": function}
