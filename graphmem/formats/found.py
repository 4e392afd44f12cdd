"""What reading a file brings: messages, and a problem for each place that is none.

People's files are broken in places. A reader never stops at such a place: it names it, with the reason, and goes on with what
comes after.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Any, BinaryIO


@dataclass(frozen=True, slots=True)
class Item:
    """A message as arguments of `Memory.remember`, where it stands, and about how many bytes it takes."""

    where: str
    fields: dict[str, Any]
    size: int


@dataclass(frozen=True, slots=True)
class Problem:
    """A place that is no message, and why."""

    where: str
    reason: str


Found = Item | Problem


@dataclass(frozen=True, slots=True)
class Told:
    """What a reader is told of the file beside its bytes.

    `name` is what errors and keys call it, `title` what a person would call the conversation in it. `session` is for messages
    that name none, `zone` for times without one. `modified` is when the file was last written, `path` where it is if it is a file.
    """

    name: str
    title: str = ""
    session: str | None = None
    zone: tzinfo = UTC
    modified: datetime | None = None
    path: Path | None = None


Reader = Callable[[Callable[[], BinaryIO], Told], Iterator[Found]]
"""Reads a file, which it may open more than once; the bytes are UTF-8, as far as they can be."""
