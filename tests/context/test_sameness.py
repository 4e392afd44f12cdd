"""What says the same is the same whatever its dress; other numbers, names and speakers make it another."""

from __future__ import annotations

import pytest

from graphmem.context.sameness import Heard, Saying, words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I love jazz.", "i LOVE  jazz!!"),
        ("Oh, I really love jazz", "I love jazz"),
        ("“I love jazz”", "I love jazz…"),
    ],
)
def test_dress_makes_no_difference(one: str, other: str) -> None:
    """Capitals, punctuation and words of stress."""
    assert words(one) == words(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("SR-2023-052 is late.", "SR-2023-053 is late."),
        ("I love jazz.", "I don't love jazz."),
        ("Ana called Ben.", "Ben called Ana."),
        ("I write C.", "I write C++."),
        ("It is 5 degrees.", "It is -5 degrees."),
        ("国立大学", "私立高校"),
        ("👍", "👎"),
    ],
)
def test_a_word_makes_a_difference(one: str, other: str) -> None:
    """Numbers, negation, order and signs are words."""
    assert words(one) != words(other)


def test_two_people_may_say_the_same() -> None:
    """That Ben loves jazz too is news."""
    ada, ben = Saying("Ada", words("I love jazz.")), Saying("Ben", words("I love jazz."))

    assert ada in Heard([Saying("Ada", words("It rains. Well, I love jazz! And piano."))])
    assert ben not in Heard([ada])


def test_a_part_of_a_sentence_is_another_statement() -> None:
    """ "I love jazz" is not what "I doubt I love jazz" says."""
    assert Saying("Ada", words("I love jazz.")) not in Heard([Saying("Ada", words("I doubt I love jazz."))])
