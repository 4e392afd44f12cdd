"""A passage of a long text: within the limit, from the text, around what was asked for."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graphmem.context.passage import passage
from graphmem.terms import terms
from tests.context.story import BOUND, EXACT

ASKED = frozenset(terms("Where does Ana live in Lisbon?"))


def test_a_short_text_is_quoted_whole() -> None:
    """Nothing is cut that need not be."""
    assert passage("Ana lives in Lisbon.", ASKED, counter=EXACT, limit=20) == "Ana lives in Lisbon."


def test_a_passage_is_cut_at_words_and_says_where_it_was_cut() -> None:
    """At the beginning, in the middle and at the end."""
    flood = "rain " * 3000

    start = passage("Ana lives in Lisbon " + flood, ASKED, counter=EXACT, limit=40)
    middle = passage(flood + "Ana lives in Lisbon " + flood, ASKED, counter=EXACT, limit=40)
    end = passage(flood + "Ana lives in Lisbon", ASKED, counter=EXACT, limit=40)

    assert start.startswith("Ana lives in Lisbon rain")
    assert middle.startswith("…rain")
    assert "Ana lives in Lisbon" in middle
    assert end.endswith("rain Ana lives in Lisbon")
    assert [text.count("…") for text in (start, middle, end)] == [1, 2, 1]


def test_the_stretch_with_most_of_the_words_wins() -> None:
    """Not the first that has one of them."""
    text = "Lisbon " + "rain " * 500 + "Ana lives here " + "rain " * 500

    assert "Ana lives here" in passage(text, ASKED, counter=EXACT, limit=40)


def test_without_words_to_look_for_the_beginning_is_quoted() -> None:
    """It is what people read first."""
    assert passage("Dear Ana, " + "rain " * 500, frozenset(), counter=EXACT, limit=20).startswith("Dear Ana, rain")


def test_a_text_without_spaces_is_cut_too() -> None:
    """Japanese, or a pasted key."""
    quoted = passage("国" * 5000 + "黒猫", frozenset(terms("黒猫")), counter=EXACT, limit=30)

    assert quoted.endswith("黒猫")
    assert EXACT.text(quoted) <= 30


@given(
    st.text(max_size=50), st.text(max_size=5), st.integers(1, 200), st.sampled_from([EXACT, BOUND]), st.integers(4, 60)
)
def test_a_passage_is_within_its_limit_and_from_the_text(
    text: str, filler: str, times: int, counter: object, limit: int
) -> None:
    """Whatever the text and the tokenizer."""
    assert counter in (EXACT, BOUND)
    tokens = EXACT if counter == EXACT else BOUND
    whole = filler * times + text + filler * times

    quoted = passage(whole, frozenset(terms(text)), counter=tokens, limit=limit)

    assert tokens.text(quoted) <= limit
    assert quoted.removeprefix("…").removesuffix("…") in whole
