"""Stretches counted from now: "last week", "the next three months", "5 upcoming years", "the week after next"."""

from __future__ import annotations

from datetime import datetime, timedelta

from graphmem.dates import spans
from graphmem.dates.counting import COARSER, Length, count, length, units
from graphmem.dates.scanning import Words
from graphmem.dates.settling import Now, Settle, Time
from graphmem.dates.spans import Unit
from graphmem.dates.vocabulary import FEW, ONE, ONE_UNIT, UNITS
from graphmem.dates.which import Which, which_word
from graphmem.dates.written import Found
from graphmem.types import Granularity, When

_DAY = timedelta(days=1)
_SATURDAY = 5
#: Units that are counted whole: the last two quarters end with a quarter.
_WHOLE = ("weekend", "quarter", "half", "decade", "century")


def unit_times(words: Words, place: int) -> Found:
    """Every reading of units told from now that begins at a place."""
    yield from which_unit(words, place)
    yield from _after_next(words, place)
    yield from _counted(words, place)
    yield from _the_weekend(words, place)


def which_unit(words: Words, place: int) -> Found:
    """ "Last week", "this calendar year", "this working week". What follows in a story follows something told, not now."""
    which = which_word(words, place)
    if which is None:
        return
    kind = words[which.end]
    end = words.past(which.end, ("calendar", "working", "business"))
    unit = UNITS.get(words[end]) if words[end] in ONE_UNIT else None
    if unit is None or words[end + 1] == "of" or (kind == "calendar" and unit != "year"):
        return
    if kind in ("working", "business"):
        if unit == "week":
            yield Time(lambda now: _working_week(spans.shifted(now.at, "week", which.step))), end + 1
        return
    in_story = which.word == "following" or (which.word == "next" and "the" in (words[place], words[place - 1]))
    yield Time(lambda now: None if in_story and now.past else _away(now, unit, which.step)), end + 1


def _away(now: Now, unit: Unit, step: int) -> When:
    return spans.around(spans.shifted(now.at, unit, step), unit)


def _working_week(at: datetime) -> When:
    week = spans.week(at)
    return When(week.start, week.start + _SATURDAY * _DAY, Granularity.WEEK)


def _after_next(words: Words, place: int) -> Found:
    """ "The week after next", "the weekend before last"."""
    start = words.past(place, ("the",))
    unit = UNITS.get(words[start])
    for phrase, step in ((("after", "next"), 2), (("before", "last"), -2)):
        if unit and words[start] in ONE_UNIT and words.after(start + 1, *phrase):
            yield Time(lambda now, step=step, unit=unit: _away(now, unit, step)), start + 3  # type: ignore[misc]


def _the_weekend(words: Words, place: int) -> Found:
    """ "Over the weekend", "at the weekend": the last that has begun, or the next."""
    told = words[place - 1] in ("over", "at", "on", "during") and words.after(place, "the", "weekend")
    if told and words[place + 2] not in ("of", "before", "after"):
        yield Time(_near_weekend), place + 2


def _near_weekend(now: Now) -> When:
    this = spans.weekend(now.at)
    begun = this.start <= now.at
    before = this if begun else spans.weekend(spans.shifted(now.at, "week", -1))
    return now.nearest(before, this if this.end > now.at else spans.weekend(spans.shifted(now.at, "week", 1)))


def _counted(words: Words, place: int) -> Found:
    """ "The last 3 months", "next couple of weeks", "10 previous weeks"."""
    which = which_word(words, place)
    if which is not None and which.step and (found := length(words, which.end)) and not _singular(words, which.end):
        ago = words[found.end] in ("ago", "later", "before", "after", "of", "in")
        if not ago:
            yield Time(_stretch(which, found)), found.end
    number = count(words, place)
    which = which_word(words, number[2]) if number and words[number[2]] != "the" else None
    if number and which and which.step and words[place] not in ONE:
        found = units(words, which.end, number[:2])
        if found is not None and words[found.end - 1].endswith("s"):
            yield Time(_stretch(which, found)), found.end


def _singular(words: Words, place: int) -> bool:
    return words[place] in ONE and words[place + 1] not in ("couple", *FEW)


def _stretch(which: Which, length: Length) -> Settle:
    """The last units end before today, the next begin after it; whole ones before and after the present one."""

    def settle(now: Now) -> When:
        today = spans.day(now.at)
        if length.unit in _WHOLE:
            number = length.parts[0][1]
            near = spans.around(spans.shifted(now.at, length.unit, which.step), length.unit)
            far = spans.around(spans.shifted(now.at, length.unit, which.step * number), length.unit)
            first, last = min(near.start, far.start), max(near.end, far.end)
        elif length.working:
            first, last = _working_days(today, length.parts[0][1], which.step)
        elif which.step < 0:
            first, last = length.moved(today.start, -1), today.start
        else:
            first, last = today.end, length.moved(today.end, 1)
        return When(min(first, last), max(first, last), COARSER[length.unit])

    return settle


def _working_days(today: When, number: int, step: int) -> tuple[datetime, datetime]:
    day, days = today.start, list[datetime]()
    while len(days) < number:
        moved = spans.shifted(day, "day", step)
        if moved == day:
            break
        day = moved
        if day.weekday() < _SATURDAY:
            days.append(day)
    return (min(days), max(days) + _DAY) if days else (today.start, today.end)
