"""Nouns, owners and agents that the parser groups wrongly are put together as meant."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem import dates
from graphmem.extraction.spacy import SpacyExtractor
from tests.extraction.saying import claims, hear, same


def test_the_name_of_an_owner_is_the_relations(extractor: SpacyExtractor) -> None:
    """Whose graduation it is, is the sister."""
    heard = hear(extractor, "my sister Noor's graduation is in June, she studied law")

    assert frozenset({"Noor", "self's sister"}) in same(heard)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I attended a career fair in May.", {"self | attend | career fair"}),
        ("i work nights at the hospital", {"self | work at | hospital"}),
        ("Ana got sacked from the brewery.", {"Ana | work at | brewery | ends"}),
        ("I've been one for ten years.", set()),
        ("Petra and Joel had a baby girl, Ida, last week.", {"Ida | daughter | Petra", "Ida | daughter | Joel"}),
        ("Marta works at Lidl now.", {"Marta | work at | Lidl"}),
        ("I work at the hospital so don't expect replies.", {"self | work at | hospital"}),
    ],
)
def test_what_belongs_together_is_read_together(extractor: SpacyExtractor, text: str, said: set[str]) -> None:
    """Neither is cut in half, and a pronoun is no number of years."""
    heard = hear(extractor, text)

    assert claims(heard) == said


def test_who_raised_somebody_did_so(extractor: SpacyExtractor) -> None:
    """The agent of a passive is who acts, even where the place is told too."""
    heard = hear(extractor, "I was raised by my aunt in Kerry.")

    assert {"self's aunt | raise | self", "self | grow up in | Kerry"} <= claims(heard)


@pytest.mark.parametrize("year", [1, 9999])
def test_times_at_the_ends_of_the_calendar_do_not_raise(year: int) -> None:
    """Whenever a message was sent, its times can be read."""
    at = datetime(year, 12, 31, 23, tzinfo=UTC)

    found = dates.find("last week, next year, tomorrow, two decades ago, for three years", at=at, past=None)

    assert found


def test_a_second_verb_that_looks_like_a_noun_is_a_verb(extractor: SpacyExtractor) -> None:
    """Where somebody lives and works, in one breath."""
    heard = claims(hear(extractor, "I live in Porto and work at Feedzai."))

    assert heard == {"self | live in | Porto", "self | work at | Feedzai"}


def test_no_longer_liking_ends_a_liking(extractor: SpacyExtractor) -> None:
    """ "Like" is a verb where somebody does it."""
    [claim] = hear(extractor, "I no longer like jazz.").claims

    assert (claim.predicate, claim.stance) == ("like", "ends")
