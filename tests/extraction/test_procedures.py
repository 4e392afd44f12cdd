"""What to do when something comes up, and what is always to be done, as people tell an assistant."""

from __future__ import annotations

import pytest

from graphmem.extraction.spacy import SpacyExtractor
from tests.extraction.saying import claims, hear


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("When I say deploy, I mean run the checks and push.", "self | meaning deploy | run the checks and push"),
        ('So when I say "ship it" I mean merge to main', "self | meaning ship it | merge to main"),
        ("By EOD I mean 6 pm Lisbon time.", "self | meaning eod | 6 pm Lisbon time"),
        ("Whenever I ask for a summary, use bullets.", "self | whenever asks for a summary | use bullets"),
        ("If I ask for code, please don't explain it.", "self | whenever asks for code | don't explain it"),
        ("When I'm stressed, remind me to breathe.", "self | whenever is stressed | remind them to breathe"),
        ("From now on, answer in English.", "self | instruct | answer in English"),
        ("Never use emojis!", "self | instruct | never use emojis"),
        ("Please always cite your sources.", "self | instruct | always cite your sources"),
        ("Call me Ace.", "self | instruct | call them Ace"),
    ],
)
def test_a_procedure_is_read_whole(extractor: SpacyExtractor, text: str, read: str) -> None:
    """What brings it up is a part of what it is, and nothing else is read in it."""
    assert claims(hear(extractor, text)) == {read}


@pytest.mark.parametrize(
    "text",
    [
        "Never mind.",
        "Always look on the bright side.",
        "When I'm in Porto, I call Ana.",
        "When I was a kid, I lived in Rome.",
        "Should I use bullets whenever I ask for a summary?",
        "Everyone calls me Ace.",
        "From now on I live in Porto.",
    ],
)
def test_what_is_no_order_to_an_assistant_is_no_procedure(extractor: SpacyExtractor, text: str) -> None:
    """Sayings, habits, stories, questions."""
    told = {claim.predicate.split()[0] for claim in hear(extractor, text).claims}

    assert not told & {"meaning", "whenever", "instruct"}


def test_an_assistant_tells_nobody_what_to_do(extractor: SpacyExtractor) -> None:
    """What it proposes is not agreed."""
    assert hear(extractor, "When you say deploy, I mean push.", role="assistant").claims == ()
    assert hear(extractor, "From now on, answer in English.", role="assistant").claims == ()


def test_a_plan_comes_with_its_reason(extractor: SpacyExtractor) -> None:
    """As it is said, and in the third person."""
    heard = claims(hear(extractor, "I decided to leave Feedzai because my commute is too long."))

    assert {
        "self | plan to | leave Feedzai",
        "self | reason leave Feedzai | their commute is too long",
    } <= heard
