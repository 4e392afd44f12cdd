"""The one tokeniser: what counts as a word, in any script, of any text."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.terms import LONGEST, count, terms


def test_inflections_of_an_english_word_are_one_term() -> None:
    """Asked about a move, what was said of moving is found."""
    assert terms("moved") == terms("moving") == terms("moves")


def test_a_possessive_is_the_name_itself() -> None:
    """Ana's sister is found by Ana."""
    assert terms("Ana's sister") == ["ana", "sister"]


@pytest.mark.parametrize("name", ["C++", "C#", "F#"])
def test_a_language_named_by_a_letter_and_a_sign_is_not_the_letter(name: str) -> None:
    """C++ is neither C nor C#."""
    assert terms(f"I write {name}.")[-1] == name.casefold()


@pytest.mark.parametrize(
    ("text", "whole", "part"),
    [
        ("our CI/CD pipeline", "ci/cd", "cd"),
        ("SR-2023-052 is late.", "sr-2023-052", "052"),
        ("write to ana.silva@example.com", "ana.silva@example.com", "silva"),
        ("rename user_name", "user_name", "name"),
        ("Mr O'Brien", "obrien", "brien"),
    ],
)
def test_a_joined_name_is_found_whole_and_in_parts(text: str, whole: str, part: str) -> None:
    """Identifiers keep their identity, and a part of one still finds it."""
    assert {whole, part} <= set(terms(text))


def test_identifiers_that_differ_in_a_digit_are_different_terms() -> None:
    """SR-2023-052 and SR-2023-053 share parts, not the whole."""
    assert "sr-2023-053" not in terms("SR-2023-052 is late.")


def test_accents_of_latin_letters_do_not_matter() -> None:
    """Łódź, José and Ærø are found by who has no such keyboard."""
    assert terms("José Łódź Ærø") == terms("Jose Lodz Aero")


def test_composed_and_decomposed_spellings_are_one_term() -> None:
    """Which Unicode form a keyboard sends does not matter."""
    assert terms(unicodedata.normalize("NFD", "José Петрой")) == terms(unicodedata.normalize("NFC", "José Петрой"))


def test_marks_of_other_scripts_stay() -> None:
    """й is not и, and a Hindi word is not cut at its vowel signs."""
    assert terms("мой") != terms("мои")
    assert len(terms("हिन्दी")) == 1


def test_a_script_without_spaces_is_cut_into_pairs() -> None:
    """A word inside a run of characters is found; two universities and schools stay apart."""
    assert terms("国立大学") == ["国立", "立大", "大学"]
    assert set(terms("国立大学")).isdisjoint(terms("私立高校"))


def test_a_lone_character_is_a_term() -> None:
    """猫 alone is a word."""
    assert terms("猫") == ["猫"]


def test_stop_words_go_unless_nothing_else_is_there() -> None:
    """A question is its content words; "What is this?" is still something."""
    assert terms("What is the pipeline?") == ["pipelin"]
    assert terms("What is this?") == ["what", "is", "this"]


def test_words_of_search_syntax_are_words() -> None:
    """Operators mean nothing here."""
    assert terms('AND OR NOT foo:bar* "unbalanced') == ["not", "foo", "bar", "unbalanc"]


def test_thousands_are_one_number() -> None:
    """1,000 is a thousand, not one and nothing."""
    assert terms("1,000 and 3.14") == ["1000", "3.14"]


def test_a_count_tells_each_term_once_and_the_whole_length() -> None:
    """What an index keeps of a text."""
    counted, length = count("Lisbon, Lisbon, and Porto")

    assert counted == {"lisbon": 2, "porto": 1}
    assert length == 3


@given(st.text())
def test_any_text_has_terms_of_bounded_length(text: str) -> None:
    """Whatever is pasted, nothing fails and no term is longer than the limit."""
    assert all(0 < len(term) <= LONGEST for term in terms(text))


@given(st.text())
def test_case_and_width_do_not_matter_to_ascii(text: str) -> None:
    """Shouting finds the same."""
    ascii_text = text.encode("ascii", "ignore").decode()

    assert terms(ascii_text.upper()) == terms(ascii_text.lower())


@pytest.mark.parametrize(
    "pasted", ["a" * 100_000, "a." * 50_000, "a+" * 50_000, "中" * 100_000, "'" * 100_000, "\ud800"]
)
def test_a_pasted_monster_is_read_in_one_pass(pasted: str) -> None:
    """No more terms than characters, and no long term."""
    found = terms(pasted)

    assert len(found) <= len(pasted)
    assert all(len(term) <= LONGEST for term in found)
