"""The documents of a JSON file, and the arrays inside them, whichever way they were wrapped.

The same export is met as an array, as one object, as an object that holds the array under a name, and as an object a line. All of these
are one sequence of entries, each with its place.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any, BinaryIO

from graphmem.formats.found import Found, Problem, Told
from graphmem.formats.jsontext import BrokenJson, JsonText


@dataclass(frozen=True, slots=True)
class Entry:
    """One element: its number from 1, the name of the array it is in, its value, its size in characters."""

    number: int
    within: str
    value: Any
    size: int


def entries(
    open_: Callable[[], BinaryIO], told: Told, *, what: str, under: Collection[str] = (), each_of: str = ""
) -> Iterator[Entry | Problem]:
    """The elements of the file: of its array, or of the array under one of these names in its object, or its documents.

    `each_of` names an object of arrays: their elements, `within` being the array's name. `what` is what people call an element.
    """
    with closing(open_()) as stream:
        text, count = JsonText(stream), 0
        try:
            for within in _standing(text, under, each_of):
                count += 1
                yield _entry(text, told, count, within, what)
        except BrokenJson as error:
            cut = f"the file ends inside {what} {count or 1} and seems cut off; what came before it is read"
            yield Problem(f"{told.name}: {what} {count or 1}", cut if error.ends else f"not JSON: {error}")


def _entry(text: JsonText, told: Told, number: int, within: str, what: str) -> Entry | Problem:
    where = f"{told.name}: {what} {number}"
    try:
        value = text.value()
    except BrokenJson as error:
        if error.ends:
            raise
        return Problem(where, f"not JSON: {error}")
    return Entry(number, within, value, text.size)


def _standing(text: JsonText, under: Collection[str], each_of: str) -> Iterator[str]:
    """Stand at each element, naming the array it is in."""
    while mark := text.peek():
        if text.pass_over(","):
            continue  # what follows an array that was closed too early
        if mark == "[":
            for _ in text.elements():
                yield ""
        elif mark == "{" and (under or each_of):
            yield from _inside(text, under, each_of)
        else:
            yield ""


def _inside(text: JsonText, under: Collection[str], each_of: str) -> Iterator[str]:
    for name in text.members():
        if name in under and text.peek() == "[":
            for _ in text.elements():
                yield ""
        elif name == each_of and text.peek() == "{":
            for within in text.members():
                if text.peek() == "[":
                    for _ in text.elements():
                        yield within
                else:
                    text.skip()
        else:
            text.skip()


def conversations(
    open_: Callable[[], BinaryIO], told: Told, read: Callable[[dict[str, Any], str], Iterator[Found]]
) -> Iterator[Found]:
    """What `read` makes of each conversation of an export; one that is none is a problem."""
    for entry in entries(open_, told, what="conversation"):
        if isinstance(entry, Problem):
            yield entry
            continue
        where = f"{told.name}: conversation {entry.number}"
        if not isinstance(entry.value, dict):
            yield Problem(where, "is no JSON object")
            continue
        try:
            yield from read(entry.value, where)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            # Exports change without notice; a shape nobody has seen must not hide the conversations after it.
            yield Problem(where, f"is not shaped as such exports are: {type(error).__name__}: {error}")
