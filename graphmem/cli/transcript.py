"""Reading a transcript: one JSON object a line, a message each, never more of the file in memory than a line.

People's files are broken in places. A line that cannot be read is a `Problem` with its number and reason, and the lines
around it count. A line that brings no key of its own gets one from where it stands and what it says, so that importing a
file twice changes nothing, and two files of one name do not hide each other.
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, BinaryIO

from graphmem.errors import InvalidInput

#: A longer line is no message; keeping it would fill memory.
LONGEST_LINE = 4 * 1024 * 1024

#: When so many lines at the start cannot be read, and none can, the file is something else.
HOPELESS = 50

_SHAPE = 'each line is one JSON object such as {"role": "user", "content": "Hello"}'
_WIDE = {codecs.BOM_UTF32_LE: "UTF-32", codecs.BOM_UTF16_LE: "UTF-16", codecs.BOM_UTF16_BE: "UTF-16"}


@dataclass(frozen=True, slots=True)
class Line:
    """A message as arguments of `Memory.remember`; the number of its line, from 1, and how many bytes it takes."""

    number: int
    fields: dict[str, Any]
    size: int


@dataclass(frozen=True, slots=True)
class Problem:
    """A line that is no message, and why."""

    number: int
    reason: str


def read(stream: BinaryIO, *, name: str, session: str | None = None) -> Iterator[Line | Problem]:
    """The lines of a transcript in order; empty ones are passed over. `session` is for lines that name none.

    Raises:
        InvalidInput: when the file is not JSON Lines in UTF-8 at all; `name` is what it is called.
    """
    readable = False
    for count, (number, raw) in enumerate(_numbered(stream, name), start=1):
        one = _line(number, raw, name, session)
        yield one
        readable = readable or isinstance(one, Line)
        if count == HOPELESS and not readable:
            raise InvalidInput(f"{name}: the first {HOPELESS} lines are no messages; {_SHAPE}")


def _numbered(stream: BinaryIO, name: str) -> Iterator[tuple[int, bytes]]:
    """Lines that are not empty with their numbers; of one that is too long its beginning."""
    number = 0
    while raw := stream.readline(LONGEST_LINE + 1):
        number += 1
        if number == 1:
            raw = _without_mark(raw, name)
        if len(raw) > LONGEST_LINE:
            _skip_rest(stream, raw)
        if raw.strip():
            yield number, raw


def _skip_rest(stream: BinaryIO, raw: bytes) -> None:
    while raw and not raw.endswith(b"\n"):
        raw = stream.readline(LONGEST_LINE)


def _without_mark(raw: bytes, name: str) -> bytes:
    for mark, encoding in _WIDE.items():
        if raw.startswith(mark):
            raise InvalidInput(f"{name} is in {encoding}; save it as UTF-8, e.g. iconv -f {encoding} -t UTF-8")
    return raw.removeprefix(codecs.BOM_UTF8)


def _line(number: int, raw: bytes, name: str, session: str | None) -> Line | Problem:
    try:
        fields = _object(raw)
    except ValueError as error:
        return Problem(number, str(error))
    fields.setdefault("key", f"{name}:{number}:{sha256(raw.strip()).hexdigest()[:16]}")
    if session is not None:
        fields.setdefault("session", session)
    return Line(number, fields, len(raw))


def _object(raw: bytes) -> dict[str, Any]:
    """The JSON object of a line; a ValueError says what it is instead."""
    if len(raw) > LONGEST_LINE:
        raise ValueError(f"longer than {LONGEST_LINE // 1024 // 1024} MiB")
    try:
        said = json.loads(raw.decode("utf-8").rstrip())
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8 at byte {error.start + 1} of the line; save the file as UTF-8") from error
    except json.JSONDecodeError as error:
        raise ValueError(_not_json(raw, error)) from error
    except RecursionError as error:
        raise ValueError("JSON that is nested too deeply") from error
    if not isinstance(said, dict):
        raise ValueError(f"JSON, but not an object; {_SHAPE}")
    return said


def _not_json(raw: bytes, error: json.JSONDecodeError) -> str:
    if raw.strip() in (b"[", b"{"):
        return f"a JSON document over several lines; {_SHAPE}; of a list, jq -c '.[]' makes such lines"
    cut_off = "" if raw.endswith(b"\n") else "; the file ends here and seems cut off"
    return f"not JSON: {error.msg} at column {error.colno}{cut_off}"
