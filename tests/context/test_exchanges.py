"""A recalled answer brings its question, and a question its answer, where they fit and nothing else brings them."""

from __future__ import annotations

from graphmem.context.exchanges import partners, places
from graphmem.types import TokenBudget
from tests.context.story import context, recalled, said

QUESTION = said(1, "Which flat should I take?")
ANSWER = said(2, "The one by the river in Lisbon.", role="assistant")
THANKS = said(3, "Thanks, I took it.")
REPLY = said(4, "Enjoy it!", role="assistant")


def test_an_answer_looks_for_its_question_and_a_question_for_its_answer() -> None:
    """One place before, one place after; what asks nothing looks for nothing."""
    assert places([ANSWER]) == (("s1", 1),)
    assert places([QUESTION]) == (("s1", 2),)
    assert places([THANKS]) == ()
    assert places([QUESTION, ANSWER]) == ()


def test_the_other_half_is_of_the_other_role() -> None:
    """Two turns of one speaker in a row are no exchange."""
    assert partners([ANSWER], [QUESTION]) == {"m2": QUESTION}
    assert partners([ANSWER], [said(1, "I am thinking.", role="assistant")]) == {}
    assert partners([REPLY], [ANSWER]) == {}


def test_an_answer_is_shown_under_its_question() -> None:
    """In the order they were said."""
    built = context(recall=recalled(ANSWER), beside=[QUESTION])

    assert "- Ada: Which flat should I take?\n- Assistant: The one by the river in Lisbon." in built.text
    assert "Old turn of Ada on 3 May 2024: it is the other half of an exchange shown." in built.explain()


def test_a_question_is_not_shown_without_the_answer_it_came_for() -> None:
    """When only one of them fits, it is the one that was found."""
    texts = [
        context(recall=recalled(ANSWER), beside=[QUESTION], budget=TokenBudget(total)).text for total in range(60, 200)
    ]

    shown = {("by the river" in text, "Which flat" in text) for text in texts}

    assert shown == {(False, False), (True, False), (True, True)}


def test_what_stands_in_the_window_is_not_brought_again() -> None:
    """Once is enough."""
    built = context(recall=recalled(ANSWER), beside=[QUESTION], window=[QUESTION])

    assert built.text.count("Which flat should I take?") == 1
