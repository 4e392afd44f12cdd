"""The time a question asks about, read on Wednesday, 28 May 2025."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.retrieval.asking import times
from graphmem.types import Granularity, TimeAsked, When

NOW = datetime(2025, 5, 28, 12, tzinfo=UTC)


def asked(text: str) -> TimeAsked:
    """The time of a question."""
    return times.asked(text, now=NOW)[0]


@pytest.mark.parametrize(
    ("question", "first", "after", "granularity"),
    [
        ("Where did Ana live in 2022?", "2022-01-01", "2023-01-01", "year"),
        ("What did I do last week?", "2025-05-19", "2025-05-26", "week"),
        ("Where did we go in May?", "2025-05-01", "2025-06-01", "month"),
        ("Where did we go in June?", "2024-06-01", "2024-07-01", "month"),
        ("What did I eat yesterday?", "2025-05-27", "2025-05-28", "day"),
        ("Where did I go in April last year?", "2024-04-01", "2024-05-01", "month"),
        ("Where was I at the end of 2023, in March?", "2023-03-01", "2023-04-01", "month"),
        ("What happened on 29 February last year?", "2024-02-29", "2024-03-01", "day"),
    ],
)
def test_a_stretch_keeps_the_exactness_it_was_named_with(
    question: str, first: str, after: str, granularity: str
) -> None:
    """A month and a year that stand apart are one month."""
    when = asked(question).when

    assert when is not None
    assert (f"{when.start:%Y-%m-%d}", f"{when.end:%Y-%m-%d}", str(when.granularity)) == (first, after, granularity)


def test_recently_is_the_last_two_months() -> None:
    """A guess, and only a preference."""
    assert asked("What did Ana do recently?").when == When(NOW - times.RECENTLY, NOW, Granularity.MONTH)


@pytest.mark.parametrize(
    ("question", "event", "relation"),
    [
        ("Where did Ana live before she moved to Lisbon?", "she moved to Lisbon?", "before"),
        ("Where did I work when I was in Porto?", "I was in Porto?", "at"),
        ("What did Tom do after Ana married Miguel?", "Ana married Miguel?", "after"),
    ],
)
def test_an_event_can_tell_the_time(question: str, event: str, relation: str) -> None:
    """It is cut off what is asked, so that nobody it names is asked about."""
    time, main = times.asked(question, now=NOW)

    assert (time.event, time.relation) == (event, relation)
    assert event not in main


@pytest.mark.parametrize(
    ("question", "over", "still", "order"),
    [
        ("What did I use to drink?", True, False, ""),
        ("And before that?", True, False, ""),
        ("Does she still live there?", False, True, ""),
        ("Where does she live now?", False, False, ""),
        ("Where did I live first?", False, False, "first"),
        ("What is Ana's latest job?", False, False, "last"),
        ("When did she move?", False, False, ""),
    ],
)
def test_words_ask_for_what_is_over_for_what_is_yet_so_and_for_an_order(
    question: str, over: bool, still: bool, order: str
) -> None:
    """Without naming any date."""
    time = asked(question)

    assert (time.over, time.still, time.order) == (over, still, order)


def test_a_time_spoken_of_is_the_last_of_the_newest_turn_with_one() -> None:
    """ "Back then" takes it from there."""
    when = times.spoken_of(["And?", "I remember August 2024 well.", "In 2019 I was in Rome."], now=NOW)

    assert when is not None
    assert when.start == datetime(2024, 8, 1, tzinfo=UTC)


def test_the_moment_of_a_stretch_is_its_middle_but_never_later_than_now() -> None:
    """This year's middle is yet to come."""
    year = When(datetime(2025, 1, 1, tzinfo=UTC), datetime(2026, 1, 1, tzinfo=UTC), Granularity.YEAR)
    past = When(datetime(2022, 1, 1, tzinfo=UTC), datetime(2023, 1, 1, tzinfo=UTC), Granularity.YEAR)

    assert times.moment(year, NOW) == NOW
    assert times.moment(past, NOW) == datetime(2022, 7, 2, 12, tzinfo=UTC)


@given(st.text())
def test_any_text_has_a_time_or_none(text: str) -> None:
    """Nothing fails, and what is asked is a part of the text."""
    _, main = times.asked(text, now=NOW)

    assert text.startswith(main)
