"""The hard cases of times that `CASES.md` lists."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.dates import find
from tests.extraction.saying import AT, days

_WORDS = st.sampled_from(
    [
        "last",
        "next",
        "this",
        "the",
        "a",
        "first",
        "second",
        "third",
        "twenty",
        "may",
        "march",
        "june",
        "friday",
        "sunday",
        "week",
        "weekend",
        "months",
        "years",
        "century",
        "2019",
        "'87",
        "90s",
        "3",
        "31",
        "29th",
        "feb",
        "q1",
        "2020-02-30",
        "5/12",
        "13/13/13",
        "30.2.2021",
        "from",
        "to",
        "between",
        "and",
        "-",
        "~",
        "until",
        "since",
        "before",
        "after",
        "in",
        "on",
        "of",
        "early",
        "end",
        "beginning",
        "ago",
        "later",
        "now",
        "today",
        "christmas",
        "easter",
        "weekend",
        "half",
        "couple",
        "few",
        "to",
        "date",
        "starting",
        "nineteen",
        "ninety",
    ]
)


def test_last_week_is_the_week_before_the_message() -> None:
    """Sent on 24 May 2023, "last week" is 15 to 21 May (CASES 24)."""
    [span] = find("I went to Paris last week.", at=AT, past=True)

    assert days(span.when) == ("2023-05-15", "2023-05-22", "week")


def test_march_is_the_last_or_the_next_as_the_tense_asks() -> None:
    """ "In March" said in May is over, or a year away (CASES 25)."""
    [told] = find("I moved in March.", at=AT, past=True)
    [planned] = find("I will move in March.", at=AT, past=False)

    assert days(told.when) == ("2023-03-01", "2023-04-01", "month")
    assert days(planned.when) == ("2024-03-01", "2024-04-01", "month")


@pytest.mark.parametrize(("past", "first"), [(True, "2020-02-29"), (False, "2024-02-29")])
def test_the_29th_of_february_is_looked_for_in_a_year_that_has_it(past: bool, first: str) -> None:
    """A leap day is the last or the next one there was (CASES 25)."""
    [span] = find("on 29 February", at=AT, past=past)

    assert span.when.start.date().isoformat() == first


def test_a_day_that_is_none_is_no_time() -> None:
    """The 30th of February never was; nor was the 29th in 2019."""
    assert find("on 30 February", at=AT, past=True) == []
    assert find("on 2/29/2019", at=AT, past=True) == []


def test_a_month_from_the_31st_is_the_next_month() -> None:
    """A month on from 31 January is February, whatever its days."""
    [span] = find("I will go in a month.", at=datetime(2023, 1, 31, tzinfo=UTC), past=False)

    assert days(span.when) == ("2023-02-01", "2023-03-01", "month")


def test_two_days_ago_half_an_hour_past_midnight_counts_from_the_new_day() -> None:
    """At 00:30 the day has begun (CASES 25)."""
    [span] = find("two days ago", at=datetime(2023, 5, 24, 0, 30, tzinfo=UTC), past=True)

    assert days(span.when) == ("2023-05-22", "2023-05-23", "day")


def test_a_part_of_a_single_day_is_that_day() -> None:
    """There is no first half of a day that is kept to the day."""
    [span] = find("It was early on Christmas 2022.", at=AT, past=True)
    [early] = find("It was early Christmas 2022.", at=AT, past=True)

    assert days(span.when) == days(early.when) == ("2022-12-25", "2022-12-26", "day")


@given(
    st.lists(_WORDS, max_size=10),
    st.sampled_from([" ", "", ", ", "-", "\n"]),
    st.datetimes(min_value=datetime(1, 1, 1), max_value=datetime(9999, 12, 31)),
    st.sampled_from([True, False, None]),
)
def test_any_words_of_time_are_read_without_an_error(
    words: list[str], between: str, at: datetime, past: bool | None
) -> None:
    """Spans lie inside the text, in order and apart, and end after they begin, in whatever year."""
    text = between.join(words)

    spans = find(text, at=at.replace(tzinfo=UTC), past=past)

    ends = [0, *(place for span in spans for place in (span.start, span.end)), len(text)]
    assert ends == sorted(ends)
    assert all(span.when.start < span.when.end for span in spans)
    assert all(span.last is None or span.when.start <= span.last.start < span.last.end for span in spans)


@given(st.text(), st.sampled_from([True, False, None]))
def test_any_text_is_read_without_an_error(text: str, past: bool | None) -> None:
    """Whatever characters a message has."""
    spans = find(f"{text} 3 May {text}", at=AT, past=past)

    assert all(0 <= span.start < span.end <= 2 * len(text) + 7 for span in spans)
