"""Times in words a model reads well: the weekday, the date as exactly as it was said, and how long ago that is.

Models subtract dates badly, and "last Friday" in an old turn means nothing without the day it was said on. So a day comes
with its weekday and its distance from today; a month or a year stays one, with the distance in months or years.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from graphmem import periods
from graphmem.types import Fact, Granularity

_CLOCK = (Granularity.SECOND, Granularity.MINUTE, Granularity.HOUR)
_DAYS_ARE_WEEKS, _WEEKS_ARE_MONTHS, _MONTHS_ARE_YEARS = 14, 9, 24


def day(moment: datetime) -> str:
    """A day with its weekday: "Friday 3 May 2024"."""
    return f"{moment:%A} {periods.date_words(moment)}"


def heading(moment: datetime, now: datetime) -> str:
    """A day, and how long ago it was while that is counted in days or weeks: "Friday 3 May 2024, 3 weeks ago"."""
    near = abs((now.date() - moment.date()).days) < 7 * _WEEKS_ARE_MONTHS
    return f"{day(moment)}, {ago(moment, now)}" if near else day(moment)


def ago(moment: datetime, now: datetime, granularity: Granularity | None = None) -> str:
    """How long before or after now, in whole units and no finer than the time was said; empty for a season or decade.

    >>> from datetime import UTC
    >>> ago(datetime(2024, 3, 5, tzinfo=UTC), datetime(2024, 3, 26, tzinfo=UTC))
    '3 weeks ago'
    >>> ago(datetime(2024, 3, 1, tzinfo=UTC), datetime(2024, 4, 26, tzinfo=UTC), Granularity.MONTH)
    'last month'
    """
    months = 12 * (now.year - moment.year) + now.month - moment.month
    match granularity:
        case Granularity.YEAR:
            return _named(now.year - moment.year, "year")
        case Granularity.MONTH:
            return _months(months)
        case Granularity.WEEK:
            weeks = (_monday(now) - _monday(moment)).days // 7
            return _named(weeks, "week") if abs(weeks) < _WEEKS_ARE_MONTHS else _months(months)
        case Granularity.SEASON | Granularity.DECADE:
            return ""
    return _days((now.date() - moment.date()).days, months)


def words(fact: Fact, now: datetime) -> str:
    """When a fact holds or happened, an event with its weekday and how long ago: "on Friday 3 May 2024, 3 weeks ago".

    Of hearsay and possibilities, which hold at no time that is known, when they were said.
    """
    said = periods.words(fact, now)
    if not said and fact.certainty != "certain":
        return f"said on {periods.date_words(fact.said_at)}"
    period = fact.periods[0] if len(fact.periods) == 1 else None
    if fact.nature != "event" or period is None or period.start is None or not period.start_stated:
        return said
    if period.start_granularity in (None, Granularity.DAY, *_CLOCK):
        said = said.replace(periods.date_words(period.start), day(period.start))
    distance = ago(period.start, now, period.start_granularity)
    return f"{said}, {distance}" if distance else said


def _days(days: int, months: int) -> str:
    near = {0: "today", 1: "yesterday", -1: "tomorrow"}
    if days in near:
        return near[days]
    if abs(days) < _DAYS_ARE_WEEKS:
        return _counted(days, "day")
    weeks = abs(days) // 7 * (1 if days > 0 else -1)
    return _counted(weeks, "week") if abs(weeks) < _WEEKS_ARE_MONTHS else _counted_months(months)


def _months(months: int) -> str:
    return _named(months, "month") if abs(months) < _MONTHS_ARE_YEARS else _counted_months(months)


def _counted_months(months: int) -> str:
    if abs(months) < _MONTHS_ARE_YEARS:
        return _counted(months, "month")
    return _counted(abs(months) // 12 * (1 if months > 0 else -1), "year")


def _named(count: int, unit: str) -> str:
    named = {0: f"this {unit}", 1: f"last {unit}", -1: f"next {unit}"}
    return named.get(count) or _counted(count, unit)


def _counted(count: int, unit: str) -> str:
    said = f"{abs(count)} {unit}" if abs(count) == 1 else f"{abs(count)} {unit}s"
    return f"{said} ago" if count > 0 else f"in {said}"


def _monday(moment: datetime) -> datetime:
    return datetime(moment.year, moment.month, moment.day, tzinfo=moment.tzinfo) - timedelta(days=moment.weekday())
