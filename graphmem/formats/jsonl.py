"""JSON Lines, a message a line, with the fields of `Memory.remember`.

A line with a key is known by it, one with a time by who said what when. A line with neither is known by where it stands and what
it says, so that importing a file twice changes nothing, and two files of one name do not hide each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any, BinaryIO

from graphmem.formats.found import Found, Item, Problem, Told
from graphmem.formats.keys import Occurrences
from graphmem.formats.lines import rows

#: What a message with a time is known by.
_IDENTITY = ("session", "speaker", "role", "content", "at", "tool_calls")


def read(open_: Callable[[], BinaryIO], told: Told) -> Iterator[Found]:
    """The messages, in order; `told.session` is for those that name none."""
    equal = Occurrences("jsonl")
    for row in rows(open_, told):
        if isinstance(row, Problem):
            yield row
            continue
        number, raw, fields = row
        if told.session is not None:
            fields.setdefault("session", told.session)
        fields.setdefault("key", _key(fields, equal) or f"{told.name}:{number}:{sha256(raw.strip()).hexdigest()[:16]}")
        yield Item(f"{told.name}:{number}", fields, len(raw))


def _key(fields: dict[str, Any], equal: Occurrences) -> str:
    if fields.get("at") is None:
        return ""
    return equal.key(*[repr(fields.get(name)) for name in _IDENTITY])
