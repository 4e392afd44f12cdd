"""Early, late, the middle and the rest of a longer time: "late 2019", "the end of March", "later this week".

A part is kept as exactly as what it is a part of: "early 2019" is 2019, though it begins and ends within.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from graphmem.dates import spans
from graphmem.dates.scanning import Words
from graphmem.dates.settling import Now, Time, yearly
from graphmem.dates.simple import moment
from graphmem.dates.vocabulary import ONE_UNIT, UNITS
from graphmem.dates.written import Found
from graphmem.types import Granularity, When

_DAY = timedelta(days=1)
Part = Callable[[When], When]


def parts(words: Words, place: int) -> Found:
    """Every reading of a part of a time that begins at a place."""
    yield from _parts(words, place)
    yield from _later(words, place)


def _cut(when: When, first: float, last: float) -> When:
    """From one share of a stretch to another, in whole days; of a year in whole months, of more in whole years."""
    if when.granularity == Granularity.YEAR and (when.end - when.start).days > 360:  # noqa: PLR2004  # a whole year
        year = when.start.year
        return When(
            spans.month(year, 1 + round(12 * first)).start, spans.month(year, round(12 * last)).end, when.granularity
        )
    if when.granularity == Granularity.DECADE:
        begun, count = when.start.year, when.end.year - when.start.year
        return spans.years(begun + round(count * first), max(1, round(count * last) - round(count * first)))
    days = max(1, (when.end - when.start).days)
    return When(when.start + round(days * first) * _DAY, when.start + round(days * last) * _DAY, when.granularity)


#: Where the second half begins: on the 16th, on Thursday.
_HALF = {Granularity.MONTH: 15, Granularity.WEEK: 3}


def early(when: When) -> When:
    """The first half."""
    days = _HALF.get(when.granularity)
    return When(when.start, when.start + days * _DAY, when.granularity) if days else _cut(when, 0, 1 / 2)


def late(when: When) -> When:
    """The second half."""
    days = _HALF.get(when.granularity)
    return When(when.start + days * _DAY, when.end, when.granularity) if days else _cut(when, 1 / 2, 1)


def _first(when: When) -> When:
    return _cut(when, 0, 1 / 3) if _is_long(when) else early(when)


def _last(when: When) -> When:
    return _cut(when, 2 / 3, 1) if _is_long(when) else late(when)


def _middle(when: When) -> When:
    if when.granularity == Granularity.MONTH:
        return When(when.start + 9 * _DAY, when.start + 20 * _DAY, when.granularity)
    return _cut(when, 1 / 3, 2 / 3)


def _is_long(when: When) -> bool:
    return (when.end - when.start).days > 300  # noqa: PLR2004  # a year or more


_PARTS: dict[str, Part] = {"early": early, "late": late, "mid": _middle}
_PARTS_OF: dict[str, Part] = {
    "start": _first, "beginning": _first, "middle": _middle, "end": _last, "mid": _middle, "close": _last,
}  # fmt: skip


def _parts(words: Words, place: int) -> Found:
    start = words.past(place, ("the",))
    word = words[start]
    if word in _PARTS:
        found = container(words, words.past(start + 1, ("-",)))
        if found is not None:
            yield _part(found[0], _PARTS[word]), found[1]
    if word in _PARTS_OF and words[start + 1] == "of":
        found = container(words, start + 2)
        if found is not None:
            yield _part(found[0], _PARTS_OF[word]), found[1]


def _part(whole: Time, part: Part) -> Time:
    of_year = whole.of_year

    def cut(when: When | None) -> When | None:
        return part(when) if when is not None and _divisible(when) else when

    if of_year is None:
        return Time(lambda now: cut(whole.settle(now)), year=whole.year)
    each = of_year
    return yearly(lambda year: cut(each(year)), whole.month)


def _divisible(when: When) -> bool:
    return when.granularity != Granularity.DAY or (when.end - when.start) > _DAY


def container(words: Words, place: int) -> tuple[Time, int] | None:
    """A time that has parts: a simple one, or "the month", "month", for the present one."""
    found = moment(words, place)
    the = words.past(place, ("the",))
    unit = UNITS.get(words[the]) if words[the] in ONE_UNIT and words[the] != "day" else None
    if (
        unit is not None
        and (found is None or found[1] <= the + 1)
        and not words[the + 1].isdigit()
        and words[the + 1] != "of"
    ):
        return Time(lambda now: spans.around(now.at, unit)), the + 1
    return found


def _later(words: Words, place: int) -> Found:
    """ "Later this month", "earlier in the year", "the rest of the week"."""
    start = words.past(place, ("the",))
    word = words[start]
    rest = word in ("rest", "remainder", "remaining") and words[start + 1] in ("of", "the", "my", "our")
    if not rest and word not in ("later", "earlier"):
        return
    found = container(
        words, words.past(words.past(start + 1, ("in", "of", "on")), ("my", "our", "his", "her", "their"))
    )
    if found is None:
        return
    whole = found[0]

    def settle(now: Now) -> When | None:
        when = whole.settle(now)
        if when is None or not _divisible(when):
            return None
        if word == "earlier":
            return early(when)
        today = spans.day(now.at).start
        first = max(when.start if rest else late(when).start, today)
        return When(first, when.end, when.granularity) if first < when.end else when

    yield Time(settle), found[1]
