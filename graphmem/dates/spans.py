"""Stretches of the calendar: days, weeks, months, quarters, seasons, years, decades, as half-open intervals in UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Literal

from graphmem.types import Granularity, When

Unit = Literal["day", "week", "weekend", "fortnight", "month", "quarter", "half", "year", "decade", "century"]

_DAY = timedelta(days=1)
#: The years a datetime can hold, less a margin for what is added to them.
FIRST_YEAR, LAST_YEAR = 2, 9700
#: The days and the months in a unit.
_DAYS = {"day": 1, "week": 7, "weekend": 7, "fortnight": 14}
_MONTHS = {"month": 1, "quarter": 3, "half": 6, "year": 12, "decade": 120, "century": 1200}

#: Northern seasons as their first month. What "last summer" means elsewhere a message alone does not tell.
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}


def day(moment: datetime) -> When:
    """The day a moment lies in."""
    start = _midnight(moment)
    return When(start, start + _DAY, Granularity.DAY)


def week(moment: datetime) -> When:
    """The week a moment lies in, Monday to Monday."""
    start = _midnight(moment) - moment.weekday() * _DAY
    return When(start, start + 7 * _DAY, Granularity.WEEK)


def weekend(moment: datetime) -> When:
    """The Saturday and Sunday of the week a moment lies in."""
    whole = week(moment)
    return When(whole.start + 5 * _DAY, whole.end, Granularity.DAY)


def month(year_number: int, month_number: int) -> When:
    """A month; month numbers outside 1–12 run on into other years."""
    return When(_first(year_number, month_number), _first(year_number, month_number + 1), Granularity.MONTH)


def season(name: str, year_number: int) -> When:
    """A season; winter belongs to the year it begins in."""
    first = SEASONS[name]
    return When(_first(year_number, first), _first(year_number, first + 3), Granularity.SEASON)


def year(number: int) -> When:
    """A calendar year."""
    return When(_first(number, 1), _first(number + 1, 1), Granularity.YEAR)


def months(year_number: int, first: int, count: int) -> When:
    """Some months in a row: quarters and halves. They are no more exact than the year, since nothing between is kept."""
    return When(_first(year_number, first), _first(year_number, first + count), Granularity.YEAR)


def years(first: int, count: int) -> When:
    """Some years in a row: decades and centuries."""
    return When(_first(first, 1), _first(first + count, 1), Granularity.DECADE)


def numbered_week(year_number: int, number: int) -> When | None:
    """A week by its number in ISO 8601, where the first is the one with the year's first Thursday."""
    try:
        return week(datetime.fromisocalendar(year_number, number, 1).replace(tzinfo=UTC))
    except ValueError:
        return None


def around(moment: datetime, unit: Unit) -> When:
    """The day, week, month, year or other unit a moment lies in; a fortnight begins with its week."""
    match unit:
        case "month":
            return month(moment.year, moment.month)
        case "quarter" | "half":
            return months(moment.year, (moment.month - 1) // _MONTHS[unit] * _MONTHS[unit] + 1, _MONTHS[unit])
        case "year":
            return year(moment.year)
        case "decade" | "century":
            count = _MONTHS[unit] // 12
            return years(moment.year // count * count, count)
        case "fortnight":
            return When(week(moment).start, week(shifted(moment, "week", 1)).end, Granularity.WEEK)
    return {"day": day, "week": week, "weekend": weekend}[unit](moment)


def shifted(moment: datetime, unit: Unit, count: int) -> datetime:
    """A moment moved by so many units; the day of the month is kept where the month has it.

    Stays within the years a datetime can hold.
    """
    if unit in _DAYS:
        limit = 365 * 2000
        return _kept(moment, max(-limit, min(limit, count * _DAYS[unit])))
    whole = _first(moment.year, moment.month + count * _MONTHS[unit])
    last = _first(whole.year, whole.month + 1) - _DAY
    return whole.replace(day=min(moment.day, last.day), hour=moment.hour, minute=moment.minute)


def on(year_number: int, month_number: int, day_number: int) -> When | None:
    """A date, or None if there is no such day."""
    try:
        return day(datetime(year_number, month_number, day_number, tzinfo=UTC))
    except (ValueError, OverflowError):
        return None


def clamped(moment: datetime) -> datetime:
    """A moment within the years that leave room for what is added to them."""
    return (
        moment.replace(year=max(FIRST_YEAR, min(LAST_YEAR, moment.year)), day=min(moment.day, 28))
        if not FIRST_YEAR <= moment.year <= LAST_YEAR
        else moment
    )


def _first(year_number: int, month_number: int) -> datetime:
    carried, index = divmod(month_number - 1, 12)
    return datetime(max(FIRST_YEAR, min(LAST_YEAR, year_number + carried)), index + 1, 1, tzinfo=UTC)


def _midnight(moment: datetime) -> datetime:
    return datetime(moment.year, moment.month, moment.day, tzinfo=UTC)


def _kept(moment: datetime, days: int) -> datetime:
    try:
        moved = moment + days * _DAY
    except OverflowError:
        return moment
    return moved if FIRST_YEAR <= moved.year <= LAST_YEAR else moment
