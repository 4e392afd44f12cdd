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
