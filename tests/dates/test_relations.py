"""How times bear on what is said, and two times that are one; read relative to Wednesday 24 May 2023."""

from __future__ import annotations

import pytest

from graphmem.dates import find
from graphmem.types import When
from tests.extraction.saying import AT


def _day(when: When | None) -> str | None:
    return None if when is None else when.start.date().isoformat()


@pytest.mark.parametrize(
    ("text", "relation", "first"),
    [
        ("after 2010", "after", "2010-01-01"),
        ("later than 2010", "after", "2010-01-01"),
        ("before 2010", "before", "2010-01-01"),
        ("prior to March 2010", "before", "2010-03-01"),
        ("no later than 3 May 2021", "until", "2021-05-03"),
        ("starting on January 7th", "since", "2023-01-07"),
        ("as early as last year", "since", "2022-01-01"),
        ("on or after 1/2/2016", "since", "2016-01-02"),
        ("in 2012 or later", "since", "2012-01-01"),
        ("from 2012 onwards", "since", "2012-01-01"),
    ],
)
def test_a_time_may_be_a_bound(text: str, relation: str, first: str) -> None:
    """What is said lies to one side of the time that is named."""
    [span] = find(f"It was so {text}.", at=AT, past=True)

    assert (span.relation, _day(span.when)) == (relation, first)


def test_before_and_after_leave_the_time_itself_out() -> None:
    """ "After 2010" begins in 2011, "before 2010" ends with 2009."""
    [after] = find("It was after 2010.", at=AT, past=True)
    [before] = find("It was before 2010.", at=AT, past=True)

    assert after.interval == (after.when.end, None)
    assert before.interval == (None, before.when.start)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("from 2014 till 2018", "2014-01-01", "2018-01-01"),
        ("2014-2018", "2014-01-01", "2018-01-01"),
        ("between 2014~2018", "2014-01-01", "2018-01-01"),
        ("from April in 2016 to June in 2017", "2016-04-01", "2017-06-01"),
        ("Jan-Feb 2017", "2017-01-01", "2017-02-01"),
        ("from Nov to March", "2022-11-01", "2023-03-01"),
        ("Nov-Feb 5th, 2017", "2016-11-01", "2017-02-05"),
        ("between 3 and 12 of April", "2023-04-03", "2023-04-12"),
        ("9 to 12 of January", "2023-01-09", "2023-01-12"),
        ("April ninth through seventeenth", "2023-04-09", "2023-04-17"),
        ("January 4-22, 1995", "1995-01-04", "1995-01-22"),
        ("from 5/1-5/7, 2020", "2020-05-01", "2020-05-07"),
        ("from 10-1-2018-10-7-2018", "2018-10-01", "2018-10-07"),
        ("from Q1 to Q3 2019", "2019-01-01", "2019-07-01"),
        ("from February to April this year", "2023-02-01", "2023-04-01"),
        ("1999 to the present", "1999-01-01", "2023-05-24"),
        ("from 4 to 22 this month", "2023-05-04", "2023-05-22"),
        ("from Monday to Wednesday", "2023-05-22", "2023-05-24"),
        ("from Monday to Wednesday last week", "2023-05-15", "2023-05-17"),
        ("between Jan 2019 and now", "2019-01-01", "2023-05-24"),
        ("from 22/Jan/2019 to yesterday", "2019-01-22", "2023-05-23"),
        ("3 days starting from last Monday", "2023-05-22", "2023-05-24"),
        ("in the year to date", "2023-01-01", "2023-05-24"),
    ],
)
def test_two_times_are_one(text: str, first: str, last: str) -> None:
    """What one end leaves out the other says."""
    [span] = find(f"It was so {text}.", at=AT, past=True)

    assert (span.relation, _day(span.when), _day(span.last)) == ("range", first, last)


def test_a_length_and_the_range_it_has_are_two_times() -> None:
    """ "For 5 years, from 2010 to 2015" is both."""
    length, range_ = find("It was so for 5 years, from 2010 to 2015.", at=AT, past=True)

    assert (length.relation, range_.relation) == ("for", "range")
    assert (_day(range_.when), _day(range_.last)) == ("2010-01-01", "2015-01-01")
