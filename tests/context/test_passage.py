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


def test_a_passage_begins_and_ends_with_sentences() -> None:
    """The one that answers, with those around it that still fit."""
    text = " ".join(f"It rained on day {number}." for number in range(300))
    text = text.replace("It rained on day 150.", "Ana lives in Lisbon!")

    assert passage(text, ASKED, counter=EXACT, limit=30) == (
        "…It rained on day 149. Ana lives in Lisbon! It rained on day 151. It rained on day 152.…"
    )


def test_two_places_that_answer_are_both_quoted() -> None:
    """With a mark between them for what is left out."""
    text = "Ana lives in Lisbon. " + "It rained. " * 300 + "In Lisbon Ana lives by the river. " + "It rained. " * 300

    quoted = passage(text, ASKED, counter=EXACT, limit=40)

    assert "Ana lives in Lisbon." in quoted
    assert "… In Lisbon Ana lives by the river." in quoted


def test_a_word_that_is_everywhere_decides_little() -> None:
    """The rare one of those asked for does."""
    text = "Ana likes rain. " * 200 + "The flat in Lisbon is small. " + "Ana likes rain. " * 200

    assert "Lisbon" in passage(text, ASKED, counter=EXACT, limit=30)


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
    assert all(piece in whole for piece in quoted.removeprefix("…").removesuffix("…").split(" … "))
