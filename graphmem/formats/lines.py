"""Lines of a file, numbered, never more of it in memory than one; and JSON Lines, an object each."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any, BinaryIO

from graphmem.errors import InvalidInput
from graphmem.formats.found import Problem, Told

#: A longer line is no message; keeping it would fill memory.
LONGEST_LINE = 4 * 1024 * 1024

#: When so many lines at the start cannot be read, and none can, the file is something else.
HOPELESS = 50

_SHAPE = 'each line is one JSON object such as {"role": "user", "content": "Hello"}'


def numbered(stream: BinaryIO, *, longest: int = LONGEST_LINE) -> Iterator[tuple[int, bytes]]:
    """The lines with their numbers from 1; of one that is longer than `longest` its beginning."""
    number = 0
    while raw := stream.readline(longest + 1):
        number += 1
        if len(raw) > longest:
            _skip_rest(stream, raw)
        yield number, raw


def _skip_rest(stream: BinaryIO, raw: bytes) -> None:
    while raw and not raw.endswith(b"\n"):
        raw = stream.readline(LONGEST_LINE)


def rows(
    open_: Callable[[], BinaryIO], told: Told, *, shape: str = _SHAPE
) -> Iterator[tuple[int, bytes, dict[str, Any]] | Problem]:
    """The object of each line that is not empty, with its number and bytes.

    Raises:
        InvalidInput: when the file is not JSON Lines at all.
    """
    readable, count = False, 0
    with closing(open_()) as stream:
        for number, raw in numbered(stream):
            if not raw.strip():
                continue
            count += 1
            try:
                row = _object(raw, shape)
            except ValueError as error:
                yield Problem(f"{told.name}:{number}", str(error))
            else:
                readable = True
                yield number, raw, row
            if count == HOPELESS and not readable:
                raise InvalidInput(f"{told.name}: the first {HOPELESS} lines are no messages; {shape}")


def _object(raw: bytes, shape: str) -> dict[str, Any]:
    """The JSON object of a line; a ValueError says what it is instead."""
    if len(raw) > LONGEST_LINE:
        raise ValueError(f"longer than {LONGEST_LINE // 1024 // 1024} MiB")
    try:
        said = json.loads(raw.decode("utf-8").rstrip())
    except UnicodeDecodeError as error:
        raise ValueError(
            f"not UTF-8 at byte {error.start + 1} of the line; save the file as UTF-8, or give --encoding, e.g. latin-1"
        ) from error
    except json.JSONDecodeError as error:
        cut_off = "" if raw.endswith(b"\n") else "; the file ends here and seems cut off"
        raise ValueError(f"not JSON: {error.msg} at column {error.colno}{cut_off}") from error
    except RecursionError as error:
        raise ValueError("JSON that is nested too deeply") from error
    if not isinstance(said, dict):
        raise ValueError(f"JSON, but not an object; {shape}")
    return said


def first_row(open_: Callable[[], BinaryIO]) -> dict[str, Any] | None:
    """The object the first line holds, None when it holds none on its own."""
    with closing(open_()) as stream:
        raw = stream.readline(LONGEST_LINE)
    try:
        return _object(raw, "")
    except ValueError:
        return None
