"""Times told by their distance: "two weeks ago", "in a month", "3 days after Christmas", "the day before yesterday".

A day counted in weeks, months or years is known to the week, month or year only. "Two weeks later" in a story follows
what was told before, not now, and is left alone.
"""

from __future__ import annotations

from graphmem.dates import spans
from graphmem.dates.counting import COARSER, Length, count, length
from graphmem.dates.holidays import HOLIDAYS
from graphmem.dates.scanning import Words
from graphmem.dates.settling import Now, OfYear, Time, weekday_after, weekday_before, which
from graphmem.dates.simple import moment
from graphmem.dates.vocabulary import ONE_UNIT, UNITS, WEEKDAYS
from graphmem.dates.written import Found
from graphmem.types import When

_ABOUT = ("about", "around", "almost", "nearly", "over", "roughly", "approximately", "some", "just")
_AGO = ("ago", "back")
_LATER = ("later", "hence")
_NOW = ("now", "today")


def offsets(words: Words, place: int) -> Found:
    """Every reading of a distance in time that begins at a place."""
    start = words.past(place, _ABOUT)
    found = length(words, start) if not words.glued(start) or not words[start].isdigit() else None
    if found is not None:
        yield from _from_now(words, place, found)
        yield from _from_a_time(words, found)
        yield from _within(words, place, found)
    yield from _the_day_before(words, place)
    yield from _weekdays_away(words, place)
    yield from _seasons_ago(words, place)


def _from_now(words: Words, place: int, length: Length) -> Found:
    end = length.end
    if words[end] in _AGO:
        yield Time(lambda now: length.away(now.at, -1)), end + 1
        if words[end + 1] == "today":
            yield Time(lambda now: spans.day(length.moved(now.at, -1))), end + 2
    if words[end] in _LATER:
        yield Time(lambda now: None if now.past else length.away(now.at, 1)), end + 1
    if words[end] == "from" and words[end + 1] in _NOW:
        yield Time(lambda now: length.away(now.at, 1)), end + 2
    elif words[place - 1] == "in" and words[place - 2] != "time" and words[end] != "old" and words[end] not in _AGO:
        if words[end] == "'":
            time = words.possessed(end)
            end = time + 1 if words[time] == "time" else 0
        if end:
            yield Time(lambda now: None if now.past else length.away(now.at, 1)), end


def _within(words: Words, place: int, length: Length) -> Found:
    """ "Within two weeks": from now on, or up to now in the past tense."""
    if words[place - 1] != "within" and words.after(place - 3, "in", "less", "than") is None:
        return

    def settle(now: Now) -> When:
        today, sign = spans.day(now.at), -1 if now.past else 1
        ends = sorted(
            (today.start if sign > 0 else today.end, length.moved(today.end if sign > 0 else today.start, sign))
        )
        return When(ends[0], ends[1], COARSER[length.unit])

    yield Time(settle), length.end


def _weekdays_away(words: Words, place: int) -> Found:
    """ "Two Fridays ago", "three Sundays from now"."""
    number = count(words, place)
    wanted = WEEKDAYS.get(words[number[2]].removesuffix("s")) if number else None
    if number is None or wanted is None:
        return
    weeks, end, day = number[1] - 1, number[2] + 1, wanted
    if words[end] in _AGO:
        yield Time(lambda now: spans.day(spans.shifted(weekday_before(now.at, day).start, "week", -weeks))), end + 1
    if words[end] == "from" and words[end + 1] in _NOW:
        yield Time(lambda now: spans.day(spans.shifted(weekday_after(now.at, day).start, "week", weeks))), end + 2


def _seasons_ago(words: Words, place: int) -> Found:
    """ "Two summers ago", "three Christmases ago"."""
    number = count(words, place)
    name = words[number[2]].removesuffix("es" if words[number[2]] == "christmases" else "s") if number else ""
    of_year = _of_year(name)
    if number is None or of_year is None or words[number[2] + 1] != "ago":
        return
    back, each = number[1] - 1, of_year

    def settle(now: Now) -> When | None:
        last = which(-1, each)(now)
        return each(last.start.year - back) if last and last.start.year - back >= spans.FIRST_YEAR else None

    yield Time(settle), number[2] + 2


def _of_year(name: str) -> OfYear | None:
    if name in spans.SEASONS:
        return lambda year: spans.season(name, year)
    return HOLIDAYS.get((name,))


def _from_a_time(words: Words, length: Length) -> Found:
    sign = {"before": -1, "after": 1, "from": 1, "since": 1, "following": 1}.get(words[length.end])
    start = length.end + 1
    if words.after(length.end, "prior", "to"):
        sign, start = -1, length.end + 2
    found = moment(words, start) if sign is not None else None
    if found is None or sign is None:
        return
    base, direction = found[0], sign

    def settle(now: Now) -> When | None:
        when = base.settle(now)
        return None if when is None else length.away(when.start, direction)

    yield Time(settle), found[1]


def _the_day_before(words: Words, place: int) -> Found:
    """ "The day before yesterday", "the week after Easter"; "the Friday after Easter", "the weekend before last Christmas"."""
    start = words.past(place, ("the",))
    what, sign = words[start], {"before": -1, "after": 1, "following": 1}.get(words[start + 1])
    if sign is None or not (what in ONE_UNIT or what in WEEKDAYS):
        return
    found = moment(words, start + 2)
    if found is None:
        return
    base, direction = found[0], sign

    def settle(now: Now) -> When | None:
        when = base.settle(now)
        return None if when is None else _beside(when, what, direction)

    yield Time(settle), found[1]


def _beside(when: When, what: str, direction: int) -> When:
    """The unit or weekday next to a time."""
    if what in WEEKDAYS:
        last = spans.shifted(when.end, "day", -1)
        days = (spans.shifted(when.start if direction < 0 else last, "day", direction * each) for each in range(1, 8))
        return next(spans.day(day) for day in days if day.weekday() == WEEKDAYS[what])
    unit = UNITS[what]
    start = when.start if direction < 0 or unit != "day" else spans.shifted(when.end, "day", -1)
    return spans.around(spans.shifted(start, unit, direction), unit)
