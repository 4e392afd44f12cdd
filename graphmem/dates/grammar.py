"""Every time a text may name, before it is known when it was said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from graphmem.dates.counting import length
from graphmem.dates.offsets import offsets
from graphmem.dates.parts import parts
from graphmem.dates.portions import portions
from graphmem.dates.ranges import Stretch, ranges
from graphmem.dates.relations import Relation, relation_at
from graphmem.dates.scanning import Words
from graphmem.dates.settling import Time
from graphmem.dates.simple import simple
from graphmem.dates.vocabulary import CORE, STARTERS

_ABOUT = ("about", "around", "almost", "over", "nearly")
#: The most words before the one that makes it a time: "about a year and a couple of months ago".
_REACH = 6
#: Nothing can name a time without one of these.
_HINT = re.compile(r"\d|\b(?:" + "|".join(sorted(CORE)) + r")\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reading:
    """A time as it was said, where it stands, and how it bears on the rest."""

    start: int
    end: int
    time: Time | Stretch
    relation: Relation


@lru_cache(maxsize=64)
def readings(text: str) -> tuple[Reading, ...]:
    """Every reading of every time in a text. The same sentence is asked about in several tenses in a row."""
    if not _HINT.search(text):
        return ()
    words = Words.of(text)
    return tuple(reading for place in _places(words) for reading in _at(words, place))


def _places(words: Words) -> Iterator[int]:
    """Where a time may begin: with one of the words for it, and a word that is only used of times not far behind."""
    last = len(words) + _REACH
    found = list[int]()
    for place in range(len(words) - 1, -1, -1):
        digit = words[place].isdigit()
        last = place if digit or words[place] in CORE else last
        if last - place < _REACH and (digit or words[place] in STARTERS) and not _inside(words, place):
            found.append(place)
    return reversed(found)


def _inside(words: Words, place: int) -> bool:
    """Whether a word is part of another, or of an amount."""
    before = words[place - 1]
    amount = before in ("$", "€", "£") or (before in (".", ",") and words[place - 2].isdigit())
    return words.glued(place) and (amount or before.isalnum())


def _at(words: Words, place: int) -> Iterator[Reading]:
    start = words.starts[place]
    yield from _for(words, place)
    for rule in (simple, parts, portions, offsets):
        for time, last in rule(words, place):
            relation, end = relation_at(words.text, start, words.ends[last - 1])
            yield Reading(start, end, time, relation)
    for stretch, last in ranges(words, place):
        yield Reading(start, words.ends[last - 1], stretch, "range")


def _for(words: Words, place: int) -> Iterator[Reading]:
    """ "For two years", "over the last three months": the time is when that began."""
    if words[place - 1] not in ("for", "over"):
        return
    begin = words.past(words.past(words.past(place, _ABOUT), ("the",)), ("last", "past"))
    found = length(words, begin)
    if found is not None and words[found.end] != "old":
        yield Reading(words.starts[place], words.ends[found.end - 1], Time(lambda now: found.away(now.at, -1)), "for")
