"""A time that is not made of other times, and the longest of several readings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from graphmem.dates.daily import daily
from graphmem.dates.named import named
from graphmem.dates.scanning import Words
from graphmem.dates.settling import Time
from graphmem.dates.units import unit_times
from graphmem.dates.written import Found, month_by_number
from graphmem.dates.years import years


def simple(words: Words, place: int, *, loose: bool = False) -> Found:
    """Every simple time that begins at a place; `loose` where the words around say that a time stands here."""
    yield from named(words, place, loose=loose)
    yield from month_by_number(words, place, loose=loose)
    yield from years(words, place, loose=loose)
    yield from daily(words, place, loose=loose)
    yield from unit_times(words, place)


def longest(found: Iterable[tuple[Time, int]]) -> tuple[Time, int] | None:
    """The reading that takes in most; the first of equals."""
    return max(found, key=lambda each: each[1], default=None)


def by_length(found: Iterable[tuple[Time, int]]) -> Iterator[tuple[Time, int]]:
    """The readings, those that take in most first."""
    return iter(sorted(found, key=lambda each: -each[1]))


def moment(words: Words, place: int) -> tuple[Time, int] | None:
    """The longest simple time at a place where a time is expected; read once for each place."""
    if place not in words.read:
        words.read[place] = longest(simple(words, place, loose=True))
    found: tuple[Time, int] | None = words.read[place]
    return found
