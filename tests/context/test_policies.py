"""What a window may be made of: turns, tokens, or what the summary lacks; never half a call."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.context.filling import unit_size
from graphmem.context.policies import enough, kept
from graphmem.context.window import units
from graphmem.errors import InvalidInput
from graphmem.types import ByPriority, LastMessages, LastTokens, LastTurns, Message, SinceSummary, WindowPolicy
from tests.context.story import BOUND, EXACT, answered, called, context, said, windows

TALK = [
    said(1, "Where is Ana?"),
    called(2, "c1"),
    answered(3, "c1"),
    said(4, "In Lisbon.", role="assistant"),
    said(5, "Since when?"),
    said(6, "Since March.", role="assistant"),
]


def shown(policy: WindowPolicy | ByPriority, talk: list[Message] = TALK) -> list[str]:
    """The ids of the messages a policy keeps."""
    found = kept(units(talk, self_name="Ada").units, policy, counter=EXACT)
    return [message.id for unit in found for message in unit.messages]


def test_the_last_turn_is_a_question_with_all_that_answers_it() -> None:
    """Tool calls and results among it."""
    assert shown(LastTurns(1)) == ["m5", "m6"]
    assert shown(LastTurns(2)) == ["m1", "m2", "m3", "m4", "m5", "m6"]
    assert shown(LastTurns(9)) == shown(SinceSummary()) == [message.id for message in TALK]
    assert shown(LastTurns(0)) == shown(LastTurns(0), TALK[3:4]) == []


def test_the_last_tokens_are_whole_messages_and_whole_calls() -> None:
    """A call and its result are in together or out together."""
    sizes = [unit_size(unit, EXACT) for unit in units(TALK, self_name="Ada").units]

    assert shown(LastTokens(sum(sizes[-3:]))) == ["m4", "m5", "m6"]
    assert shown(LastTokens(sum(sizes[-4:]) - 1)) == ["m4", "m5", "m6"]
    assert shown(LastTokens(sum(sizes[-4:]))) == ["m2", "m3", "m4", "m5", "m6"]
    assert shown(LastTokens(0)) == []


def test_a_window_read_too_short_for_its_turns_is_told() -> None:
    """So that older messages are read."""
    assert enough(TALK, LastTurns(2))
    assert not enough(TALK, LastTurns(3))
    assert enough([], LastTokens(100))


def test_a_context_keeps_to_the_policy() -> None:
    """However much the budget would hold, and what it leaves out is not called cut for space."""
    built = context("And now?", window=TALK, policy=LastTurns(1))

    assert [message["content"] for message in built.chat] == ["Since when?", "Since March.", "And now?"]
    assert "Left out" not in built.explain()


@pytest.mark.parametrize("number", [-1, 1.5, True, "3"])
def test_a_count_that_is_none_is_refused(number: object) -> None:
    """With the value."""
    with pytest.raises(InvalidInput, match="at least 0, not"):
        LastTurns(number)  # type: ignore[arg-type]  # what a caller without types may pass
    with pytest.raises(InvalidInput, match="at least 0, not"):
        LastTokens(number)  # type: ignore[arg-type]  # the same


@given(windows(), st.one_of(st.builds(LastTurns, st.integers(0, 4)), st.builds(LastTokens, st.integers(0, 500))))
def test_what_is_kept_are_the_newest_units_whole(window: list[Message], policy: WindowPolicy) -> None:
    """Whatever the messages: the end of the window, cut between units, within its measure."""
    all_units = units(window, self_name="Ada").units
    for counter in (EXACT, BOUND):
        found = kept(all_units, policy, counter=counter)

        assert found == all_units[len(all_units) - len(found) :]
        if isinstance(policy, LastTokens):
            assert sum(unit_size(unit, counter) for unit in found) <= policy.tokens
        if isinstance(policy, LastTurns):
            assert sum(unit.messages[0].role == "user" for unit in found) <= policy.count


def test_the_last_messages_are_whole_pairs_too() -> None:
    """A window that would begin with a tool's result begins after it: a call and its results count as messages each."""
    assert shown(LastMessages(3)) == ["m4", "m5", "m6"]
    assert shown(LastMessages(4)) == ["m4", "m5", "m6"]
    assert shown(LastMessages(5)) == ["m2", "m3", "m4", "m5", "m6"]
    assert shown(LastMessages(0)) == []


def test_by_priority_what_matters_stays_longest() -> None:
    """System text and the newest stay; of the others the important ones, and of equals the later."""
    talk = [
        said(1, "Be brief.", role="system"),
        replace(said(2, "I am allergic to peanuts."), importance=0.9),
        *(said(number, "Nice weather we have today.") for number in range(3, 9)),
        said(9, "What can I cook?"),
    ]
    sizes = {unit.messages[0].id: unit_size(unit, EXACT) for unit in units(talk, self_name="Ada").units}
    room = sizes["m1"] + sizes["m2"] + sizes["m9"]

    assert shown(ByPriority(room, recent=1, recency=0.1), talk) == ["m1", "m2", "m9"]
    assert shown(ByPriority(room + sizes["m8"] + 50, recent=1, reserved=50, recency=0.1), talk) == [
        "m1",
        "m2",
        "m8",
        "m9",
    ]
    assert shown(ByPriority(room, recent=1, importance=0), talk)[-1] == "m9"
    assert "m2" not in shown(ByPriority(room, recent=1, importance=0), talk)


def test_priority_says_what_it_cannot_be() -> None:
    """More reserved than there is, or a weight below nothing."""
    with pytest.raises(InvalidInput, match="reserved must be below the 10 tokens"):
        ByPriority(10, reserved=10)
    with pytest.raises(InvalidInput, match="weights must be at least 0"):
        ByPriority(10, recency=-1)


@given(windows(), st.integers(1, 300), st.integers(0, 12), st.floats(0, 1), st.floats(0, 1))
def test_by_priority_never_exceeds_its_room_nor_parts_a_pair(
    window: list[Message], room: int, recent: int, recency: float, importance: float
) -> None:
    """Whatever was said: system text apart, which always stays."""
    arranged = units(window, self_name="Ada").units
    policy = ByPriority(room + 10, reserved=10, recent=recent, recency=recency, importance=importance)
    found = kept(arranged, policy, counter=BOUND)
    spoken = [unit for unit in found if unit.messages[0].role != "system"]
    system = [unit for unit in arranged if unit.messages[0].role == "system"]

    assert [unit for unit in arranged if unit in found] == list(found)
    assert all(unit in found for unit in system)
    taken = sum(unit_size(unit, BOUND) for unit in found)
    assert taken <= room or not spoken


def test_a_call_that_waits_for_its_answer_stays_in_a_window_that_asks_for_it() -> None:
    """Until something else is said."""
    waiting = [said(1, "Where is Ana?"), called(2, "c1", "c2"), answered(3, "c2")]

    found = units(waiting, self_name="Ada", waiting_calls=True)
    assert [[message.id for message in unit.messages] for unit in found.units] == [["m1"], ["m2", "m3"]]
    assert [call["id"] for call in found.units[-1].chat[0]["tool_calls"]] == ["c1", "c2"]
    assert found.alone == ()

    over = units([*waiting, said(4, "Never mind.")], self_name="Ada", waiting_calls=True)
    assert [message.id for message in over.alone] == ["m2"]
