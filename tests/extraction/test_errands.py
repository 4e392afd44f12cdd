"""What is gone tomorrow and what is only given to work on is not remembered."""

from __future__ import annotations

import pytest

from graphmem.extraction.spacy import SpacyExtractor
from tests.extraction.saying import claims, hear


@pytest.mark.parametrize(
    "text",
    [
        "gonna grab a sandwich first",
        "I'm going to take a nap.",
        "I closed the window.",
        "I missed my bus and made tea.",
        "had porridge, washed the dishes",
        "I'm making soup.",
    ],
)
def test_errands_of_the_day_state_nothing(extractor: SpacyExtractor, text: str) -> None:
    """A nap, a bus and a cup of tea are not worth a memory."""
    heard = hear(extractor, text)

    assert heard.claims == ()


def test_a_habit_is_no_errand(extractor: SpacyExtractor) -> None:
    """What somebody drinks as a rule is worth knowing."""
    heard = hear(extractor, "I drink tea.")

    assert claims(heard) == {"self | drink | tea"}


@pytest.mark.parametrize(
    "text",
    [
        "Example sentence: I work at Nokia.",
        "Translate: I live in Faro.",
        "Fix this sentence: my sister Ana live in Faro",
        "> I moved to Faro last year",
        "Write a story where I live in Narnia.",
        "Write me a short poem about how I moved to Mars",
    ],
)
def test_text_to_work_on_states_nothing(extractor: SpacyExtractor, text: str) -> None:
    """Examples, quoted lines and stories are about nobody."""
    heard = hear(extractor, text)

    assert heard.claims == ()


def test_what_follows_a_quoted_line_is_read(extractor: SpacyExtractor) -> None:
    """The answer below a quoted line is the speaker's own."""
    heard = hear(extractor, "> I live in Faro\nI live in Porto.")

    assert claims(heard) == {"self | live in | Porto"}
