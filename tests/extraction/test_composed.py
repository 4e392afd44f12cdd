"""Text whose accents are characters of their own is read like any other."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from graphmem.extraction.composed import composed, restored
from graphmem.extraction.protocol import Turn
from graphmem.extraction.spacy import SpacyExtractor
from graphmem.types import Extraction, Mention
from tests.extraction.saying import message

DECOMPOSED = unicodedata.normalize("NFD", "José García works at Café Zoë. I love crème brûlée.")


def test_decomposed_names_are_read_whole_with_spans_of_the_original() -> None:
    """José García, not José."""
    [read] = SpacyExtractor().extract([Turn(message(DECOMPOSED))])

    assert "José García" in {mention.name for mention in read.mentions}
    assert all(DECOMPOSED[m.start : m.end] == m.surface for m in read.mentions)


@given(st.text(alphabet="aé\u0301\u0327e한\u1112\u1161\u11ab .", max_size=30), st.data())
def test_spans_are_given_back_inside_the_original(text: str, data: st.DataObject) -> None:
    """Whatever was composed, a span of it is a span of what was sent, and the whole is the whole."""
    original = message(text)
    read = composed(Turn(original)).message.text
    start = data.draw(st.integers(0, len(read)))
    end = data.draw(st.integers(start, len(read)))
    mentions = (Mention(read[start:end], start, end, "name", "x"), Mention(read, 0, len(read), "name", "y"))

    part, whole = restored(Extraction(original.id, "t", "1", mentions), original).mentions

    assert 0 <= part.start <= part.end <= len(text)
    assert part.surface == text[part.start : part.end]
    assert whole == replace(whole, start=0, end=len(text), surface=text)
