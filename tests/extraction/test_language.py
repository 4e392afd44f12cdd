"""What is read as English prose and what is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.extraction.language import is_readable, pieces, prose


@pytest.mark.parametrize(
    "text",
    [
        "Ich wohne in Berlin und arbeite bei der Bahn.",
        "Vivo en Madrid con mi hermana y me gusta el jazz.",
        "J'habite à Paris avec ma sœur et je suis très heureuse.",
        "Moro em Lisboa com a minha irmã e não como carne.",
        "私はリスボンに住んでいます。",
        "Я живу в Лиссабоне.",
        "أعيش في لشبونة",
    ],
)
def test_other_languages_are_not_read(text: str) -> None:
    """They are stored and marked unsupported instead."""
    assert not is_readable(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ok",
        "😀😀",
        "Ana",
        "Bom dia!",
        "thx, c u in La Paz",
        "I had paella and a caña in Madrid.",
        "José lives in São Paulo",
        "12:30",
    ],
)
def test_short_and_mixed_english_is_read(text: str) -> None:
    """Doubt counts as English."""
    assert is_readable(text)


@pytest.mark.parametrize(
    "text",
    [
        "```python\nI = live(in_='Rome')\n```",
        "2024-01-02 10:00:00 ERROR Ana lives in Rome",
        "<b>",
        "https://example.com/i-live-in-rome",
        '{"a": [1, 2, {"b": null}], "c": {"d": [3, 4]}}',
    ],
)
def test_code_logs_and_addresses_are_blanked(text: str) -> None:
    """What is no prose is not parsed."""
    assert prose(text).split() == []


@given(st.text())
def test_blanking_keeps_every_offset(text: str) -> None:
    """The prose of a text is as long as the text."""
    assert len(prose(text)) == len(text)


@given(st.text(alphabet="ab .\n", max_size=300), st.integers(5, 40), st.integers(0, 300))
def test_pieces_are_the_text_in_order(text: str, size: int, cap: int) -> None:
    """Each piece stands at its offset, and only blanks and what is beyond the cap are left out."""
    found = list(pieces(text, size=size, cap=cap))

    assert all(text[start : start + len(piece)] == piece and len(piece) <= size for start, piece in found)
    assert "".join(piece for _, piece in found).split() == text[:cap].split() or "".join(
        "".join(piece.split()) for _, piece in found
    ) == "".join(text[:cap].split())
