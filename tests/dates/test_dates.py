"""Times as people say them, read relative to Wednesday 24 May 2023 and with the exactness they were said with."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.dates import find
from tests.extraction.saying import AT, days


@pytest.mark.parametrize(
    ("text", "first", "after", "granularity"),
    [
        ("2023-05-01", "2023-05-01", "2023-05-02", "day"),
        ("on 3 May 1990", "1990-05-03", "1990-05-04", "day"),
        ("on the 3rd of May, 1990", "1990-05-03", "1990-05-04", "day"),
        ("May 3rd, 1990", "1990-05-03", "1990-05-04", "day"),
        ("on 22/04/2019", "2019-04-22", "2019-04-23", "day"),
        ("in May 2019", "2019-05-01", "2019-06-01", "month"),
        ("in March", "2023-03-01", "2023-04-01", "month"),
        ("in June", "2022-06-01", "2022-07-01", "month"),
        ("in 2019", "2019-01-01", "2020-01-01", "year"),
        ("in the 90s", "1990-01-01", "2000-01-01", "decade"),
        ("last year", "2022-01-01", "2023-01-01", "year"),
        ("last month", "2023-04-01", "2023-05-01", "month"),
        ("last week", "2023-05-15", "2023-05-22", "week"),
        ("last Friday", "2023-05-19", "2023-05-20", "day"),
        ("last March", "2023-03-01", "2023-04-01", "month"),
        ("last summer", "2022-06-01", "2022-09-01", "season"),
        ("last weekend", "2023-05-20", "2023-05-22", "day"),
        ("summer 2019", "2019-06-01", "2019-09-01", "season"),
        ("yesterday", "2023-05-23", "2023-05-24", "day"),
        ("last night", "2023-05-23", "2023-05-24", "day"),
        ("today", "2023-05-24", "2023-05-25", "day"),
        ("two days ago", "2023-05-22", "2023-05-23", "day"),
        ("two weeks ago", "2023-05-08", "2023-05-15", "week"),
        ("a month ago", "2023-04-01", "2023-05-01", "month"),
        ("three years ago", "2020-01-01", "2021-01-01", "year"),
        ("a few years ago", "2018-01-01", "2022-01-01", "decade"),
        ("on Friday", "2023-05-19", "2023-05-20", "day"),
        ("the day before yesterday", "2023-05-22", "2023-05-23", "day"),
    ],
)
def test_a_past_time_is_read(text: str, first: str, after: str, granularity: str) -> None:
    """Each way of saying a time, in the past tense."""
    [span] = find(f"I did it {text}.", at=AT, past=True)

    assert days(span.when) == (first, after, granularity)
    assert span.relation == "at"


@pytest.mark.parametrize(
    ("text", "first", "after"),
    [
        ("tomorrow", "2023-05-25", "2023-05-26"),
        ("on Friday", "2023-05-26", "2023-05-27"),
        ("next Friday", "2023-06-02", "2023-06-03"),
        ("this Friday", "2023-05-26", "2023-05-27"),
        ("in June", "2023-06-01", "2023-07-01"),
        ("next month", "2023-06-01", "2023-07-01"),
        ("next summer", "2023-06-01", "2023-09-01"),
        ("in two weeks", "2023-06-05", "2023-06-12"),
    ],
)
def test_a_time_to_come_is_read(text: str, first: str, after: str) -> None:
    """The same words mean another time in the future tense."""
    [span] = find(f"I will do it {text}.", at=AT, past=False)

    assert days(span.when)[:2] == (first, after)  # type: ignore[index]  # a time was found


@pytest.mark.parametrize(
    ("text", "relation", "first"),
    [
        ("since 2019", "since", "2019-01-01"),
        ("since March", "since", "2023-03-01"),
        ("until March", "until", "2024-03-01"),
        ("for two years", "for", "2021-01-01"),
        ("from 2015 to 2018", "range", "2015-01-01"),
        ("between March 2020 and June 2021", "range", "2020-03-01"),
    ],
)
def test_how_a_time_bears_on_what_is_said(text: str, relation: str, first: str) -> None:
    """Since, until, for and from … to."""
    [span] = find(f"It is so {text}.", at=AT, past=None)

    assert span.relation == relation
    assert span.when.start.date().isoformat() == first


@pytest.mark.parametrize(
    "text", ["I'm 34 years old.", "I may go.", "We march on.", "Call 2019 now", "a 5 day trip", ""]
)
def test_what_only_looks_like_a_time_is_none(text: str) -> None:
    """Ages, modal verbs and bare numbers are no times."""
    assert find(text, at=AT, past=None) == []


def test_next_friday_on_a_friday_is_a_week_away() -> None:
    """The same weekday is never today (CASES 25)."""
    [span] = find("next Friday", at=datetime(2023, 5, 26, tzinfo=UTC), past=False)

    assert days(span.when) == ("2023-06-02", "2023-06-03", "day")


def test_the_29th_of_february_falls_in_a_leap_year() -> None:
    """A date that this year lacks is looked for in another (CASES 25)."""
    [span] = find("on February 29", at=AT, past=True)

    assert days(span.when) == ("2020-02-29", "2020-03-01", "day")


@given(
    st.lists(
        st.sampled_from(
            [
                "last",
                "next",
                "3",
                "99",
                "may",
                "2019",
                "friday",
                "week",
                "years",
                "ago",
                "since",
                "until",
                "for",
                "from",
                "to",
                "in",
                "on",
                "the",
                "31",
                "feb",
            ]
        ),
        max_size=8,
    ),
    st.datetimes(min_value=datetime(1900, 1, 1), max_value=datetime(2100, 1, 1)),
    st.sampled_from([True, False, None]),
)
def test_any_words_are_read_without_an_error(words: list[str], at: datetime, past: bool | None) -> None:
    """Spans lie inside the text, in order and apart, whatever is said."""
    text = " ".join(words)

    spans = find(text, at=at.replace(tzinfo=UTC), past=past)

    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert all(left.end <= right.start for left, right in pairwise(spans))
    assert all(span.when.start < span.when.end for span in spans)
