"""Which day is meant depends on what the speaker's clock shows, and on nothing else of when it is said."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem import InvalidInput
from graphmem.extraction.protocol import Turn
from graphmem.resolution.evidence import evidence
from graphmem.resolution.vocabulary import default_vocabulary
from graphmem.types import Extraction, Message, TextPart
from tests.journeys.saying import EXTRACTOR

SAID = (
    "I went to Porto yesterday.",
    "I went to Porto last week.",
    "I had lunch with Ana today.",
    "I flew to Rome on Friday.",
    "I visited Ana two days ago.",
    "I went to Porto last month.",
)
#: Offsets there are: from -12 to +14 hours, in quarters.
OFFSETS = st.integers(-48, 56).map(lambda quarters: 15 * quarters)
CLOCKS = st.datetimes(datetime(2015, 1, 1), datetime(2030, 1, 1)).map(lambda moment: moment.replace(tzinfo=UTC))


def message(text: str, clock: datetime, offset: int) -> Message:
    """It is said when a clock so far ahead of UTC shows this."""
    return Message(
        id="m",
        key="k",
        session="s",
        role="user",
        parts=(TextPart(text),),
        text=text,
        at=clock - timedelta(minutes=offset),
        recorded_at=clock,
        utc_offset=offset or None,
    )


def read(said: Message) -> Extraction:
    """What the rules read in it."""
    return EXTRACTOR.extract([Turn(said)])[0]


@given(st.sampled_from(SAID), CLOCKS, OFFSETS)
def test_moving_the_moment_and_the_clock_together_leaves_the_days_alone(
    text: str, clock: datetime, offset: int
) -> None:
    """Events keep the days of the speaker's calendar, wherever they are spoken of."""
    here, there = message(text, clock, 0), message(text, clock, offset)

    assert read(here) == read(there)
    vocabulary = default_vocabulary()
    times = [[(s.start, s.end) for s in evidence(read(one), one, vocabulary).statements] for one in (here, there)]
    assert times[0] == times[1] != [(None, None)]


@given(CLOCKS, OFFSETS)
def test_what_began_today_has_begun_when_it_is_said(clock: datetime, offset: int) -> None:
    """Whatever day it is in UTC; and it began within the day before."""
    said = message("I moved to Lisbon today.", clock, offset)

    [statement] = [
        one for one in evidence(read(said), said, default_vocabulary()).statements if one.predicate == "lives_in"
    ]

    assert statement.start is not None
    assert statement.start.start <= said.at
    assert said.at - statement.start.start < timedelta(hours=38)


@pytest.mark.parametrize("offset", [-1440, 1440, 100_000])
def test_no_clock_is_a_day_ahead(offset: int) -> None:
    """It would be another day's."""
    with pytest.raises(InvalidInput, match="utc_offset"):
        message("Hello", datetime(2024, 1, 1, tzinfo=UTC), offset)
