"""Times are said with what a model would else have to work out, and no more exactly than they were meant."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.context.times import ago, heading, words
from graphmem.types import Granularity, Period
from tests.context.story import NOW, fact

DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("before", "said"),
    [
        (timedelta(hours=3), "today"),
        (DAY, "yesterday"),
        (6 * DAY, "6 days ago"),
        (21 * DAY, "3 weeks ago"),
        (100 * DAY, "3 months ago"),
        (500 * DAY, "16 months ago"),
        (1200 * DAY, "3 years ago"),
        (-DAY, "tomorrow"),
        (-5 * DAY, "in 5 days"),
        (-20 * DAY, "in 2 weeks"),
    ],
)
def test_a_day_is_counted_in_days_weeks_months_or_years(before: timedelta, said: str) -> None:
    """In the largest unit that still says enough."""
    assert ago(NOW - before, NOW) == said


@pytest.mark.parametrize(
    ("start", "granularity", "said"),
    [
        (datetime(2026, 11, 1, tzinfo=UTC), Granularity.MONTH, "this month"),
        (datetime(2026, 3, 1, tzinfo=UTC), Granularity.MONTH, "8 months ago"),
        (datetime(2025, 1, 1, tzinfo=UTC), Granularity.YEAR, "last year"),
        (datetime(2020, 1, 1, tzinfo=UTC), Granularity.YEAR, "6 years ago"),
        (datetime(2026, 11, 16, tzinfo=UTC), Granularity.WEEK, "2 weeks ago"),
        (datetime(2010, 1, 1, tzinfo=UTC), Granularity.DECADE, ""),
    ],
)
def test_a_month_or_year_stays_one(start: datetime, granularity: Granularity, said: str) -> None:
    """Nobody said on which day of it."""
    assert ago(start, NOW, granularity) == said


def test_an_event_says_its_weekday_and_how_long_ago_it_was() -> None:
    """ "Ana visited Porto (on Monday 9 November 2026, 3 weeks ago)"."""
    start = datetime(2026, 11, 9, tzinfo=UTC)
    event = replace(
        fact("Ana visited Porto"), nature="event", periods=(Period("f", start, Granularity.DAY, True, start + DAY),)
    )

    assert words(event, NOW) == "on Monday 9 November 2026, 3 weeks ago"


def test_a_state_says_since_when() -> None:
    """It holds now; how long ago it began is seldom what is asked."""
    assert words(fact("Ana lives in Lisbon"), NOW) == "since March 2024"


def test_hearsay_says_when_it_was_heard() -> None:
    """It is true at no time that is known."""
    rumour = replace(fact("Reportedly Ana lives in Madrid"), certainty="reported", periods=())

    assert words(rumour, NOW) == "said on 3 May 2024"


def test_a_day_long_past_is_headed_by_its_date_alone() -> None:
    """The year says enough, and each heading costs tokens."""
    assert heading(NOW - 2 * DAY, NOW) == "Saturday 28 November 2026, 2 days ago"
    assert heading(datetime(2024, 5, 3, tzinfo=UTC), NOW) == "Friday 3 May 2024"


@given(
    st.datetimes(min_value=datetime(1, 1, 2), max_value=datetime(9999, 12, 30), timezones=st.just(UTC)),
    st.datetimes(min_value=datetime(1, 1, 2), max_value=datetime(9999, 12, 30), timezones=st.just(UTC)),
    st.sampled_from([None, *Granularity]),
)
def test_the_past_is_never_said_to_come(moment: datetime, now: datetime, granularity: Granularity | None) -> None:
    """Nor the other way round, whatever the times."""
    said = ago(moment, now, granularity)

    assert not (moment <= now and said.startswith(("in ", "next", "tomorrow")))
    assert not (moment >= now and said.endswith(" ago"))
