"""What was undone was said all the same: wherever a context quotes it, it says so, and it hides nothing that still holds."""

from __future__ import annotations

from dataclasses import replace

from graphmem.types import JsonPart, Period, Provenance, TextPart, ToolCallPart, ToolResultPart
from tests.context.story import MAY, MOVED, context, fact, recalled, said, summary

BACK = "My sister Ana moved to Lisbon. (taken back)"


def test_the_window_says_what_was_taken_back() -> None:
    """In the chat and in the text; what was said around it is as it was."""
    built = context(window=[MOVED, said(2, "Nice!", role="assistant")], taken_back=[MOVED.id])

    assert [each["content"] for each in built.chat[-3:]] == [BACK, "Nice!", "Where does Ana live?"]
    assert f"Ada: {BACK}" in built.text


def test_the_summary_says_what_was_taken_back() -> None:
    """The one line of that message."""
    built = context(folded=summary("My sister Ana moved to Lisbon.", "My cat is Tom."), taken_back=["old0"])

    assert f"- Ada: {BACK}" in built.text
    assert "- Ada: My cat is Tom.\n" in built.text + "\n"


def test_the_other_half_of_an_exchange_says_that_it_was_taken_back() -> None:
    """A question that an old answer brings."""
    asked = said(1, "Where does my sister Ana live?")
    answer = said(2, "In Lisbon, by the river.", role="assistant")

    built = context(recall=recalled(answer), beside=[asked], taken_back=[asked.id])

    assert "Where does my sister Ana live? (taken back)" in built.text
    assert "In Lisbon, by the river. (taken back)" not in built.text


def test_a_fact_is_told_though_the_window_says_the_same_and_takes_it_back() -> None:
    """What is no more so by one message may be so by another."""
    turn = said(50, "I live in Porto.")
    sources = tuple(Provenance(one, 0, len(turn.text), "holds", turn.at) for one in (turn.id, "another"))
    lives = replace(fact("Ada lives in Porto"), periods=(Period("f", MAY, None, False, None),), sources=sources)

    before = context(recall=recalled(lives), window=[turn])
    after = context(recall=recalled(lives), window=[turn], taken_back=[turn.id])

    assert "Facts:" not in before.text
    assert "- Ada lives in Porto" in after.text


def test_the_same_said_again_is_quoted_beside_what_was_taken_back() -> None:
    """Only what is taken back twice is said once."""
    again = said(9, "My sister Ana moved to Lisbon.")

    built = context(recall=recalled(again), window=[MOVED], taken_back=[MOVED.id])
    both = context(recall=recalled(again), window=[MOVED], taken_back=[MOVED.id, again.id])

    assert built.text.count("My sister Ana moved to Lisbon.") == 2
    assert built.text.count("(taken back)") == 1
    assert both.text.count("My sister Ana moved to Lisbon.") == 1


def test_a_long_one_keeps_its_mark_when_it_is_shortened() -> None:
    """A passage of it, and the mark after it."""
    long = said(1, "We talked of the garden. " * 900)

    built = context(window=[long], taken_back=[long.id], budget=900)

    assert built.chat[-2]["content"].endswith("(taken back)")
    assert built.tokens <= 900


def test_what_a_tool_answered_is_not_taken_back() -> None:
    """Only the word of who said the message is."""
    call = replace(
        said(1, "I look it up.", role="assistant"),
        parts=(TextPart("I look it up."), JsonPart('{"a": 1}'), ToolCallPart("c1", "look", "{}")),
    )
    result = replace(said(2, "Lisbon", role="tool"), parts=(ToolResultPart("c1", "Lisbon"),))

    built = context(window=[call, result], taken_back=[call.id])

    assert [each["content"] for each in built.chat[-3:-1]] == ['I look it up.\n{"a": 1} (taken back)', "Lisbon"]
