"""A running summary keeps the telling sentences in their own words, whatever order the messages came in."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.context.lines import summary_text
from graphmem.context.summary import LONGEST, Sentences, due, fold, folded
from graphmem.errors import InvalidInput
from graphmem.types import Message
from tests.context.story import BOUND, EXACT, TEXTS, answered, called, said, windows

TALK = [
    said(1, "Hello there! How are you?"),
    said(2, "Hi Ada. I am fine, thanks for asking.", role="assistant"),
    said(3, "My sister Ana moved to Lisbon. She works at Feedzai now."),
    said(4, "What does she do there?", role="assistant"),
    said(5, "Ana writes fraud models at Feedzai. Ok."),
    said(6, "I am allergic to peanuts."),
]


def lines(messages: list[Message], *, limit: int = 300) -> list[str]:
    return [line.text for line in fold(messages, counter=EXACT, limit_tokens=limit, self_name="Ada").lines]


def test_what_people_say_of_themselves_is_kept_and_small_talk_is_not() -> None:
    """Greetings and questions tell nothing."""
    kept = lines(TALK)

    assert {"My sister Ana moved to Lisbon.", "I am allergic to peanuts."} <= set(kept)
    assert not {"Hello there!", "How are you?", "What does she do there?", "Ok."} & set(kept)


def test_when_little_fits_the_most_telling_stays() -> None:
    """A small limit keeps what most of the talk is about."""
    [kept] = lines(TALK, limit=24)

    assert "Ana" in kept


def test_lines_stand_in_time_order_with_speaker_and_source() -> None:
    """Each line can be traced to its message."""
    folded = fold(TALK, counter=EXACT, self_name="Ada")

    assert [line.message_id for line in folded.lines] == sorted(line.message_id for line in folded.lines)
    assert {line.speaker for line in folded.lines if line.message_id == "m3"} == {"Ada"}
    assert folded.covers_until == (TALK[-1].at, TALK[-1].seq)


def test_a_sentence_said_twice_stands_once() -> None:
    """Also in other capitals."""
    twice = [said(1, "I love jazz music a lot."), said(2, "I LOVE jazz music a lot.")]

    assert lines(twice) == ["I love jazz music a lot."]


def test_a_flood_gives_a_line_like_any_other() -> None:
    """A sentence of 100,000 characters is cut."""
    [line] = lines([said(1, "I like Ana " + "and rain " * 11_000)])

    assert len(line) <= LONGEST
    assert line.endswith("…")


def test_what_tools_and_systems_say_is_not_folded() -> None:
    """A summary tells what people talked about."""
    assert (
        lines([said(1, "You are my kind assistant for Ada.", role="system"), answered(2, "c1", "My name is Tool.")])
        == []
    )


def test_nothing_cannot_be_folded_nor_two_sessions() -> None:
    """A summary is of one session."""
    other = Message("x", "x", "s2", "user", (), "Hello", TALK[0].at, TALK[0].at)

    for messages in ([], [*TALK, other]):
        with pytest.raises(InvalidInput, match="one session"):
            fold(messages, counter=EXACT)


@given(st.lists(TEXTS, min_size=1, max_size=6), st.integers(), st.sampled_from([EXACT, BOUND]), st.integers(0, 120))
def test_a_summary_is_a_function_of_the_set_of_its_messages(
    texts: list[str], seed: int, counter: object, limit: int
) -> None:
    """Order and repetition change nothing, and the lines stay within the limit."""
    messages = [said(number, text) for number, text in enumerate(texts)]
    shuffled = random.Random(seed).sample(messages, len(messages))
    tokens = EXACT if counter == EXACT else BOUND

    folded = fold(messages, counter=tokens, limit_tokens=limit, self_name="Ada")

    assert folded == fold([*shuffled, shuffled[0]], counter=tokens, limit_tokens=limit, self_name="Ada")
    assert sum(tokens.text(summary_text(line.at, line.speaker, line.text) + "\n") for line in folded.lines) <= limit


@given(st.lists(TEXTS, min_size=1, max_size=6), st.integers(1, 6), st.integers(0, 120))
def test_sentences_that_were_read_before_are_folded_as_when_they_are_read_anew(
    texts: list[str], first: int, limit: int
) -> None:
    """One walk over a session reads each message once, whatever it folds."""
    messages = [said(number, text) for number, text in enumerate(texts)]
    read = Sentences(EXACT, "Ada")
    folded(messages[:first], read, limit_tokens=limit)

    assert folded(messages, read, limit_tokens=limit) == fold(
        messages, counter=EXACT, limit_tokens=limit, self_name="Ada"
    )


@pytest.mark.parametrize(
    "text",
    [
        "My sister Ana moved to Lisbon.  My dog Rex stayed.",
        "My sister Ana moved to Lisbon.\n\nMy dog Rex stayed.",
        "My sister Ana moved to Lisbon.。My dog Rex stayed.",
    ],
)
def test_a_sentence_ends_where_people_end_it(text: str) -> None:
    """At a full stop before a space, at the end of a line, and after the full stop of a script without spaces."""
    kept = lines([said(1, text)])

    assert [one.rstrip("。") for one in kept] == ["My sister Ana moved to Lisbon.", "My dog Rex stayed."]


def test_messages_leave_the_window_in_blocks() -> None:
    """None until a whole block may go."""
    window = [said(number, "Hi") for number in range(25)]

    assert due(window[:19], keep=10, block=10) == ()
    assert due(window[:20], keep=10, block=10) == tuple(window[:10])
    assert due(window, keep=5, block=10) == tuple(window[:20])


def test_a_block_does_not_part_a_result_from_its_call() -> None:
    """It is cut short before the call, or drawn out past the result when it would be empty."""
    early = [said(1, "Hi"), called(2, "c1"), answered(3, "c1"), said(4, "Ok"), said(5, "Bye")]
    at_once = [called(1, "c1"), said(2, "Hm"), answered(3, "c1"), said(4, "Ok"), said(5, "Bye")]

    assert due(early, keep=3, block=2) == tuple(early[:1])
    assert due(at_once, keep=3, block=2) == tuple(at_once[:3])


def test_a_window_that_cannot_be_cut_stays() -> None:
    """One long exchange with a tool."""
    window = [called(1, "c1"), *(said(number, "Hm") for number in range(2, 9)), answered(9, "c1")]

    assert due(window, keep=2, block=3) == ()


@given(st.integers(0, 60), st.integers(0, 8), st.integers(1, 8))
def test_messages_leave_at_the_same_places_however_many_came_at_once(count: int, keep: int, block: int) -> None:
    """Folding after each message and folding after all end alike."""
    window = [said(number, "Hi") for number in range(count)]
    at_once = len(due(window, keep=keep, block=block))

    gone = 0
    for arrived in range(count + 1):
        gone += len(due(window[gone:arrived], keep=keep, block=block))

    assert gone == at_once


@given(windows(), st.integers(0, 3), st.integers(1, 3))
def test_what_leaves_is_the_oldest(window: list[Message], keep: int, block: int) -> None:
    """Of any window, a beginning of it."""
    left = due(window, keep=keep, block=block)

    assert left == tuple(window[: len(left)])
