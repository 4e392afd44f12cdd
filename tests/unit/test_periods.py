"""Whether a fact holds at a moment, and its times in words."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.periods import certain_at, date_words, holding, is_current, words
from graphmem.types import Fact, Granularity, Nature, Period

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
DAY, WEEK, MONTH, YEAR = Granularity.DAY, Granularity.WEEK, Granularity.MONTH, Granularity.YEAR


def day(year: int, month: int = 1, of_month: int = 1) -> datetime:
    return datetime(year, month, of_month, tzinfo=UTC)


def period(
    start: datetime | None,
    end: datetime | None = None,
    *,
    as_: Granularity | None = None,
    until: Granularity | None = None,
    stated: bool = True,
    ended_by: str | None = None,
    first: bool = True,
) -> Period:
    return Period("f", start, as_, stated and start is not None, end, until, ended_by, first and not stated)


def fact(*periods: Period, nature: Nature = "state", retracted_at: datetime | None = None) -> Fact:
    return Fact(
        id="f",
        slot="s",
        subject="ana",
        subject_name="Ana",
        predicate="lives in",
        object="lisbon",
        object_name="Lisbon",
        value=None,
        sentence="Ana lives in Lisbon",
        nature=nature,
        positive=True,
        certainty="certain",
        person=True,
        confidence=0.9,
        importance=0.5,
        category="personal",
        said_at=NOW,
        recorded_at=NOW,
        retracted_at=retracted_at,
        periods=periods,
    )


def test_a_state_holds_from_its_start_to_before_its_end() -> None:
    """Intervals are half-open."""
    lived = fact(period(day(2019), day(2021)))

    assert holding(lived, day(2019)) is lived.periods[0]
    assert holding(lived, day(2021)) is None
    assert holding(lived, day(2018)) is None


def test_an_unstated_start_after_a_rival_does_not_reach_back() -> None:
    """Said in May to live in Lisbon; before that, another place is known: it is that place that reaches back."""
    lives = fact(period(day(2024, 5, 3), stated=False, first=False))

    assert holding(lives, day(2024)) is None


def test_a_state_whose_start_nobody_stated_held_earlier_too() -> None:
    """Said in May to live in Lisbon, she may have lived there in January; but that is not certain."""
    lives = fact(period(day(2024, 5, 3), stated=False))

    assert holding(lives, day(2024)) is lives.periods[0]
    assert not certain_at(lives, day(2024))
    assert certain_at(lives, day(2024, 5, 3))


def test_only_the_first_period_reaches_back() -> None:
    """A later return does not fill the time before it."""
    lives = fact(period(day(2019), day(2020)), period(day(2024), stated=False, first=False))

    assert holding(lives, day(2022)) is None


def test_a_past_of_which_only_the_end_is_known_holds_before_it() -> None:
    """ "I used to live in Rome." """
    lived = fact(period(None, day(2020)))

    assert holding(lived, day(1990)) is lived.periods[0]
    assert holding(lived, NOW) is None


def test_an_event_is_never_over_and_never_current() -> None:
    """Going to Paris happened, whatever moment is asked about."""
    went = fact(period(day(2023, 5, 15), day(2023, 5, 22), as_=WEEK), nature="event")

    assert holding(went, day(1999)) is went.periods[0]
    assert not is_current(went, NOW)


def test_what_is_not_believed_holds_never() -> None:
    """No periods, no truth; a retracted fact is not current."""
    assert holding(fact(), NOW) is None
    assert not is_current(fact(period(day(2024)), retracted_at=NOW), NOW)
    assert is_current(fact(period(day(2024))), NOW)


@pytest.mark.parametrize(
    ("one", "said"),
    [
        (period(day(2024, 3), as_=MONTH), "since March 2024"),
        (period(day(2027, 3), as_=MONTH), "from March 2027"),
        (period(day(2024, 5, 3), stated=False), "as of 3 May 2024"),
        (period(None, day(2020), until=YEAR), "until 2019"),
        (period(day(2024, 5, 3), day(2025, 2), until=MONTH, stated=False, ended_by="g"), "until February 2025"),
        (period(day(2015), day(2019), as_=YEAR, until=YEAR), "from 2015 to 2018"),
        (period(day(2019), day(2020), as_=YEAR, until=YEAR), "in 2019"),
        (period(day(2015), day(2024, 3), as_=YEAR, until=MONTH, ended_by="g"), "from 2015 to March 2024"),
        (period(day(2015), day(2024, 3, 9), as_=YEAR), "from 2015 to 9 March 2024"),
        (period(None), ""),
    ],
)
def test_times_of_a_state_are_said_as_exactly_as_they_were_stated(one: Period, said: str) -> None:
    """A month stays a month, a year a year; what nobody stated is marked."""
    assert words(fact(one), NOW) == said


@pytest.mark.parametrize(
    ("one", "said"),
    [
        (period(day(2023, 5, 24), day(2023, 5, 25), as_=DAY), "on 24 May 2023"),
        (period(day(2023, 5, 15), day(2023, 5, 22), as_=WEEK), "the week of 15 May 2023"),
        (period(day(2023, 5), day(2023, 6), as_=MONTH), "in May 2023"),
        (period(day(1990), day(2000), as_=Granularity.DECADE), "in the 1990s"),
        (period(day(2023, 6), day(2023, 9), as_=Granularity.SEASON), "in summer 2023"),
        (period(day(2024, 1), day(2024, 3), as_=Granularity.SEASON), "in winter 2023/24"),
        (period(day(2023, 5, 24), day(2023, 5, 24), stated=False), "by 24 May 2023"),
        (period(None, day(2023, 5, 24)), "by 24 May 2023"),
        (period(None), ""),
    ],
)
def test_times_of_an_event_are_said_as_exactly_as_they_were_stated(one: Period, said: str) -> None:
    """When it happened, or by when."""
    assert words(fact(one, nature="event"), NOW) == said


def test_a_minute_is_said_with_its_time_zone() -> None:
    """Clock times are UTC and say so."""
    assert date_words(datetime(2024, 5, 3, 9, 5, tzinfo=UTC), Granularity.MINUTE) == "3 May 2024, 09:05 UTC"


def test_several_periods_are_told_together() -> None:
    """She lived there twice."""
    lived = fact(period(day(2015), day(2016), as_=YEAR, until=YEAR), period(day(2020), as_=YEAR))

    assert words(lived, NOW) == "in 2015 and since 2020"


@given(st.datetimes(timezones=st.just(UTC)), st.datetimes(timezones=st.just(UTC)), st.booleans())
def test_what_is_certain_holds(start: datetime, moment: datetime, stated: bool) -> None:
    """Certainty is the narrower of the two."""
    state = fact(period(start, stated=stated))

    assert not certain_at(state, moment) or holding(state, moment) is not None
    assert certain_at(state, moment) is (start <= moment)
