"""Every time a text may name, before it is known when it was said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from graphmem.dates import spans
from graphmem.dates.counting import length
from graphmem.dates.holidays import HOLIDAYS
from graphmem.dates.offsets import offsets
from graphmem.dates.portions import portions
from graphmem.dates.ranges import Stretch, ranges
from graphmem.dates.relations import Relation, relation_at
from graphmem.dates.scanning import Words
from graphmem.dates.settling import Time
from graphmem.dates.simple import simple
from graphmem.dates.vocabulary import MONTHS, STARTERS, UNITS, WEEKDAYS

_ABOUT = ("about", "around", "almost", "over", "nearly")
#: Nothing can name a time without one of these.
_HINT = re.compile(
    r"\d|day|morning|evening|afternoon|night|tomorrow|week|thousand|nineteen|twenty|"
    r"\b(?:"
    + "|".join({*MONTHS, *WEEKDAYS, *spans.SEASONS, *UNITS, *(max(name, key=len) for name in HOLIDAYS)})
    + r")\b|"
    r"(?:twen|thir|for|fif|six|seven|eigh|nine)t?ies\b",
    re.IGNORECASE,
)


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
    return tuple(reading for place in range(len(words)) if _may_begin(words, place) for reading in _at(words, place))


def _may_begin(words: Words, place: int) -> bool:
    word = words[place]
    if words.glued(place) and (words[place - 1].isalnum() or _inside_a_number(words, place)):
        return False
    return word in STARTERS or word.isdigit()


def _inside_a_number(words: Words, place: int) -> bool:
    return words[place - 1] in ("$", "€", "£") or (words[place - 1] in (".", ",") and words[place - 2].isdigit())


def _at(words: Words, place: int) -> Iterator[Reading]:
    start = words.starts[place]
    yield from _for(words, place)
    for rule in (simple, portions, offsets):
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
