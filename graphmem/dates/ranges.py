"""Two times that are one: "from 2015 to 2018", "Jan-Feb 2017", "between 3 and 12 of September", "3 days starting on Monday".

What one end leaves out the other may say: the month of a day, the year of a month. Otherwise the second end is the first of its kind
that does not lie before the first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from graphmem.dates import spans
from graphmem.dates.counting import COARSER, Length, length
from graphmem.dates.numbers import cardinal, ordinal
from graphmem.dates.offsets import offsets
from graphmem.dates.portions import portions
from graphmem.dates.scanning import Words
from graphmem.dates.settling import Now, Time, yearly
from graphmem.dates.simple import by_length, longest, moment, simple
from graphmem.dates.vocabulary import UNITS
from graphmem.types import Granularity, When

Pair = tuple[When, When]
_JOINS = ("to", "till", "until", "through", "thru", "-", "–", "—", "~")
_LAST_DAY = 31


@dataclass(frozen=True, slots=True)
class Stretch:
    """Two times that are one, before it is known when they were said."""

    settle: Callable[[Now], Pair | None]


def ranges(words: Words, place: int) -> Iterator[tuple[Stretch, int]]:
    """Every reading of two times as one that begins at a place, its "from" or "between" left out."""
    before = words[place - 1]
    for first, end in by_length(_side(words, place)):
        join = _joined(words, end, before)
        last = longest(_side(words, join)) if join else None
        if join and last and (before in ("from", "between", "since") or _alike(first, last[0])):
            yield Stretch(_both(first, last[0])), last[1]
        day = ordinal(words, words.past(join, ("the",))) or cardinal(words, join) if join and first.day else None
        if day and first.day and first.day < day[0] <= _LAST_DAY and not words[day[1]].isalpha():
            yield Stretch(_both(first, _same_month(first, day[0]))), day[1]
    yield from _days_of_a_month(words, place, before)
    yield from _to_date(words, place)
    yield from _starting(words, place)


def _side(words: Words, place: int) -> Iterator[tuple[Time, int]]:
    yield from simple(words, place, loose=True)
    yield from portions(words, place)
    yield from offsets(words, place)
    if words[place] in UNITS:
        return


def _joined(words: Words, place: int, before: str) -> int | None:
    """The place after the word that joins the ends."""
    join = _JOINS if before != "between" else (*_JOINS, "and")
    if words[place] not in join:
        return None
    return words.past(place + 1, ("in",))


def _alike(first: Time, last: Time) -> bool:
    """Without "from" the ends must be of one kind: two years, two days or months."""
    both_years = first.year is not None and last.year is not None
    return (
        both_years
        or bool(first.month and last.month)
        or (first.year is not None and last.month is not None)
        or bool(first.month or first.year)
    )


def _same_month(first: Time, day: int) -> Time:
    month = first.month or 1
    if first.of_year is None and first.year is not None:
        number = first.year
        return Time(lambda _: spans.on(number, month, day), year=number)
    return yearly(lambda year: spans.on(year, month, day), month, day)


def _days_of_a_month(words: Words, place: int, before: str) -> Iterator[tuple[Stretch, int]]:
    """ "3 to 12 of September", "ninth and seventeenth of April"."""
    start = words.past(place, ("the",))
    first = ordinal(words, start) or (cardinal(words, start) if words.digits(start, most=2) is not None else None)
    join = _joined(words, first[1], before) if first else None
    if first is None or join is None or words.glued(place):
        return
    for last, end in by_length(_side(words, join)):
        if last.month and last.day and 0 < first[0] < last.day:
            yield Stretch(_both(_same_month(last, first[0]), last)), end


def _both(first: Time, last: Time) -> Callable[[Now], Pair | None]:
    def settle(now: Now) -> Pair | None:
        one = _in_year_of(first, last, now) or first.settle(now)
        two = None if one is None else _not_before(one, last, now)
        return (one, two) if one and two and one.start <= two.start else None

    return settle


def _in_year_of(first: Time, last: Time, now: Now) -> When | None:
    """The first end in the year that only the last one names, or in the year before."""
    when = last.settle(now) if first.of_year is not None and last.of_year is None and last.month else None
    if when is None or first.of_year is None or last.year is None:
        return None
    one = first.of_year(when.start.year)
    return one if one is None or one.start <= when.start else first.of_year(when.start.year - 1)


def _not_before(one: When, last: Time, now: Now) -> When | None:
    if last.of_year is None:
        return last.settle(now)
    two = last.of_year(one.start.year)
    return two if two is None or two.start >= one.start else last.of_year(one.start.year + 1)


def _to_date(words: Words, place: int) -> Iterator[tuple[Stretch, int]]:
    """ "The year to date"."""
    start = words.past(place, ("the",))
    unit = UNITS.get(words[start])
    if unit and words.after(start + 1, "to", "date"):
        yield Stretch(lambda now: (spans.day(spans.around(now.at, unit).start), spans.day(now.at))), start + 3


def _starting(words: Words, place: int) -> Iterator[tuple[Stretch, int]]:
    """ "3 days starting from next Monday", "2 weeks from 20 May", "for 3 days, from today"."""
    found = length(words, place)
    if found is None or found.vague:
        return
    after = words.past(found.end, (",",))
    starting = words.past(after, ("starting", "beginning"))
    start = words.past(starting, ("from", "on", "in", "with"))
    told = starting > after or (start > starting and words[place - 1] == "for" and words[starting] == "from")
    first = moment(words, start) if told else None
    if first is not None:
        yield Stretch(_for(found, first[0])), first[1]


def _for(length: Length, first: Time) -> Callable[[Now], Pair | None]:
    def settle(now: Now) -> Pair | None:
        when = first.settle(now)
        if when is None:
            return None
        last = length.moved(when.start, 1)
        day = spans.day(spans.shifted(last, "day", -1))
        return (when, When(day.start, day.end, Granularity.DAY if length.unit == "day" else COARSER[length.unit]))

    return settle
