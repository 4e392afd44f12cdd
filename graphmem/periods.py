"""Reading a fact's periods: does it hold at a moment, and how are its times said.

A time is said as exactly as it was stated and no more: "in March 2024", never "on 1 March 2024" for it. A start that
nobody stated means "at or before the message", so asked about earlier the fact holds too, though less surely.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from graphmem.types import Fact, Granularity, Period

#: The unit before an exclusive end lies a moment before it.
_MOMENT = timedelta(microseconds=1)

_SEASONS = ("winter", "spring", "summer", "autumn")
_CLOCK = (Granularity.SECOND, Granularity.MINUTE, Granularity.HOUR)


def holding(fact: Fact, moment: datetime) -> Period | None:
    """The period of a state that contains the moment; an event's period whatever the moment.

    None for what does not hold then and for what is not believed. A period that reaches back contains earlier moments
    too.
    """
    if fact.nature == "event":
        return fact.periods[0] if fact.periods else None
    certain = next((period for period in fact.periods if _contains(period, moment)), None)
    return certain or _reaching_back(fact, moment)


def certain_at(fact: Fact, moment: datetime) -> bool:
    """Whether a state holds at the moment by what was stated, not only because its start is unknown."""
    return any(_contains(period, moment) for period in fact.periods)


def is_current(fact: Fact, now: datetime) -> bool:
    """Whether the fact is a state that is believed and holds now; events are never over and never current."""
    return fact.nature == "state" and fact.retracted_at is None and holding(fact, now) is not None


def words(fact: Fact, now: datetime) -> str:
    """When the fact holds or happened, in words: "since March 2024", "until 2019", "on 24 May 2023".

    "as of 3 May 2024" is a state whose start nobody stated, "by 3 May 2024" such an event. Several periods are joined
    by "and"; the empty string says nothing is known. Times are UTC.
    """
    said = [_event_words(period) if fact.nature == "event" else _state_words(period, now) for period in fact.periods]
    return " and ".join(dict.fromkeys(word for word in said if word))


def date_words(moment: datetime, granularity: Granularity | None = None) -> str:
    """A time at its granularity, without a preposition; a day where none is given.

    >>> from datetime import UTC
    >>> date_words(datetime(2024, 3, 1, tzinfo=UTC), Granularity.MONTH)
    'March 2024'
    """
    day = f"{moment.day} {moment:%B} {moment.year}"
    match granularity:
        case Granularity.MONTH:
            return f"{moment:%B} {moment.year}"
        case Granularity.YEAR:
            return str(moment.year)
        case Granularity.DECADE:
            return f"the {moment.year // 10 * 10}s"
        case Granularity.SEASON:
            return _season(moment)
        case Granularity.WEEK:
            return f"the week of {date_words(moment - timedelta(days=moment.weekday()))}"
    return f"{day}, {moment:%H:%M} UTC" if granularity in _CLOCK else day


def _contains(period: Period, moment: datetime) -> bool:
    started = period.start is None or period.start <= moment
    return started and (period.end is None or moment < period.end)


def _reaching_back(fact: Fact, moment: datetime) -> Period | None:
    first = fact.periods[0] if fact.periods else None
    if first is None or first.start is None or not first.reaches_back:
        return None
    return first if moment < first.start else None


def _state_words(period: Period, now: datetime) -> str:
    start, end = period.start, period.end
    if start is None or not period.start_stated:
        return _unstated_words(period)
    first = date_words(start, period.start_granularity)
    if end is None:
        return f"since {first}" if start <= now else f"from {first}"
    if start < end and first == date_words(end - _MOMENT, period.start_granularity):
        return _at(first, period.start_granularity)
    return f"from {first} to {_last(period, end)}"


def _unstated_words(period: Period) -> str:
    if period.end is not None:
        return f"until {_last(period, period.end)}"
    return f"as of {date_words(period.start)}" if period.start else ""


def _last(period: Period, end: datetime) -> str:
    """The end in words. What a rival's start ended is over when that begins; a stated unit belongs to the period."""
    inclusive = period.ended_by is None and _is_boundary(end, period.end_granularity)
    return date_words(end - _MOMENT if inclusive else end, period.end_granularity)


def _is_boundary(end: datetime, granularity: Granularity | None) -> bool:
    return granularity is not None and date_words(end, granularity) != date_words(end - _MOMENT, granularity)


def _event_words(period: Period) -> str:
    if period.start is None:
        return f"by {date_words(period.end)}" if period.end else ""
    if not period.start_stated:
        return f"by {date_words(period.start)}"
    return _at(date_words(period.start, period.start_granularity), period.start_granularity)


def _at(said: str, granularity: Granularity | None) -> str:
    by_the_day = granularity in (None, Granularity.DAY, *_CLOCK)
    return f"on {said}" if by_the_day else said if granularity == Granularity.WEEK else f"in {said}"


def _season(moment: datetime) -> str:
    """Northern seasons; the winter that ends in a year's February began the year before and is called by both."""
    season = _SEASONS[moment.month % 12 // 3]
    if season != "winter":
        return f"{season} {moment.year}"
    year = moment.year if moment.month == 12 else moment.year - 1  # noqa: PLR2004  # December
    return f"winter {year}/{(year + 1) % 100:02d}"
