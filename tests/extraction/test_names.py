"""Names the parser knows little of: that are words, in other scripts, in lower case, beside a relation or shortened."""

from __future__ import annotations

import pytest

from graphmem.extraction.spacy import SpacyExtractor
from tests.extraction.saying import claims, hear, names, same


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Rose works at the library.", "Rose | work at | library"),
        ("My friend Will plays drums.", "Will | play | drums"),
        ("April is my aunt.", "April | aunt | self"),
        ("Grace is my daughter's best friend.", "Grace | best friend | self's daughter"),
        ("Will will be thirty in June.", "Will | age | 30"),
        ("My cat Miso is five.", "Miso | cat | self"),
        ("My colleague 王芳 works at Nokia.", "王芳 | work at | Nokia"),
        ("محمد is my brother-in-law.", "محمد | brother-in-law | self"),
        ("Zoë lives in Malmö and her brother Søren lives in Århus.", "Søren | live in | Århus"),
        ("Ines, my old flatmate, works at Nokia.", "Ines | work at | Nokia"),
        ("my boyfriend marco is from naples", "marco | be from | naples"),
        ("my dog rex is 3", "rex | dog | self"),
        ("My cousin Jean-Paul is a baker.", "Jean-Paul | cousin | self"),
        ("I have a younger brother, Ivan, who studies law.", "Ivan | study | law"),
        ("My step-dad Ken lives in Leeds.", "Ken | stepfather | self"),
        ("we moved to braga", "self | move to | braga"),
    ],
)
def test_a_name_is_one_by_its_place(extractor: SpacyExtractor, text: str, claim: str) -> None:
    """What stands where a name must stand is one, whatever else the word means."""
    assert claim in claims(hear(extractor, text))


@pytest.mark.parametrize(
    "text",
    [
        "Summer is coming.",
        "Rose petals are everywhere.",
        "Coffee helps.",
        "Mark my words.",
        "Dogs bark.",
        "Work was awful.",
        "May I ask something.",
    ],
)
def test_a_word_at_the_start_is_no_name(extractor: SpacyExtractor, text: str) -> None:
    """A capital at the start of a sentence alone names nobody."""
    heard = hear(extractor, text)

    assert (names(heard), claims(heard)) == (set(), set())


def test_what_a_name_stands_in_for_is_never_shown(extractor: SpacyExtractor) -> None:
    """The parser is given another name to read; the message's own is kept, at its own place."""
    text = "My friend Will lives in Faro."
    heard = hear(extractor, text)

    assert names(heard) == {"Will", "Faro"}
    assert all(text[mention.start : mention.end] == mention.surface for mention in heard.mentions)


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("My brother's name is Benjamin but everybody calls him Ben.", {"self's brother", "Ben"}),
        ("I met Mariana, Mari for short.", {"Mariana", "Mari"}),
        ("Alexandra goes by Sasha at work.", {"Alexandra", "Sasha"}),
        ("im jess", {"self", "jess"}),
        ("A: I'm Remy, your assistant.", {"agent", "Remy"}),
    ],
)
def test_further_names_of_somebody(extractor: SpacyExtractor, text: str, pair: set[str]) -> None:
    """A nickname is a name of the same person."""
    assert frozenset(pair) in same(hear(extractor, text))


def test_a_name_somebody_will_not_have_is_none_of_theirs(extractor: SpacyExtractor) -> None:
    """ "Don't call me Adaline" is kept as a denial and gives no alias."""
    heard = hear(extractor, "Please don't call me Adaline.")

    assert (claims(heard), same(heard)) == ({"self | called | Adaline | not"}, set())


def test_several_names_stand_for_several_people(extractor: SpacyExtractor) -> None:
    """ "My friends Lars and Mette" are two, each a friend and each doing what is told."""
    heard = hear(extractor, "My friends Lars and Mette live in Aarhus.")

    assert claims(heard) == {
        "Lars | friend | self",
        "Mette | friend | self",
        "Lars | live in | Aarhus",
        "Mette | live in | Aarhus",
    }


def test_relations_with_hyphens_are_their_own(extractor: SpacyExtractor) -> None:
    """A sister-in-law is no sister."""
    heard = hear(extractor, "My sister-in-law lives in Delhi.")

    assert claims(heard) == {"self's sister-in-law | sister-in-law | self", "self's sister-in-law | live in | Delhi"}


def test_dad_is_ones_own(extractor: SpacyExtractor) -> None:
    """Who says "Dad" without a "my" means their own, unless they are called."""
    assert "self's father | father | self" in claims(hear(extractor, "Dad retired last year."))
    assert claims(hear(extractor, "Mom, can you call me?")) == set()


def test_a_second_clause_has_its_own_subject(extractor: SpacyExtractor) -> None:
    """ "And London is great" is not what one loves, and Paris is."""
    heard = hear(extractor, "I love Paris and London is great too.")

    assert claims(heard) == {"self | love | Paris"}
