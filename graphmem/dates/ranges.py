"""Two times that are one: "from 2015 to 2018", "Jan-Feb 2017", "between 3 and 12 of September", "3 days starting on Monday".

What one end leaves out the other may say: the month of a day, the year of a month. Otherwise the second end is the first of its kind
that does not lie before the first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from graphmem.dates import spans
from graphmem.dates.counting import COARSER, Length, length
from graphmem.dates.numbers import cardinal, ordinal
from graphmem.dates.offsets import offsets
from graphmem.dates.parts import parts
from graphmem.dates.portions import day_in, month_told, portions
from graphmem.dates.scanning import Words
from graphmem.dates.settling import Now, Time, weekday_after, weekday_before, yearly
from graphmem.dates.simple import by_length, longest, moment, simple
from graphmem.dates.vocabulary import LAST_DAY, UNITS
from graphmem.dates.years import year_named
from graphmem.types import Granularity, When

Pair = tuple[When, When]
_JOINS = ("to", "till", "until", "through", "thru", "-", "–", "—", "~")


@dataclass(frozen=True, slots=True)
class Stretch:
    """Two times that are one, before it is known when they were said."""

    settle: Callable[[Now], Pair | None]


def ranges(words: Words, place: int) -> Iterator[tuple[Stretch, int]]:
    """Every reading of two times as one that begins at a place, its "from" or "between" left out."""
    before = words[place - 1]
    yield from _days_of_a_month(words, place, before)
    for first, end in by_length(_side(words, place)):
        join = _joined(words, end, before)
        if join is None:
            continue
        day = ordinal(words, words.past(join, ("the",))) or cardinal(words, join)
        if day and first.day and first.day < day[0] <= LAST_DAY and _stops(words, day[1]):
            yield from _to_day(words, first, day)
        last = longest(_side(words, join))
        if last and (before in ("from", "between", "since") or _alike(first, last[0])):
            yield Stretch(_both(first, last[0])), last[1]
    yield from _to_date(words, place)
    yield from _starting(words, place)


def _side(words: Words, place: int) -> Iterator[tuple[Time, int]]:
    yield from simple(words, place, loose=True)
    yield from parts(words, place)
    yield from portions(words, place)
    yield from offsets(words, place)


def _joined(words: Words, place: int, before: str) -> int | None:
    """The place after the word that joins the ends."""
    join = _JOINS if before != "between" else (*_JOINS, "and")
    if words[place] not in join:
        return None
    return words.past(place + 1, ("in",))


def _alike(first: Time, last: Time) -> bool:
    """Without "from" both ends must be weekdays, or the first a year, a month or a day of one."""
    if first.weekday is not None or last.weekday is not None:
        return first.weekday is not None and last.weekday is not None
    return first.month is not None or first.year is not None


def _to_day(words: Words, first: Time, day: tuple[int, int]) -> Iterator[tuple[Stretch, int]]:
    """ "January 4 to 22", "January 4-22, 1995"."""
    year = year_named(words, words.past(day[1], (",",))) if first.of_year is not None else None
    last = _same_month(first, day[0])
    yield Stretch(_both(first, last)), day[1]
    if year is not None:
        pair = first.within(year.of, year.number), last.within(year.of, year.number)
        yield Stretch(_both(*pair)), year.end


def _stops(words: Words, place: int) -> bool:
    """Whether a number ends before a place, and is no part of a longer one or a number of things."""
    inside = words.glued(place) and words[place] in ("/", "-", ".", ":") and words[place + 1].isdigit()
    return not inside and not words[place].isalpha()


def _same_month(first: Time, day: int) -> Time:
    month = first.month or 1
    if first.of_year is None and first.year is not None:
        number = first.year
        return Time(lambda _: spans.on(number, month, day), None, month, day, number)
    return yearly(lambda year: spans.on(year, month, day), month, day)


def _days_of_a_month(words: Words, place: int, before: str) -> Iterator[tuple[Stretch, int]]:
    """ "3 to 12 of September", "ninth and seventeenth of April"."""
    start = words.past(place, ("the",))
    first = ordinal(words, start) or (cardinal(words, start) if words.digits(start, most=2) is not None else None)
    join = _joined(words, first[1], before) if first else None
    if first is None or join is None or words.glued(place):
        return
    day = ordinal(words, words.past(join, ("the",))) or cardinal(words, join)
    month = month_told(words, day[1]) if day else None
    if day and month:
        ends = (Time(partial(day_in, month[0], number)) for number in (first[0], day[0]))
        yield Stretch(_both(*ends)), month[1]
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
    """The first end in the year or the week that only the last one names, or in the one before."""
    if last.placed and first.weekday is not None and not first.placed:
        day = last.settle(now)
        return day and weekday_before(day.start, first.weekday)
    when = last.settle(now) if first.of_year is not None and last.of_year is None and last.month else None
    if when is None or first.of_year is None or not (last.placed or last.year is not None):
        return None
    one = first.of_year(when.start.year)
    return one if one is None or one.start <= when.start else first.of_year(when.start.year - 1)


def _not_before(one: When, last: Time, now: Now) -> When | None:
    if last.weekday is not None and not last.placed:
        return weekday_after(one.start, last.weekday)
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
    if first is not None and (starting > after or words[first[1]] not in _JOINS):
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
