"""The days that a message names are days of the speaker's clock, on every kind of store."""

from __future__ import annotations

import io
from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from graphmem import Memory
from graphmem.testing import FixedClock
from graphmem.types import Granularity
from tests.journeys.saying import heard, now


def told(text: str, at: datetime) -> Memory:
    """A memory that hears it then."""
    memory = heard()
    clock = memory._engine.clock
    assert isinstance(clock, FixedClock)
    clock.now = at.astimezone(UTC)
    memory.remember(text, at=at)
    return memory


@pytest.mark.parametrize(
    ("zone", "said", "yesterday"),
    [
        # Summer time in Lisbon: still the 9th in UTC.
        ("Europe/Lisbon", datetime(2024, 5, 10, 0, 30), date(2024, 5, 9)),
        ("Asia/Tokyo", datetime(2024, 5, 10, 0, 30), date(2024, 5, 9)),
        # The evening of the 9th, and the 10th in UTC.
        ("America/Los_Angeles", datetime(2024, 5, 9, 20, 30), date(2024, 5, 8)),
        ("UTC", datetime(2024, 5, 10, 0, 30), date(2024, 5, 9)),
    ],
)
def test_yesterday_is_the_day_before_where_it_is_said(zone: str, said: datetime, yesterday: date) -> None:
    """Half past midnight is a new day there, whatever day it is in Greenwich."""
    memory = told("I went to Porto yesterday.", said.replace(tzinfo=ZoneInfo(zone)))

    [fact] = [fact for fact in memory.facts() if "Porto" in fact.sentence]

    start = fact.periods[0].start
    assert start is not None
    assert (start.date(), fact.periods[0].start_granularity) == (yesterday, Granularity.DAY)


def test_what_began_today_is_so_already_where_today_has_only_begun_there() -> None:
    """In Tokyo it is the 10th; in Greenwich still the 9th. And what it ended is over."""
    memory = told("I moved to Lisbon today.", datetime(2024, 5, 10, 0, 30, tzinfo=ZoneInfo("Asia/Tokyo")))

    [fact] = memory.facts()
    assert fact.sentence == "Ada lives in Lisbon"
    assert fact.periods[0].start == datetime(2024, 5, 10, tzinfo=ZoneInfo("Asia/Tokyo"))

    memory.remember("I quit Feedzai today.", at=datetime(2024, 5, 10, 0, 30, tzinfo=ZoneInfo("Asia/Tokyo")))
    assert now(memory) == {"Ada lives in Lisbon"}


def test_a_year_is_the_same_year_everywhere() -> None:
    """Only a day near the message's own depends on a clock."""
    memory = told("I moved to Lisbon in 2021.", datetime(2024, 5, 10, 0, 30, tzinfo=ZoneInfo("Asia/Tokyo")))

    assert memory.facts()[0].periods[0].start == datetime(2021, 1, 1, tzinfo=UTC)


def test_an_old_turn_stands_under_the_day_it_was_said_on() -> None:
    """So that its "yesterday" is read against the right one."""
    memory = told("I went to Porto yesterday.", datetime(2024, 5, 10, 0, 30, tzinfo=ZoneInfo("Asia/Tokyo")))
    clock = memory._engine.clock
    assert isinstance(clock, FixedClock)
    clock.now += timedelta(days=3)

    context = memory.context("When was I in Porto?", session="another")

    assert "Friday 10 May 2024" in context.text


def test_an_export_keeps_the_clock() -> None:
    """And reading it back gives the same export."""
    memory = told("I went to Porto yesterday.", datetime(2024, 5, 10, 0, 30, tzinfo=ZoneInfo("Asia/Tokyo")))
    written, again = io.StringIO(), io.StringIO()
    memory.export(written)
    other = heard(user_name=None)
    other.import_(io.BytesIO(written.getvalue().encode()))
    other.export(again)

    assert memory.messages()[0].utc_offset == other.messages()[0].utc_offset == 540
    assert again.getvalue().partition("\n")[2] == written.getvalue().partition("\n")[2]


def test_a_time_in_utc_or_without_a_zone_has_no_offset() -> None:
    """Both are taken as UTC, and are equal messages."""
    memory = heard()
    memory.remember("Hello", at=datetime(2024, 5, 10))
    again = memory.remember("Hello", at=datetime(2024, 5, 10, tzinfo=timezone(timedelta(0))))

    assert not again.new
    assert memory.messages()[0].utc_offset is None


EVENING = datetime(2024, 5, 9, 20, 30, tzinfo=ZoneInfo("America/Los_Angeles"))


def test_a_question_is_asked_on_the_askers_day() -> None:
    """In Los Angeles it is still the evening of the 9th, whose yesterday is the 8th; in Greenwich it is the 10th."""
    memory = told("I went to Porto yesterday.", EVENING)
    memory.remember("I went to Faro this morning.", at=EVENING)

    here = memory.recall("Where did I go yesterday?", session="default")
    given = memory.recall("Where did I go yesterday?", now=EVENING)
    in_greenwich = memory.recall("Where did I go yesterday?")

    assert given.facts[0].sentence == "Ada visited Porto"
    assert here.facts[0].sentence == "Ada visited Porto"
    assert in_greenwich.facts[0].sentence == "Ada visited Faro"


def test_a_context_tells_the_day_where_it_is_read() -> None:
    """By the clock of the user's last turn, or by the moment that is given with a zone."""
    memory = told("I went to Porto yesterday.", EVENING)
    question = "When was I in Porto?"

    by_turn = memory.context(question, session="default")
    by_moment = memory.context(question, session="another", now=EVENING + timedelta(days=1))
    in_greenwich = memory.context(question, session="another")

    assert "Today is Thursday 9 May 2024." in by_turn.text
    assert "Today is Friday 10 May 2024." in by_moment.text
    assert "Thursday 9 May 2024, yesterday:" in by_moment.text
    assert "Today is Friday 10 May 2024." in in_greenwich.text
