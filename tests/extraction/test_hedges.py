"""What is heard, doubted or taken back in ordinary words is never told as certain."""

from __future__ import annotations

import pytest

from graphmem.extraction.spacy import SpacyExtractor
from tests.extraction.saying import claims, hear


@pytest.mark.parametrize(
    "text",
    [
        "Rumour has it Ana moved to Faro.",
        "Word is Ana moved to Faro.",
        "From what I hear, Ana moved to Faro.",
        "Ana moved to Faro, or so Tom told me.",
    ],
)
def test_hearsay_is_reported(extractor: SpacyExtractor, text: str) -> None:
    """Whatever brings the news, it is somebody else's."""
    heard = hear(extractor, text)

    assert claims(heard) == {"Ana | move to | Faro | reported"}


@pytest.mark.parametrize(
    "text",
    [
        "pretty sure Ana works at Nokia",
        "I'm quite sure Ana works at Nokia.",
        "I could be wrong but Ana works at Nokia.",
        "As far as I know, Ana works at Nokia.",
    ],
)
def test_a_hedge_makes_it_possible(extractor: SpacyExtractor, text: str) -> None:
    """Who is only pretty sure does not know."""
    heard = hear(extractor, text)

    assert claims(heard) == {"Ana | work at | Nokia | possible"}


@pytest.mark.parametrize(
    "text",
    [
        "It's not true that Ana lives in Faro.",
        "I'm not sure Ana lives in Faro.",
        "I used to think that Ana lives in Faro.",
        "No way Ana lives in Faro.",
        "Let's say I live in Faro.",
    ],
)
def test_what_is_taken_back_is_not_stated(extractor: SpacyExtractor, text: str) -> None:
    """A sentence that opens by denying what follows states nothing."""
    heard = hear(extractor, text)

    assert heard.claims == ()


def test_what_we_may_do_is_possible(extractor: SpacyExtractor) -> None:
    """A move that is only thought of is kept as possible."""
    heard = hear(extractor, "We might move to Faro next year.")

    assert claims(heard) == {"self | move to | Faro | possible"}


@pytest.mark.parametrize(
    "text",
    [
        "A: Since you enjoy jazz so much, you might like this bar.",
        "A: Because you're vegan, I left out the cheese.",
        "A: Given that you live in Faro, the train is best.",
    ],
)
def test_an_assistants_courtesy_states_nothing(extractor: SpacyExtractor, text: str) -> None:
    """What leads up to a suggestion repeats or guesses, and is no news."""
    heard = hear(extractor, text)

    assert heard.claims == ()
