"""One word put in the place of another: corrections that do not say again what they correct."""

from __future__ import annotations

from graphmem.extraction.spacy import SpacyExtractor
from tests.extraction.saying import claims, hear


def test_what_was_meant_takes_the_place_of_what_was_said(extractor: SpacyExtractor) -> None:
    """ "I meant Siemens" takes back Bosch."""
    heard = hear(extractor, "I work at Bosch.", "A: Noted: you work at Bosch.", "Sorry, I meant Siemens.")

    assert claims(heard) == {"self | work at | Siemens", "self | work at | Bosch | retracts"}
    assert heard.used == ("m0",)


def test_a_date_corrects_a_date(extractor: SpacyExtractor) -> None:
    """A date takes the place of the one date that was told."""
    heard = hear(extractor, "My birthday is on 14 March and I live in Faro.", "Correction: 15 March.")

    assert claims(heard) == {"self | birthday | 15 March", "self | birthday | 14 March | retracts"}


def test_what_fits_several_things_corrects_none(extractor: SpacyExtractor) -> None:
    """Where two names could be meant, nothing is taken back."""
    heard = hear(extractor, "Ana works at Nokia and Tom works at Bosch.", "I meant Siemens.")

    assert claims(heard) == set()


def test_i_meant_to_corrects_nothing(extractor: SpacyExtractor) -> None:
    """ "I meant to call you" and "I meant it" correct nothing."""
    for text in ("I meant to call you.", "I meant it."):
        assert claims(hear(extractor, "I work at Bosch.", text)) == set()


def test_what_holds_instead_of_what_was_just_denied(extractor: SpacyExtractor) -> None:
    """ "Not to cats. Dogs!" says what one is allergic to."""
    heard = hear(extractor, "I'm not allergic to cats. Dogs!")

    assert claims(heard) == {"self | be allergic to | cats | not", "self | be allergic to | Dogs"}


def test_them_are_the_things_just_spoken_of(extractor: SpacyExtractor) -> None:
    """ "I love them" is about the olives, and "they" about the parents."""
    assert "self | love | olives" in claims(hear(extractor, "Tom hates olives. I love them."))
    assert "self's parents | live in | Viseu" in claims(
        hear(extractor, "My parents sold their house.", "They live in Viseu now.")
    )
