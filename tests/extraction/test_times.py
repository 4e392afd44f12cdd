"""When what is said holds or happened."""

from __future__ import annotations

import pytest

from graphmem.extraction.spacy import SpacyExtractor
from tests.extraction.saying import days, find, hear


def test_last_week_is_the_week_before_the_message(extractor: SpacyExtractor) -> None:
    """Sent on 24 May 2023, "last week" is 15 to 21 May, whatever today is (CASES 24)."""
    claim = find(hear(extractor, "I went to Paris last week."), "go to")

    assert claim.nature == "event"
    assert days(claim.start) == ("2023-05-15", "2023-05-22", "week")


@pytest.mark.parametrize(
    ("text", "predicate", "start"),
    [
        ("I moved to Lisbon in March.", "move to", ("2023-03-01", "2023-04-01", "month")),
        ("I've lived in Oslo since 2019.", "live in", ("2019-01-01", "2020-01-01", "year")),
        ("I've been working at Google for two years.", "work at", ("2021-01-01", "2022-01-01", "year")),
        ("I started working at Google in 2020.", "work at", ("2020-01-01", "2021-01-01", "year")),
    ],
)
def test_a_state_begins_when_it_is_said_to(
    extractor: SpacyExtractor, text: str, predicate: str, start: tuple[str, str, str]
) -> None:
    """A stated beginning is kept with its granularity, and the state holds now."""
    claim = find(hear(extractor, text), predicate)

    assert (days(claim.start), claim.end, claim.current, claim.nature) == (start, None, True, "state")


def test_a_past_state_held_in_the_time_named(extractor: SpacyExtractor) -> None:
    """ "In 2019 I lived in Rome" is about that year, not about now (CASES 20)."""
    claim = find(hear(extractor, "In 2019 I lived in Rome."), "live in")

    assert days(claim.start) == days(claim.end) == ("2019-01-01", "2020-01-01", "year")
    assert not claim.current


def test_a_range_is_beginning_and_end(extractor: SpacyExtractor) -> None:
    """ "From 2015 to 2018" is one time."""
    claim = find(hear(extractor, "I lived in Rome from 2015 to 2018."), "live in")

    assert days(claim.start) == ("2015-01-01", "2016-01-01", "year")
    assert days(claim.end) == ("2018-01-01", "2019-01-01", "year")


def test_until_is_an_end(extractor: SpacyExtractor) -> None:
    """A past state with an end is over."""
    claim = find(hear(extractor, "I worked at Stripe until 2020."), "work at")

    assert (claim.start, days(claim.end), claim.current) == (None, ("2020-01-01", "2021-01-01", "year"), False)


def test_an_ending_has_its_time_as_end(extractor: SpacyExtractor) -> None:
    """ "I quit smoking last month" tells when it stopped."""
    claim = find(hear(extractor, "I quit smoking last month."), "smoke")

    assert (claim.stance, claim.start, days(claim.end)) == ("ends", None, ("2023-04-01", "2023-05-01", "month"))


def test_a_plan_with_a_date_is_an_event_to_come(extractor: SpacyExtractor) -> None:
    """ "I'm moving next month" has not happened."""
    claim = find(hear(extractor, "I'm moving to Porto next month."), "plan to")

    assert (claim.value, days(claim.start)) == ("move to Porto", ("2023-06-01", "2023-07-01", "month"))


def test_a_past_state_without_a_time_does_not_hold_now(extractor: SpacyExtractor) -> None:
    """ "I worked at Acme" says nothing of now."""
    claim = find(hear(extractor, "I worked at Acme."), "work at")

    assert (claim.stance, claim.current) == ("holds", False)


def test_a_time_belongs_to_its_own_verb(extractor: SpacyExtractor) -> None:
    """Of two clauses only the dated one is dated."""
    heard = hear(extractor, "I visited Porto last week and I love jazz.")

    assert days(find(heard, "visit").start) == ("2023-05-15", "2023-05-22", "week")
    assert find(heard, "love").start is None


def test_birth_has_place_and_day(extractor: SpacyExtractor) -> None:
    """The date of birth is the event's time."""
    claim = find(hear(extractor, "I was born in Rome on 3 May 1990."), "be born in")

    assert days(claim.start) == ("1990-05-03", "1990-05-04", "day")


@pytest.mark.parametrize("text", ["After 2019 I lived in Rome.", "Before 2019 I lived in Rome."])
def test_before_and_after_a_time_is_not_that_time(extractor: SpacyExtractor, text: str) -> None:
    """Since when is not said; that it was in 2019 would be false."""
    claim = find(hear(extractor, text), "live in")

    assert (claim.start, claim.end, claim.current) == (None, None, False)
