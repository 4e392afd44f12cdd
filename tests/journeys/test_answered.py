"""Whether memory holds an answer: said of what was asked, and not where another's would only look like one."""

from __future__ import annotations

import pytest

from graphmem import Memory

TOLD = (
    "My brother Tom's birthday is on 5 May. Tom drives a Volvo.",
    "Ana lives in Lisbon and likes orchids.",
    "We went for a walk by the river and talked for hours.",
)


@pytest.mark.parametrize("question", ["When is Tom's birthday?", "Where does Ana live?", "What does Tom drive?"])
def test_a_fact_that_says_what_is_asked_is_an_answer(question: str) -> None:
    """However little else memory holds."""
    with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        for text in TOLD:
            memory.remember(text)

        assert memory.recall(question).answered


@pytest.mark.parametrize("question", ["What is Zoe's phone number?", "When is Zoe's birthday?"])
def test_what_is_asked_of_somebody_unknown_is_not_answered(question: str) -> None:
    """Tom's birthday is not hers."""
    with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        for text in TOLD:
            memory.remember(text)

        assert not memory.recall(question).answered


@pytest.mark.parametrize("question", ["What am I allergic to?", "When did Ana get married?", "Who is my dentist?"])
def test_what_no_word_was_said_of_is_not_answered(question: str) -> None:
    """Of the one asked about much is known, and nothing of this."""
    with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        for text in TOLD:
            memory.remember(text)

        assert not memory.recall(question).answered


def test_what_a_fact_says_in_other_words_is_an_answer() -> None:
    """No word of the question was used."""
    with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        memory.remember("I work at Feedzai.")

        assert memory.recall("What's my job?").answered
