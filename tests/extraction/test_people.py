"""Who is who in one message: names, relations, and which of them are one."""

from __future__ import annotations

import pytest

from graphmem.extraction.spacy import SpacyExtractor
from tests.extraction.saying import claims, hear, kinds, name, names, same


@pytest.mark.parametrize(
    "text",
    [
        "My sister Ana lives in Porto.",
        "Ana, my sister, lives in Porto.",
        "My sister's name is Ana.",
        "My sister is called Ana.",
        "Ana is my sister.",
        "My sister, Ana, lives in Porto.",
    ],
)
def test_a_named_sister_and_the_name_are_one(extractor: SpacyExtractor, text: str) -> None:
    """However it is put, "my sister" and Ana are the same person (CASES 7)."""
    heard = hear(extractor, text)

    assert frozenset({"self's sister", "Ana"}) in same(heard)
    assert {"Ana | sister | self", "self's sister | sister | self"} & claims(heard)


def test_an_unnamed_sister_is_a_placeholder_with_a_relation(extractor: SpacyExtractor) -> None:
    """ "My sister moved" is about somebody, though nobody knows her name yet (CASES 7)."""
    heard = hear(extractor, "My sister moved.")

    assert claims(heard) == {"self's sister | sister | self", "self's sister | move"}


@pytest.mark.parametrize(
    "text",
    ["Call me Sam", "You can call me Sam.", "I'm Sam", "My name is Sam.", "My name's Sam.", "People call me Sam."],
)
def test_names_of_the_speaker_are_the_speaker(extractor: SpacyExtractor, text: str) -> None:
    """A name somebody gives for themselves is no second person (CASES 8)."""
    heard = hear(extractor, text)

    assert same(heard) == {frozenset({"self", "Sam"})}


@pytest.mark.parametrize(
    "text", ["I'm happy.", "I'm vegetarian.", "I'm a nurse.", "I'm Portuguese.", "I'm OK.", "I'm home."]
)
def test_what_somebody_is_like_is_no_name(extractor: SpacyExtractor, text: str) -> None:
    """ "I'm vegetarian" names nobody (CASES 8)."""
    heard = hear(extractor, text)

    assert same(heard) == set()


def test_a_friend_is_only_somebody_when_named(extractor: SpacyExtractor) -> None:
    """One has several friends, so an unnamed one is nobody in particular."""
    named, unnamed = (
        hear(extractor, "My friend John lives in Oslo."),
        hear(extractor, "A friend of mine lives in Oslo."),
    )

    assert claims(named) == {"John | friend | self", "John | live in | Oslo"}
    assert same(named) == set()
    assert claims(unnamed) == set()


def test_a_pet_with_a_name_is_its_owners(extractor: SpacyExtractor) -> None:
    """ "A dog named Rex" tells whose dog Rex is."""
    heard = hear(extractor, "I have a dog named Rex.")

    assert claims(heard) == {"Rex | dog | self", "self | have | Rex"}
    assert kinds(heard) == {"Rex": "Animal"}


def test_a_possessive_chain_keeps_each_owner(extractor: SpacyExtractor) -> None:
    """My mother's boyfriend is hers, not mine."""
    heard = hear(extractor, "My mom's boyfriend is called Peter.")

    assert "Peter | boyfriend | self's mother" in claims(heard)


def test_somebody_elses_manager(extractor: SpacyExtractor) -> None:
    """The second half is Priya's past, not Bob's (CASES 9)."""
    heard = hear(extractor, "Bob's manager is Priya; she used to work at Stripe.")

    assert claims(heard) == {"Priya | manager | Bob", "Priya | work at | Stripe | ends"}


def test_an_older_and_a_younger_sister_are_two(extractor: SpacyExtractor) -> None:
    """What tells sisters apart belongs to the placeholder's name."""
    heard = hear(extractor, "My older sister lives in Porto and my younger sister lives in Faro.")

    assert {"self's older sister | live in | Porto", "self's younger sister | live in | Faro"} <= claims(heard)


def test_a_former_wife_is_no_wife(extractor: SpacyExtractor) -> None:
    """ "Ex-wife" is a relation of its own."""
    heard = hear(extractor, "My ex-wife lives in Rome.")

    assert claims(heard) == {"self's ex-wife | ex-wife | self", "self's ex-wife | live in | Rome"}


def test_identifiers_are_names(extractor: SpacyExtractor) -> None:
    """Two tickets are two things (CASES 1)."""
    heard = hear(extractor, "SR-2023-052 is late. SR-2023-053 is fine.")

    assert names(heard) == {"SR-2023-052", "SR-2023-053"}


def test_names_are_mentioned_even_where_nothing_is_said_of_them(extractor: SpacyExtractor) -> None:
    """A question states nothing and still mentions who it is about."""
    heard = hear(extractor, "Does Ana live in Porto?")

    assert heard.claims == ()
    assert names(heard) == {"Ana", "Porto"}


def test_kinds_follow_from_what_is_said(extractor: SpacyExtractor) -> None:
    """What one lives in is a place and what one works at a firm, whatever the recogniser thinks."""
    heard = hear(extractor, "My sister Ana moved to Lisbon and works at Feedzai.")

    assert kinds(heard) == {"Ana": "Person", "Lisbon": "Place", "Feedzai": "Organization"}


def test_a_message_can_say_a_kind(extractor: SpacyExtractor) -> None:
    """ "Jordan is a company" is a firm even if Jordan is a country elsewhere (CASES 5)."""
    heard = hear(extractor, "Jordan is a great company.")

    assert kinds(heard) == {"Jordan": "Organization"}


def test_with_speakers_i_and_you_are_their_names(extractor: SpacyExtractor) -> None:
    """Between two named people each "I" is its speaker."""
    heard = hear(extractor, "I live in Lisbon.", speaker="Ada")

    assert claims(heard) == {"Ada | live in | Lisbon"}


def test_in_an_assistants_message_you_is_the_self(extractor: SpacyExtractor) -> None:
    """An assistant speaks to the namespace's own person."""
    heard = hear(extractor, "A: You live in Lisbon, and your sister Ana lives in Porto.")

    assert {"self | live in | Lisbon", "Ana | sister | self", "Ana | live in | Porto"} <= claims(heard)


def test_mentions_of_the_self_carry_no_name(extractor: SpacyExtractor) -> None:
    """ "I" is not an entity called so (CASES 8)."""
    heard = hear(extractor, "I love my girlfriend.")

    assert {name(heard, claim.subject) for claim in heard.claims} == {"self", "self's girlfriend"}
    assert names(heard) == set()


def test_claims_point_at_mentions_in_text_order(extractor: SpacyExtractor) -> None:
    """Mentions come in the order of the text, and each is the text at its span."""
    text = "My sister Ana moved to Lisbon."
    heard = hear(extractor, text)

    assert [mention.start for mention in heard.mentions] == sorted(mention.start for mention in heard.mentions)
    assert all(text[mention.start : mention.end] == mention.surface for mention in heard.mentions)
