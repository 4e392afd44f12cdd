"""Notes and lists are read line by line where their layout says so; a heading states nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.extraction.layout import beginnings, without_marks
from graphmem.extraction.spacy import SpacyExtractor
from tests.extraction.saying import claims, hear

NOTES = [
    ("## Tom\n\nTom drives a Volvo.", ["Tom | drive | Volvo"]),
    ("## Tom\n\n- Tom drives a Volvo.\n- Ana lives in Porto.", ["Tom | drive | Volvo", "Ana | live in | Porto"]),
    ("People:\n- Ana lives in Porto\n- Tom works at Bosch\n", ["Ana | live in | Porto", "Tom | work at | Bosch"]),
    ("1. Ana lives in Porto\n2. Tom works at Bosch", ["Ana | live in | Porto", "Tom | work at | Bosch"]),
    ("Ana\n\nAna lives in Porto", ["Ana | live in | Porto"]),
]


@pytest.mark.parametrize(("text", "stated"), NOTES)
def test_the_layout_of_a_note_ends_sentences(extractor: SpacyExtractor, text: str, stated: list[str]) -> None:
    """Neither a heading nor the mark of a list becomes part of a name."""
    assert claims(hear(extractor, text)) == set(stated)


@given(st.text(alphabet="#-*1. \nAb"))
def test_blanking_marks_keeps_every_offset(text: str) -> None:
    """What is found is found where it was said, and lines stay lines."""
    bare = without_marks(text)

    assert len(bare) == len(text)
    assert bare.count("\n") == text.count("\n")
    assert all(at <= len(text) for at in beginnings(text))
