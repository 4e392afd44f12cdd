"""How old somebody is, however it is said."""

from __future__ import annotations

import pytest

from graphmem.extraction.spacy import SpacyExtractor
from tests.extraction.saying import claims, days, find, hear


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("My son is six and already taller than me.", "6"),
        ("My son's eight years old.", "8"),
        ("My son is 12 years old.", "12"),
        ("My son turned three yesterday!", "3"),
        ("My son will be thirty in June.", "30"),
        ("My son is thirty-one.", "31"),
    ],
)
def test_an_age_is_a_number_however_it_is_said(extractor: SpacyExtractor, text: str, age: str) -> None:
    """ "Six" and "6 years old" are one age, so it is kept in digits."""
    assert f"self's son | age | {age}" in claims(hear(extractor, text))


@pytest.mark.parametrize(
    "text",
    [
        "I'm 5 minutes away.",
        "I'm one of the lucky ones.",
        "He's the older one.",
        "I turned 3 pages.",
        "The score is 3 to 2.",
        "I was 20 when I moved.",
        "I'm two chapters in.",
        "It's 5 o'clock.",
    ],
)
def test_other_numbers_are_no_ages(extractor: SpacyExtractor, text: str) -> None:
    """A number counts years only where it stands alone or with "years old", and only of now."""
    assert not [claim for claim in hear(extractor, text).claims if claim.predicate == "age"]


def test_an_age_on_a_birthday_begins_that_day(extractor: SpacyExtractor) -> None:
    """ "I turn forty next Tuesday" says since when, not only how old."""
    heard = hear(extractor, "I turn forty next Tuesday.")

    assert find(heard, "age").value == "40"
    assert days(find(heard, "age").start) == ("2023-05-30", "2023-05-31", "day")


def test_each_of_two_has_their_own_age(extractor: SpacyExtractor) -> None:
    """ "Lucas and Mia are 8 and 10" gives each the number in its place."""
    heard = hear(extractor, "My kids, Lucas and Mia, are 8 and 10.")

    assert {"Lucas | age | 8", "Mia | age | 10", "Lucas | child | self", "Mia | child | self"} <= claims(heard)


def test_how_old_somebody_became_is_no_home(extractor: SpacyExtractor) -> None:
    """ "Lived to be 98" is about a life, not a dwelling."""
    heard = hear(extractor, "My grandfather lived to be ninety-eight.")

    assert "self's grandfather | live to be | 98" in claims(heard)
