"""Sentences that leave out their subject or their verb, and lists of what somebody is."""

from __future__ import annotations

import pytest

from graphmem.extraction.spacy import SpacyExtractor
from tests.extraction.saying import claims, hear, same


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Started at Siemens last week.", {"self | work at | Siemens"}),
        ("Started at Marks & Frey in May.", {"self | work at | Marks & Frey"}),
        ("Quit sugar.", {"self | quit | sugar"}),
        ("Married Tom in 2015.", {"self | marry | Tom"}),
        ("Resigned from Tesco last Friday.", {"self | work at | Tesco | ends"}),
        ("Gave up running after the surgery.", {"self | run | ends"}),
        ("Live with my gran in Hull", {"self | live with | gran", "self | live in | Hull"}),
        ("Don't have a car", {"self | have | car | not"}),
        ("Vegetarian since 2012", {"self | be | vegetarian"}),
        ("Love hiking.", {"self | love | hiking"}),
        ("Can't stand olives.", {"self | can't stand | olives"}),
        ("Starting as a welder in August, my boss is sad.", {"self | plan to | start as a welder", "self's boss | boss | self"}),
    ],
)  # fmt: skip
def test_who_opens_with_a_verb_speaks_of_themselves(extractor: SpacyExtractor, text: str, said: set[str]) -> None:
    """The parser takes "Quit" for a name where no "I" stands before it."""
    assert claims(hear(extractor, text)) == said


@pytest.mark.parametrize(
    "text",
    [
        "Married life is great.", "Used cars are cheap these days.", "Retired teachers are the best.", "Tired but happy!",
        "Sounds good!", "Works for me!", "Love you!", "Loved it!", "Noted, thanks.", "Can't wait!", "can't find my keys",
        "Put the milk in the fridge.", "Have a nice day!", "Work with me here", "Don't have time", "Straight to the point.",
        "Single room please", "The bus was late. Wants a new driver.",
    ],
)  # fmt: skip
def test_other_openings_are_nobodys_news(extractor: SpacyExtractor, text: str) -> None:
    """Participles before nouns, courtesy and orders say nothing of the speaker."""
    assert claims(hear(extractor, text)) == set()


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["Talked to Omar. Lives in Turin now."], "Omar | live in | Turin"),
        (["A: How is your dog Rex?", "Loves his new bed"], "Rex | love | new bed"),
        (["My daughter Nia is ten. Plays the cello."], "Nia | play | cello"),
    ],
)
def test_who_was_just_named_need_not_be_named_again(extractor: SpacyExtractor, texts: list[str], said: str) -> None:
    """A verb in the third person without a subject is about whoever was last spoken of."""
    assert said in claims(hear(extractor, *texts))


def test_a_third_person_without_a_subject_is_not_the_speaker(extractor: SpacyExtractor) -> None:
    """ "I met Tom, lives in Rome" does not say where I live."""
    assert claims(hear(extractor, "I met Tom, lives in Rome")) == {"self | meet | Tom"}


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["A: Do you still live in Ghent?", "Not anymore."], {"self | live in | Ghent | ends"}),
        (["A: Are you still working at the museum?", "No, not since 2020."], {"self | work at | museum | ends"}),
        (["A: Do you still want the recipe?", "No, thanks"], set()),
        (["A: Anything I should know about your diet?", "Vegan, no nuts"], {"self | be | vegan", "self | eat | nuts | not"}),
        (["A: Are you vegan?", "not vegan, just picky"], set()),
        (["A: What do you study?", "Final year of law at Leiden"], {"self | study | law", "self | study at | Leiden"}),
        (["Final year of the project at Siemens"], set()),
    ],
)  # fmt: skip
def test_short_answers(extractor: SpacyExtractor, texts: list[str], said: set[str]) -> None:
    """The question tells what an answer of a few words is about."""
    assert claims(hear(extractor, *texts)) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I'm in Malmö now, moved here in May.", {"self | live in | Malmö", "self | move"}),
        ("We're in Rome for the weekend.", set()),
        ("We're in Rome now.", set()),
        ("Yuki's moving to Toronto in May, her firm is opening an office.", {"Yuki | plan to | move to Toronto"}),
        ("Jade's dating Mo", {"Jade | date | Mo"}),
        ("Ana's cooking is great.", set()),
    ],
)
def test_being_and_moving_somewhere(extractor: SpacyExtractor, text: str, said: set[str]) -> None:
    """Being somewhere is living there only for who moved there."""
    assert claims(hear(extractor, text)) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I'm vegan, left-handed and chronically late", {"self | be | vegan", "self | be | left-handed", "self | be | chronically late"}),
        ("I'm vegan, tired and hungry", {"self | be | vegan"}),
        ("Leo is a plumber and fixes boilers", {"Leo | be | plumber", "Leo | fix | boilers"}),
        ("Tom is 30 and single.", {"Tom | age | 30", "Tom | be | single"}),
        ("Zoe is a dancer, lives in Paris", {"Zoe | be | dancer", "Zoe | live in | Paris"}),
        ("I'm a physio at a small clinic", {"self | be | physio", "self | work at | small clinic"}),
        ("I'm a regular at the bakery", set()),
        ("Will's a chef.", {"Will | be | chef"}),
    ],
)  # fmt: skip
def test_lists_of_what_somebody_is(extractor: SpacyExtractor, text: str, said: set[str]) -> None:
    """The second and third thing said of somebody count like the first."""
    assert claims(hear(extractor, text)) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Lea and Finn have been together for ten years", {"Lea | partner | Finn"}),
        ("Lea and Finn have been together at the gym", set()),
        ("Ben proposed last night and I said yes!", {"Ben | be engaged to | self"}),
        ("Priya proposed a new budget and I said yes", {"Priya | propose | new budget"}),
        ("Uncle Ted lives in Oslo.", {"Ted | uncle | self", "Ted | live in | Oslo"}),
        ("Uncle Bob's Pizza is great", set()),
    ],
)
def test_what_people_are_to_one_another(extractor: SpacyExtractor, text: str, said: set[str]) -> None:
    """Couples, proposals and uncles are told without the usual words."""
    assert claims(hear(extractor, text)) == said


def test_a_short_name_after_the_full_one(extractor: SpacyExtractor) -> None:
    """ "Minnie for short" is the same person."""
    heard = hear(extractor, "Our daughter's called Wilhelmina, Minnie for short")

    assert frozenset(("Wilhelmina", "Minnie")) in same(heard)
