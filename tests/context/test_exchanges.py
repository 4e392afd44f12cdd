"""A recalled answer brings its question, and a question its answer, where they fit and nothing else brings them."""

from __future__ import annotations

from dataclasses import replace

from graphmem.context.exchanges import around, exchange, partners, places
from graphmem.types import TokenBudget
from tests.context.story import answered, called, context, recalled, said

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


def test_an_exchange_is_a_turn_with_the_last_answer_before_the_next() -> None:
    """Whichever message of it is found; calls and their results stand between and are no answer."""
    talk = [said(1, "Weather?"), called(2, "c1"), answered(3, "c1"), said(4, "Sunny.", role="assistant"), said(5, "Ok")]

    for found in talk[:4]:
        assert exchange(found, talk) == (talk[0], talk[3])
    assert exchange(talk[4], talk) == (talk[4], None)
    assert exchange(REPLY, []) == (None, REPLY)
    assert exchange(talk[3], talk[1:]) == (None, talk[3])


def test_other_sessions_and_other_peoples_talk_are_no_part_of_it() -> None:
    """Though their places are the same."""
    elsewhere = [replace(QUESTION, id="x", session="s2"), replace(QUESTION, id="y", namespace="org:acme")]

    assert exchange(ANSWER, elsewhere) == (None, ANSWER)


def test_an_exchange_is_looked_for_near_its_message() -> None:
    """From six places before to six after, none before the first."""
    assert around([said(2, "Hm.")]) == tuple(("s1", seq) for seq in range(1, 9))
    assert len(around([said(20, "Hm."), said(21, "Hm.")])) == 14
