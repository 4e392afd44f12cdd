"""What a time means before it is known when it was said: a reading, settled against the moment of the message.

"March" is a time every year has, "Friday" one every week has. Which of them is meant is told by a year beside it, by "last" or
"next" before it, or else by the tense it stands in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from graphmem.dates import spans
from graphmem.types import When

OfYear = Callable[[int], When | None]
#: How far off a day that few years have is looked for: the 29th of February 1896 and 1904.
_FAR = 9


@dataclass(frozen=True, slots=True)
class Now:
    """What a relative time is relative to: when it was said, and whether its sentence is in the past tense."""

    at: datetime
    past: bool | None

    def nearest(self, before: When, after: When) -> When:
        """Of the two readings of a time without its year or week, the one the tense asks for."""
        if self.past is None:
            today = spans.day(self.at).start
            return before if today - before.start <= after.start - today else after
        return before if self.past else after


Settle = Callable[[Now], When | None]
YearOf = Callable[[Now], int]


@dataclass(frozen=True, slots=True)
class Time:
    """A time as it was said. `of_year` gives it in a year, where every year has it and none was said.

    `month`, `day` and `weekday` are kept where they were said, for ranges whose ends share them; `year` is a year that was said; `placed`
    says that a weekday has its week, or a date its year, beside it.
    """

    settle: Settle
    of_year: OfYear | None = None
    month: int | None = None
    day: int | None = None
    year: int | None = None
    weekday: int | None = None
    placed: bool = False

    def within(self, year_of: YearOf, number: int | None = None) -> Time:
        """The same time in the year that is named beside it."""
        of_year = self.of_year
        if of_year is None:
            return self
        return Time(lambda now: of_year(year_of(now)), None, self.month, self.day, number, placed=True)


def fixed(when: When | None) -> Time:
    """A time that is the same whenever it was said."""
    return Time(lambda _: when, year=None if when is None else when.start.year)


def yearly(of_year: OfYear, month: int | None = None, day: int | None = None) -> Time:
    """A time every year has: the last that has begun or the next to come, as the tense asks."""
    return Time(lambda now: _returned(now, of_year), of_year, month, day)


def _returned(now: Now, of_year: OfYear) -> When | None:
    around = _around(now.at.year, of_year)
    before = [when for when in around if when.start <= now.at]
    after = [when for when in around if when.end > now.at]
    return now.nearest(before[-1], after[0]) if before and after else None


def _around(year: int, of_year: OfYear) -> list[When]:
    years = range(max(spans.FIRST_YEAR, year - _FAR), min(spans.LAST_YEAR, year + _FAR) + 1)
    return [when for each in years if (when := of_year(each)) is not None]


def which(step: int, of_year: OfYear) -> Settle:
    """Last March is the latest that is over, next March the next to begin, this March this year's."""

    def settle(now: Now) -> When | None:
        around = _around(now.at.year, of_year)
        if step < 0:
            return next((when for when in reversed(around) if when.end <= now.at), None)
        if step > 0:
            return next((when for when in around if when.start > now.at), None)
        return of_year(now.at.year)

    return settle


def weekday_before(at: datetime, wanted: int) -> When:
    """The latest such weekday before a day."""
    return spans.day(spans.shifted(at, "day", -((at.weekday() - wanted - 1) % 7 + 1)))


def weekday_after(at: datetime, wanted: int) -> When:
    """The first such weekday after a day."""
    return spans.day(spans.shifted(at, "day", (wanted - at.weekday() - 1) % 7 + 1))


def in_week(at: datetime, wanted: int) -> When:
    """Such a weekday in the week of a day."""
    return spans.day(spans.week(at).start + timedelta(days=wanted))


def day_of_month(wanted: int, weekday: int | None = None) -> Settle:
    """ "The 18th" of a month near, "Tuesday the 13th" of the nearest month where it is one."""

    def settle(now: Now) -> When | None:
        here = 12 * now.at.year + now.at.month - 1
        days = [spans.on(month // 12, month % 12 + 1, wanted) for month in range(here - 13, here + 14)]
        fit = [when for when in days if when and weekday in (None, when.start.weekday())]
        before = [when for when in fit if when.start <= now.at]
        after = [when for when in fit if when.end > now.at]
        return now.nearest(before[-1], after[0]) if before and after else None

    return settle
