"""Time as people say it: an interval and how exactly it was meant.

"In March" is not the first of March at midnight. A `When` keeps the half-open interval that was
named and its granularity, so that nothing later pretends to know more than was said.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from graphmem.errors import InvalidInput


class Granularity(StrEnum):
    """How exactly a time was stated."""

    SECOND = "second"
    MINUTE = "minute"
    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    SEASON = "season"
    YEAR = "year"
    DECADE = "decade"


def require_utc(moment: datetime, name: str) -> None:
    """Refuse a naive or non-UTC moment.

    Raises:
        InvalidInput: when `moment` is not an aware datetime in UTC.
    """
    if moment.tzinfo is UTC:
        return
    if moment.tzinfo is None or moment.utcoffset() != timedelta(0):
        raise InvalidInput(f"{name} must be an aware UTC datetime, not {moment!r}; use .astimezone(UTC)")


@dataclass(frozen=True, slots=True)
class When:
    """A stated time: the half-open interval [start, end) in UTC, and how exactly it was meant."""

    start: datetime
    end: datetime
    granularity: Granularity

    def __post_init__(self) -> None:
        require_utc(self.start, "When.start")
        require_utc(self.end, "When.end")
        if self.end < self.start:
            raise InvalidInput(f"When ends before it starts: {self.start!r} to {self.end!r}")


@dataclass(frozen=True, slots=True)
class Period:
    """When one fact holds: a row of its slot's timeline, derived and never edited.

    `start` is None when only the end is known ("I used to live in Rome"). `start_stated` is False
    when the start means "at or before the message that says so"; `reaches_back` is True if nothing of its slot is known
    from before, so that the fact may have held at any earlier time. `end` is None while it holds. `ended_by` is the fact that
    took its place, None when it just stopped.
    """

    fact_id: str
    start: datetime | None
    start_granularity: Granularity | None
    start_stated: bool
    end: datetime | None
    end_granularity: Granularity | None = None
    ended_by: str | None = None
    reaches_back: bool = False


#: The moment used where an order needs a time and none is known.
LONG_AGO = datetime(1, 1, 1, tzinfo=UTC)
