"""Times that are found within a longer one: "the second week of May", "the 20th of next month", "the weekend of the 4th of July"."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from graphmem.dates import spans
from graphmem.dates.counting import COARSER, units
from graphmem.dates.named import holiday
from graphmem.dates.numbers import cardinal, ordinal
from graphmem.dates.parts import container, early, late
from graphmem.dates.scanning import Words
from graphmem.dates.settling import Now, Time, yearly
from graphmem.dates.simple import moment
from graphmem.dates.spans import Unit
from graphmem.dates.vocabulary import ONE_UNIT, UNITS, WEEKDAYS
from graphmem.dates.which import which_word
from graphmem.dates.written import Found
from graphmem.dates.years import year_named
from graphmem.types import Granularity, When

_DAY = timedelta(days=1)


def portions(words: Words, place: int) -> Found:
    """Every reading of a time within another that begins at a place."""
    yield from _nth(words, place)
    yield from _day_of_month(words, place)
    yield from _first_some(words, place)
    yield from _week_of(words, place)
    yield from _weekend_of(words, place)


def _nth(words: Words, place: int) -> Found:
    """ "The second week of May", "the last Friday in March", "the 9th month of next year", "the first half of June"."""
    start = words.past(place, ("the",))
    nth = (-1, start + 1) if words[start] in ("last", "final") else ordinal(words, start)
    if nth is None or not nth[0]:
        return
    number, after = nth
    what = words[after]
    if not (what in ONE_UNIT or what in WEEKDAYS or what == "half") or words[after + 1] not in ("of", "in"):
        return
    found = container(words, after + 2)
    if found is None:
        return
    whole = found[0]

    def settle(now: Now) -> When | None:
        when = whole.settle(now)
        return None if when is None else _nth_in(when, what, number)

    yield Time(settle), found[1]


def _day_of_month(words: Words, place: int) -> Found:
    """ "The 20th of next month", "the twenty-sixth of the month"."""
    start = words.past(place, ("the",))
    nth = ordinal(words, start) or cardinal(words, start)
    nth = nth if nth and (nth[1] > start + 1 or not words[start].isdigit() or words[nth[1]] == "of") else None
    found = month_told(words, nth[1]) if nth else None
    if nth is not None and found is not None:
        yield Time(partial(day_in, found[0], nth[0])), found[1]


def month_told(words: Words, place: int) -> tuple[Time, int] | None:
    """ "Of next month", "in this month", "this month", after days of it."""
    after = words.past(words.past(place, (",",)), ("of", "in"))
    found = container(words, after)
    known = words[found[1] - 1] == "month" if found else False
    return found if known else None


def day_in(month: Time, number: int, now: Now) -> When | None:
    """A day of a month that is told from now."""
    when = month.settle(now)
    return spans.on(when.start.year, when.start.month, number) if when else None


def _nth_in(when: When, what: str, number: int) -> When | None:
    if what == "half":
        return {1: early, 2: late, -1: late}.get(number, lambda _: None)(when)
    if what in WEEKDAYS:
        days = (
            spans.day(spans.shifted(when.start, "day", day)) for day in range(min(400, (when.end - when.start).days))
        )
        return _pick([day for day in days if day.start.weekday() == WEEKDAYS[what]], number)
    return _pick(_all(when, UNITS[what]), number)


def _pick(all_of_them: list[When], number: int) -> When | None:
    if number < 0:
        return all_of_them[-1] if all_of_them else None
    return all_of_them[number - 1] if number <= len(all_of_them) else None


def _all(when: When, unit: Unit) -> list[When]:
    """The units within a stretch; a week belongs to where its Thursday lies."""
    found, at = list[When](), when.start
    while at < when.end and len(found) <= 400:  # noqa: PLR2004  # more than the days of a year
        each = spans.around(at, unit)
        middle = each.start + 3 * _DAY if unit == "week" else each.start
        if when.start <= middle < when.end:
            found.append(each)
        if each.end <= at:
            break
        at = spans.shifted(each.start, "week", 1) if unit == "weekend" else each.end
    return found


def _first_some(words: Words, place: int) -> Found:
    """ "The first ten days of last year", "the last 3 weeks of this year"."""
    start = words.past(place, ("the",))
    number = cardinal(words, start + 1) if words[start] in ("first", "last") else None
    length = units(words, number[1], (number[0], number[0])) if number and number[0] else None
    found = container(words, length.end + 1) if length and words[length.end] in ("of", "in") else None
    if found is None or length is None:
        return
    whole, last, count, unit = found[0], words[start] == "last", length.parts[0][0], length.unit

    def settle(now: Now) -> When | None:
        when = whole.settle(now)
        all_of_them = _all(when, unit) if when else []
        some = all_of_them[-count:] if last else all_of_them[:count]
        return When(some[0].start, some[-1].end, COARSER[unit]) if len(some) == count else None

    yield Time(settle), found[1]


def _week_of(words: Words, place: int) -> Found:
    """ "The week of May 8", "week commencing 3 June", "w/c Feb 4", "the weekend of the 4th of July"."""
    start = words.past(place, ("the",))
    after = words.after(start, "w", "/", "c")
    if words[start] in ("week", "weekend") and words[start + 1] in (
        "of",
        "starting",
        "beginning",
        "commencing",
        "after",
    ):
        after = start + 2 if words[start + 1] != "after" else None
    day = moment(words, words.past(after, ("on",))) if after is not None else None
    if day is None:
        return
    time, unit = day[0], UNITS.get(words[start], "week")

    def settle(now: Now) -> When | None:
        when = time.settle(now)
        return spans.around(when.start, unit) if when and when.granularity == Granularity.DAY else None

    yield Time(settle), day[1]


def _weekend_of(words: Words, place: int) -> Found:
    """ "Halloween weekend 2021", "Labor Day 2021 weekend", "Easter weekend": with a holiday that it touches."""
    step = which_word(words, place)
    found = holiday(words, words.past(place, ("the",)))
    if found is None or step is not None:
        return
    of_year, end = found
    year = year_named(words, end)
    end = year.end if year else end
    if words[end] != "weekend":
        return
    year = year or year_named(words, words.past(end + 1, ("of",)))
    end = max(end + 1, year.end if year else 0)
    time = yearly(lambda number: _long_weekend(of_year(number)))
    yield (time.within(year.of, year.number) if year else time), end


def _long_weekend(feast: When | None) -> When | None:
    if feast is None:
        return None
    if feast.start.weekday() == 0:
        return When(feast.start - 2 * _DAY, feast.end, Granularity.DAY)
    return spans.weekend(feast.start)
