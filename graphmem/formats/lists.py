"""Message lists as chat endpoints take them: a JSON array, {"messages": […]}, or such an object a line, as for fine-tuning.

They hold neither times nor ids, so a message is known by the file's name, its place and its words. A list is one session, and of many
lists in a file each is one of its own. System prompts are kept, and not learned from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

from graphmem.formats.documents import entries
from graphmem.formats.found import Found, Item, Problem, Told
from graphmem.formats.keys import digest
from graphmem.formats.lines import first_row, rows

_FIELDS = ("role", "content", "name", "tool_calls", "tool_call_id")
_ROW = 'each line is one JSON object such as {"messages": [{"role": "user", "content": "Hello"}]}'


def read(open_: Callable[[], BinaryIO], told: Told) -> Iterator[Found]:
    """The messages, in order."""
    first = first_row(open_)
    return _rows(open_, told) if first is not None and "messages" in first else _document(open_, told)


def _rows(open_: Callable[[], BinaryIO], told: Told) -> Iterator[Found]:
    for row in rows(open_, told, shape=_ROW):
        if isinstance(row, Problem):
            yield row
        else:
            number, raw, fields = row
            yield from _talk(fields.get("messages"), f"{told.name}:{number}", number, len(raw), told)


def _document(open_: Callable[[], BinaryIO], told: Told) -> Iterator[Found]:
    for entry in entries(open_, told, what="message", under=("messages",)):
        if isinstance(entry, Problem):
            yield entry
            continue
        where = f"{told.name}: message {entry.number}"
        if isinstance(entry.value, dict) and "messages" in entry.value:
            yield from _talk(entry.value["messages"], where, entry.number, entry.size, told)
        else:
            yield _item(entry.value, told, where, session=_session(told), place=str(entry.number), size=entry.size)


def _talk(messages: Any, where: str, place: int, size: int, told: Told) -> Iterator[Found]:
    """One of many lists."""
    if not isinstance(messages, list):
        yield Problem(where, '"messages" is no list')
        return
    for number, message in enumerate(messages, start=1):
        at = f"{where}, message {number}"
        yield _item(
            message,
            told,
            at,
            session=f"{_session(told)}:{place}",
            place=f"{place}:{number}",
            size=size // len(messages),
        )


def _session(told: Told) -> str:
    return told.session or told.title or told.name


def _item(message: Any, told: Told, where: str, *, session: str, place: str, size: int) -> Found:
    if not isinstance(message, dict) or "role" not in message:
        return Problem(where, 'is no message: it has no "role"')
    said = {name: message[name] for name in _FIELDS if message.get(name) is not None}
    # When it was said is not in the file, but it was before the file was written.
    at = {"at": told.modified} if told.modified else {}
    return Item(where, {**said, **at, "session": session, "key": f"list:{digest(told.name, place, repr(said))}"}, size)
