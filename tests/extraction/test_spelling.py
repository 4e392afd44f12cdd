"""Misspelt messages are read as meant, and quoted as they were written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.extraction.protocol import Turn
from graphmem.extraction.spacy import SpacyExtractor
from graphmem.extraction.spelling import repaired, unrepaired
from graphmem.types import Extraction, Mention
from tests.extraction.saying import claims, hear, message


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("i wrk at ikea", "self | work at | ikea"),
        ("i luv hiking", "self | love | hiking"),
        ("my freind Omar lives in Cairo", "Omar | live in | Cairo"),
        ("i live w/ my sister", "self | live with | self's sister"),
        ("im alergic to penuts", "self | be allergic to | peanuts"),
    ],
)
def test_misspelt_words_are_read_as_meant(extractor: SpacyExtractor, text: str, said: str) -> None:
    """A letter left out does not lose a fact."""
    heard = hear(extractor, text)

    assert said in claims(heard)


def test_a_quote_is_as_it_was_written(extractor: SpacyExtractor) -> None:
    """Offsets are those of the message, whatever it was read as."""
    text = "btw i wrk at the hosptal w/ Ana. My bday is 4 novmber."

    heard = hear(extractor, text)

    assert {text[slice(*claim.quote)] for claim in heard.claims} >= {"My bday is 4 novmber."}
    assert all(text[mention.start : mention.end] == mention.surface for mention in heard.mentions)


@given(st.lists(st.sampled_from(["wrk", "w/", "Ana", "alergic", "n", "é", "novmber", "WRK", "."]), max_size=8))
def test_a_stretch_after_repaired_words_keeps_its_place(words: list[str]) -> None:
    """What follows any number of repairs is found again where it stands."""
    original = message(" ".join([*words, "Zoltan"]))
    read = repaired(Turn(original)).message.text
    place = read.index("Zoltan")
    found = Extraction("m", "test", "1", mentions=(Mention("Zoltan", place, place + 6, "name", "Zoltan"),))

    [mention] = unrepaired(found, original).mentions

    assert original.text[mention.start : mention.end] == mention.surface == "Zoltan"
