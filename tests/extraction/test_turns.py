"""What a message means because of those before it: pronouns, corrections, and who the other is."""

from __future__ import annotations

from graphmem.extraction.protocol import Turn
from graphmem.extraction.spacy import SpacyExtractor
from tests.extraction.saying import claims, hear, message, names


def test_he_is_the_friend_of_the_message_before(extractor: SpacyExtractor) -> None:
    """Mike is John's friend (CASES 6)."""
    heard = hear(extractor, "My friend John lives in Oslo.", "He also has a friend named Mike.")

    assert claims(heard) == {"Mike | friend | John"}
    assert heard.used == ("m0",)


def test_a_pronoun_is_followed_through_several_messages(extractor: SpacyExtractor) -> None:
    """Who "he" was in the message before is who "he" is now."""
    heard = hear(extractor, "My friend John lives in Oslo.", "He works at Acme.", "He loves jazz.")

    assert claims(heard) == {"John | love | jazz"}


def test_her_husband_is_hers(extractor: SpacyExtractor) -> None:
    """A possessive pronoun owns as a name would."""
    heard = hear(extractor, "My sister Ana works at Feedzai.", "Her husband Tom is a chef.")

    assert {"Tom | husband | Ana", "Tom | be | chef"} == claims(heard)


def test_she_is_not_a_brother(extractor: SpacyExtractor) -> None:
    """A pronoun stands only for somebody it fits."""
    heard = hear(extractor, "My sister Ana met my brother Tom.", "She lives in Oslo.")

    assert claims(heard) == {"Ana | live in | Oslo"}


def test_a_pronoun_nobody_fits_says_nothing(extractor: SpacyExtractor) -> None:
    """A missing fact can be told again, a wrong one misleads."""
    heard = hear(extractor, "My brother Tom called.", "She lives in Oslo.")

    assert heard.claims == ()
    assert heard.used == ()


def test_a_correction_takes_back_what_was_said(extractor: SpacyExtractor) -> None:
    """ "Actually it's Porto, not Lisbon" corrects the message before (CASES 18)."""
    heard = hear(extractor, "I live in Lisbon.", "actually it's Porto, not Lisbon")

    assert claims(heard) == {"self | live in | Porto", "self | live in | Lisbon | retracts"}
    assert heard.used == ("m0",)


def test_a_correction_of_nothing_says_nothing(extractor: SpacyExtractor) -> None:
    """Without anything to correct nobody knows what "it" is."""
    heard = hear(extractor, "I love jazz.", "actually it's Porto, not Lisbon")

    assert heard.claims == ()
    assert names(heard) == {"Porto", "Lisbon"}


def test_nobody_corrects_what_somebody_else_said(extractor: SpacyExtractor) -> None:
    """An assistant's "it's Porto, not Lisbon" does not take back the person's words."""
    heard = hear(extractor, "I live in Lisbon.", "A: It's Porto, not Lisbon.")

    assert heard.claims == ()


def test_a_new_measure_is_of_the_same_thing(extractor: SpacyExtractor) -> None:
    """ "It's 2100 kg" is about the car (CASES 15)."""
    heard = hear(extractor, "The car weighs 2040 kg.", "It's 2100 kg.")

    assert claims(heard) == {"car | weigh | 2100 kg"}


def test_you_is_the_other_of_two(extractor: SpacyExtractor) -> None:
    """ "Your sister Ana" is the other speaker's sister."""
    first = message("Hi!", speaker="Ada", name="m0")
    second = message("I love your sister Ana.", speaker="Tom", name="m1")

    heard = extractor.extract([Turn(second, (first,))])[0]

    assert {"Ana | sister | Ada", "Tom | love | Ana"} == claims(heard)
