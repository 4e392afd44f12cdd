"""Days as they are written and spoken, in every order; read relative to Wednesday 24 May 2023."""

from __future__ import annotations

import pytest

from graphmem.dates import find
from tests.extraction.saying import AT, days


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("2019-aug-1", "2019-08-01"),
        ("23/Sep/2020", "2020-09-23"),
        ("Sep-23-2020", "2020-09-23"),
        ("2016 10 16", "2016-10-16"),
        ("2023-05-01T10:00:00Z", "2023-05-01"),
        ("13.04.2021", "2021-04-13"),
        ("on 4/13", "2023-04-13"),
        ("on 22/04", "2023-04-22"),
        ("Dec31, 1994", "1994-12-31"),
        ("the 09th of May", "2023-05-09"),
        ("the twenty third day of September", "2022-09-23"),
        ("fourth of July 1995", "1995-07-04"),
        ("July 4th of 1995", "1995-07-04"),
        ("26 June in 2019", "2019-06-26"),
        ("the 3rd of May last year", "2022-05-03"),
        ("twenty five January nineteen eighty six", "1986-01-25"),
        ("January first two thousand and two", "2002-01-01"),
        ("3 May '98", "1998-05-03"),
        ("3/18/40", "1940-03-18"),
        ("Tue May 9", "2023-05-09"),
        ("Friday 4/7", "2023-04-07"),
        ("last Friday (May 19)", "2023-05-19"),
        ("Friday the 13th", "2023-01-13"),
        ("on the 18th", "2023-05-18"),
        ("on 29th", "2023-04-29"),
        ("the 20th of last month", "2023-04-20"),
        ("Tuesday of last week", "2023-05-16"),
        ("last week on Tuesday", "2023-05-16"),
        ("two Fridays ago", "2023-05-12"),
        ("on 15", "2023-05-15"),
        ("three years ago today", "2020-05-24"),
        ("on 4-13", "2023-04-13"),
        ("7 November 2022 (Monday)", "2022-11-07"),
        ("on St. Patrick's Day", "2023-03-17"),
        ("three Christmases ago", "2020-12-25"),
        ("over the weekend", "2023-05-20"),
        ("the last Monday of April", "2023-04-24"),
        ("the first Friday in March 2021", "2021-03-05"),
        ("two days before yesterday", "2023-05-21"),
        ("2 years 1 month 3 days ago", "2021-04-21"),
        ("Easter 2018", "2018-04-01"),
        ("last Christmas", "2022-12-25"),
        ("on New Year's Eve", "2022-12-31"),
        ("Thanksgiving 2015", "2015-11-26"),
        ("on Labor Day of last year", "2022-09-05"),
        ("Good Friday 2022", "2022-04-15"),
    ],
)
def test_a_day_is_read_in_any_order(text: str, first: str) -> None:
    """One day, and the exactness of a day."""
    [span] = find(f"I did it {text}.", at=AT, past=True)

    assert span.when.start.date().isoformat() == first
    assert span.when.granularity == "day"


@pytest.mark.parametrize(
    ("text", "first", "after"),
    [
        ("April of 87", "1987-04-01", "1987-05-01"),
        ("Dec-2018", "2018-12-01", "2019-01-01"),
        ("12-2015", "2015-12-01", "2016-01-01"),
        ("September two thousand and fifteen", "2015-09-01", "2015-10-01"),
        ("the 9th month of last year", "2022-09-01", "2022-10-01"),
        ("in nineteen ninety six", "1996-01-01", "1997-01-01"),
        ("in the year of 2008", "2008-01-01", "2009-01-01"),
        ("this calendar year", "2023-01-01", "2024-01-01"),
        ("quarter 3 of 2015", "2015-07-01", "2015-10-01"),
        ("two summers ago", "2021-06-01", "2021-09-01"),
        ("in '98", "1998-01-01", "1999-01-01"),
        ("2017 Q1", "2017-01-01", "2017-04-01"),
        ("H2 of 2019", "2019-07-01", "2020-01-01"),
        ("last year's first quarter", "2022-01-01", "2022-04-01"),
        ("last quarter", "2023-01-01", "2023-04-01"),
        ("the week of May 10", "2023-05-08", "2023-05-15"),
        ("week 3 of 2017", "2017-01-16", "2017-01-23"),
        ("the 3rd week of January", "2023-01-16", "2023-01-23"),
        ("the last week of 2019", "2019-12-23", "2019-12-30"),
        ("the first ten days of last year", "2022-01-01", "2022-01-11"),
        ("the week before last", "2023-05-08", "2023-05-15"),
        ("the last 3 weeks", "2023-05-03", "2023-05-24"),
        ("the last two quarters", "2022-10-01", "2023-04-01"),
        ("early 2019", "2019-01-01", "2019-07-01"),
        ("the end of 2019", "2019-09-01", "2020-01-01"),
        ("mid-April", "2023-04-10", "2023-04-21"),
        ("late last month", "2023-04-16", "2023-05-01"),
        ("the late 80s", "1985-01-01", "1990-01-01"),
        ("the nineties", "1990-01-01", "2000-01-01"),
        ("the 15th century", "1400-01-01", "1500-01-01"),
        ("Halloween weekend 2021", "2021-10-30", "2021-11-01"),
        ("Labor Day weekend 2021", "2021-09-04", "2021-09-07"),
        ("half a year ago", "2022-07-01", "2023-01-01"),
        ("a year and a half ago", "2021-01-01", "2022-01-01"),
        ("two weeks before May 13 1999", "1999-04-26", "1999-05-03"),
    ],
)
def test_a_longer_time_is_read(text: str, first: str, after: str) -> None:
    """Months, quarters, weeks, years, and parts of them."""
    [span] = find(f"It was {text}.", at=AT, past=True)

    assert (days(span.when) or ())[:2] == (first, after)


@pytest.mark.parametrize(
    ("text", "granularity"),
    [
        ("early 2019", "year"),
        ("two weeks ago", "week"),
        ("Q1 2019", "year"),
        ("mid-April", "month"),
        ("the last 3 weeks", "month"),
    ],
)
def test_nothing_is_more_exact_than_it_was_said(text: str, granularity: str) -> None:
    """A part of a year is known as that year, and so it is told again."""
    [span] = find(f"It was {text}.", at=AT, past=True)

    assert span.when.granularity == granularity


@pytest.mark.parametrize(
    "text", ["two weeks later", "the next day", "the following day", "the next morning", "in two weeks"]
)
def test_in_a_story_what_comes_next_is_not_told_from_now(text: str) -> None:
    """ "Two weeks later she left" follows what was told before, which is not the moment of the message."""
    assert find(f"She left {text}.", at=AT, past=True) == []


@pytest.mark.parametrize(
    "text",
    [
        "I may 3 times go.", "Give me a second.", "The Q1 report is late and the Q2 report is fine.", "One day I will go.",
        "She is partner of the day.", "The sun is out.", "June called me.", "In her 30s she moved.", "We are open 24/7.",
        "I give it 4/5 stars.", "Use version 1.2.10 at 192.168.1.10.", "SR-2023-052 is late.", "It is a team of 2000 people.",
        "I was second in the race.", "I love Christmas.", "The score was 3-2.", "I have 3 to 5 cats.", "Read page 10-12.",
        "He paid $12.", "I can march on.", "It took me 3 days.", "That was on the 3rd floor.", "In 1000 words.", "We met every Friday.",
        "Sat down on the mat.", "Sun 3 hours.", "My second may be late.", "the first half was better", "Call 555-2019.",
        "That weekend she left.", "She turned 18.", "For the first time in 3 years.", "Since I was 12.", "5 days a week.", "I did it the same week.",
    ],
)  # fmt: skip
def test_other_words_are_no_times(text: str) -> None:
    """Modal verbs, names, amounts, versions, scores, ages and habits."""
    assert find(text, at=AT, past=None) == []
