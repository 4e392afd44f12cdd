"""Notes, plain or Markdown: each paragraph a message of the note's session, said on the note's date.

A heading stays with the paragraph under it, and every paragraph knows the headings it stands under. The date is the one the front matter
names, else the one in the file's name, else when the file was written. A paragraph is known by the note's name and its words, so a note
that was written on brings what is new; one that was reworded counts as new too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from typing import Any, BinaryIO

from graphmem.formats.found import Found, Item, Told
from graphmem.formats.keys import Occurrences
from graphmem.formats.lines import numbered
from graphmem.formats.times import from_iso

#: A paragraph ends after so many characters, however long its author goes on.
LONGEST_PARAGRAPH = 16_000

_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*\s*$")
_FENCE = re.compile(r"\s*(```|~~~)")
_FIELD = re.compile(r"([A-Za-z_-]+)\s*:\s*(.*?)\s*$")
_DATE = re.compile(r"(?<!\d)(\d{4})[-_.]?(\d{2})[-_.]?(\d{2})(?!\d)")
_DATES = ("date", "created", "created_at", "updated", "modified")


@dataclass(slots=True)
class _Note:
    """What is known of a note while it is read."""

    markdown: bool
    fields: dict[str, str] = field(default_factory=dict)
    headings: list[tuple[int, str]] = field(default_factory=list)

    def enter(self, heading: re.Match[str]) -> None:
        level = len(heading[1])
        self.headings = [*(one for one in self.headings if one[0] < level), (level, heading[2])]

    @property
    def under(self) -> str:
        return " / ".join(text for _, text in self.headings)


def read_markdown(open_: Callable[[], BinaryIO], told: Told) -> Iterator[Found]:
    """The paragraphs of a Markdown note."""
    return _read(open_, told, _Note(markdown=True))


def read_text(open_: Callable[[], BinaryIO], told: Told) -> Iterator[Found]:
    """The paragraphs of a plain text."""
    return _read(open_, told, _Note(markdown=False))


def _read(open_: Callable[[], BinaryIO], told: Told, note: _Note) -> Iterator[Found]:
    equal = Occurrences("note")
    with closing(open_()) as stream:
        for number, text in _paragraphs(stream, note):
            at = _date(note, told)
            title = note.fields.get("title", "")
            beside = {"document": told.name, "title": title, "heading": note.under}
            fields: dict[str, Any] = {
                "role": "user",
                "content": text,
                "session": told.session or told.name,
                "at": at,
                "key": equal.key(told.name, text),
                "metadata": {name: value for name, value in beside.items() if value},
            }
            yield Item(f"{told.name}:{number}", fields, len(text))


def _paragraphs(stream: BinaryIO, note: _Note) -> Iterator[tuple[int, str]]:
    """Each paragraph with the number of its first line. A heading opens one and does not end at the blank line after it."""
    block: list[str] = []
    first, size, fenced = 0, 0, False
    for number, line in _lines(stream, note):
        heading = _HEADING.match(line) if note.markdown and not fenced else None
        fence = note.markdown and _FENCE.match(line) is not None
        ends = heading or (not line.strip() and not fenced and not _only_headings(block, note))
        if block and (ends or size > LONGEST_PARAGRAPH):
            yield first, "\n".join(block).rstrip()
            block, size = [], 0
        if heading:
            note.enter(heading)
        fenced ^= fence
        if line.strip() or block:
            first = first if block else number
            block.append(line)
            size += len(line)
    if text := "\n".join(block).rstrip():
        yield first, text


def _only_headings(block: list[str], note: _Note) -> bool:
    return note.markdown and bool(block) and all(not line.strip() or _HEADING.match(line) for line in block)


def _lines(stream: BinaryIO, note: _Note) -> Iterator[tuple[int, str]]:
    """The lines after the front matter, which is read into the note."""
    inside = False
    for number, raw in numbered(stream):
        line = raw.decode("utf-8", "surrogateescape").rstrip("\r\n")
        if note.markdown and number == 1 and line.rstrip() == "---":
            inside = True
        elif inside:
            inside = line.rstrip() not in ("---", "...")
            if found := _FIELD.match(line):
                note.fields[found[1].lower()] = found[2].strip("\"'")
        else:
            yield number, line


def _date(note: _Note, told: Told) -> datetime | None:
    stated = [from_iso(note.fields[name], told.zone) for name in _DATES if note.fields.get(name)]
    return next(filter(None, [*stated, _named(told.name, told.zone)]), None) or told.modified


def _named(name: str, zone: tzinfo) -> datetime | None:
    found = _DATE.search(name)
    return from_iso("-".join(found.groups()), zone) if found else None
