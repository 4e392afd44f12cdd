"""What each conversation keeps, and what never happens in any: a result without its call, more than fits."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem import InvalidInput
from graphmem.conversation import (
    ByPriority,
    Conversation,
    LastMessages,
    LastTokens,
    LastTurns,
    Sliding,
    Summarising,
    TokenBounded,
    Unbounded,
    Windowed,
    oldest,
)
from tests.conversation.talk import Said, assistant, call, parted, result, run, system, talks, texts, told, user

TALK = [user("Where is Ana?", 1), call("c1"), result("c1"), assistant("In Lisbon.", 4), user("Since when?", 5)]

BOUNDED: dict[str, Callable[[], Conversation[Any]]] = {
    "last messages": lambda: Windowed(LastMessages(4)),
    "last turns": lambda: Windowed(LastTurns(2)),
    "last tokens": lambda: Windowed(LastTokens(60)),
    "priority": lambda: Windowed(ByPriority(60, reserved=10, recent=2)),
    "sliding": lambda: Sliding(5),
    "sliding by its oldest": lambda: Sliding(5, removal_selector=oldest),
    "tokens": lambda: TokenBounded(90, sync_threshold=0),
    "summarising": lambda: Summarising(keep=2, block=2),
}


def test_an_unbounded_conversation_keeps_the_very_messages() -> None:
    """In order, whatever they are."""
    held = run(told(Unbounded(), TALK))

    assert all(one is other for one, other in zip(held, TALK, strict=True))


def test_the_last_messages_never_begin_with_a_result() -> None:
    """A buffer of three would begin with what a tool answered; its call is no longer there."""
    assert texts(run(told(Windowed(LastMessages(3)), TALK))) == ["In Lisbon.", "Since when?"][-3:]
    assert texts(run(told(Windowed(LastMessages(4)), TALK))) == ["call", "Sunny (c1).", "In Lisbon.", "Since when?"]


def test_a_call_stays_while_it_waits_for_its_answer() -> None:
    """An agent adds the call before it has a result."""
    talk: Windowed[Said] = Windowed(LastMessages(3))

    assert texts(run(told(talk, [user("Weather?"), call("c1", "c2")]))) == ["Weather?", "call"]
    assert texts(run(told(talk, [result("c1")]))) == ["Weather?", "call", "Sunny (c1)."]
    assert texts(run(told(talk, [result("c2")]))) == ["call", "Sunny (c1).", "Sunny (c2)."]


def test_a_sliding_window_lets_its_selector_choose() -> None:
    """As the frameworks that know it do: here the first that is no system text, and elsewhere simply the first."""
    said = [system("Be a guide."), user("The capital?"), assistant("Paris"), user("The language?")]

    assert texts(run(told(Sliding(3), said))) == ["Be a guide.", "Paris", "The language?"]
    assert texts(run(told(Sliding(3, removal_selector=oldest), said))) == ["The capital?", "Paris", "The language?"]


def test_a_selector_may_choose_several_and_takes_a_calls_results_along() -> None:
    """Two at once; and the call alone is never chosen."""
    chosen: list[int] = []

    def first_two(messages: list[Said]) -> list[Said]:
        chosen.append(len(messages))
        return messages[:2]

    assert texts(run(told(Sliding(4, removal_selector=first_two), TALK))) == ["In Lisbon.", "Since when?"]
    assert chosen == [4]


@pytest.mark.parametrize("choice", [None, [], user("Somebody else")])
def test_a_selector_that_chooses_nothing_held_is_named(choice: Any) -> None:
    """And the message that had no room is not held."""
    talk: Sliding[Said] = Sliding(1, removal_selector=lambda messages: choice)

    with pytest.raises(InvalidInput, match="the removal selector chose"):
        run(told(talk, [user("One"), user("Two")]))

    assert texts(talk.messages) == ["One"]


def test_a_call_with_more_results_than_a_sliding_window_holds_is_refused() -> None:
    """Half of them would be worth nothing."""
    with pytest.raises(InvalidInput, match="a call and its results are 3 messages, and this window holds 2"):
        run(told(Sliding(2), [call("c1", "c2"), result("c1"), result("c2")]))


def test_a_message_is_inserted_where_it_belongs_and_deleted_alone() -> None:
    """By its place as a list would, and by being the one."""
    talk: Unbounded[Said] = Unbounded()

    async def story() -> None:
        await talk.add_many([user("One"), user("Three"), user("One")])
        await talk.insert(1, user("Two"))
        await talk.insert(-99, system("Zero"))
        await talk.insert(99, user("Last"))

    run(story())
    assert texts(talk) == ["Zero", "One", "Two", "Three", "One", "Last"]
    assert run(talk.delete(talk.messages[4]))
    assert run(talk.delete(user("Two")))
    assert not run(talk.delete(user("Two")))
    assert texts(talk) == ["Zero", "One", "Three", "Last"]


def test_with_a_deleted_call_go_its_results() -> None:
    """They would answer nothing."""
    talk: Unbounded[Said] = Unbounded()
    run(told(talk, [user("Weather?"), call("c1"), result("c1"), assistant("Sunny.")]))

    assert run(talk.delete(talk.messages[1]))

    assert texts(talk) == ["Weather?", "Sunny."]


def test_a_view_shows_and_refuses() -> None:
    """What comes later too."""
    talk: Unbounded[Said] = Unbounded()
    view = talk.read_only()
    run(talk.add(user("Hi")))

    assert (texts(view), len(view), view.read_only() is view, view.stats()) == (["Hi"], 1, True, talk.stats())
    for change in (view.add(user("Ho")), view.add_many([]), view.insert(0, user("Ho")), view.delete(user("Hi"))):
        with pytest.raises(InvalidInput, match="read only"):
            run(change)
    with pytest.raises(InvalidInput, match="read only"):
        run(view.clear())
    with pytest.raises(InvalidInput, match="read only"):
        view.restore({})


@pytest.mark.parametrize("kind", BOUNDED)
@settings(max_examples=25)
@given(said=talks())
def test_no_result_is_ever_without_its_call(kind: str, said: list[Said]) -> None:
    """After each message, in every conversation that lets some leave; and what is held is in the order it was said."""
    talk = BOUNDED[kind]()
    places = {id(message): place for place, message in enumerate(said)}

    for message in said:
        run(talk.add(message))
        held = [one for one in talk.messages if id(one) in places]
        assert parted(talk.messages) == []
        assert [places[id(one)] for one in held] == sorted(places[id(one)] for one in held)
        assert len(held) >= len(talk.messages) - 1

    if talk.stats().most_messages is not None:
        assert len(talk) <= (talk.stats().most_messages or 0)


@pytest.mark.parametrize("kind", ["unbounded", *BOUNDED])
@settings(max_examples=15)
@given(said=talks(), cut=st.integers(0, 30))
def test_a_snapshot_goes_on_as_the_conversation_would_have(kind: str, said: list[Said], cut: int) -> None:
    """Through JSON, into one made alike: it holds the same after every further message, and says the same of itself."""
    made: Callable[[], Conversation[Any]] = Unbounded if kind == "unbounded" else BOUNDED[kind]
    plain = [{name: value for name, value in message.items() if name != "at"} for message in said]
    one, other = made(), made()
    run(told(one, plain[:cut]))

    other.restore(json.loads(json.dumps(one.snapshot())))

    assert (other.messages, other.stats(), other.snapshot()) == (one.messages, one.stats(), one.snapshot())
    assert run(told(other, plain[cut:])) == run(told(one, plain[cut:]))


def test_a_snapshot_of_something_else_is_refused_and_changes_nothing() -> None:
    """Of another kind, of none, and one that is broken."""
    talk: Unbounded[Said] = Unbounded()
    run(talk.add(user("Hi")))

    for state in (Sliding(3).snapshot(), {}, {"kind": "unbounded"}):
        with pytest.raises(InvalidInput, match="snapshot"):
            talk.restore(state)

    assert texts(talk) == ["Hi"]


def test_clearing_leaves_nothing() -> None:
    """Neither messages nor a summary of them."""
    talk: Summarising[Said] = Summarising(keep=0, block=1)
    run(talk.add(user("I live in Porto.")))
    assert len(talk) == 1

    run(talk.clear())

    assert (talk.messages, talk.summary) == ([], "")


def test_a_message_that_is_none_is_refused() -> None:
    """By the name of what is wrong with it."""
    talk: Unbounded[Said] = Unbounded()

    with pytest.raises(InvalidInput, match="rôle"):
        run(talk.add({"rôle": "user", "content": "Hi"}))

    assert talk.messages == []


def test_a_policy_and_a_memory_must_be_ones() -> None:
    """Said where the conversation is made, not with its first message."""
    with pytest.raises(InvalidInput, match="a window must be LastMessages"):
        Windowed("last 5")  # type: ignore[arg-type]  # what a caller without types may pass
    with pytest.raises(InvalidInput, match=r"behind must be LongTerm\(memory\)"):
        Unbounded(behind="memory")  # type: ignore[arg-type]  # the same
    with pytest.raises(InvalidInput, match="size must be a whole number"):
        Sliding(0)


@pytest.mark.parametrize("kind", ["unbounded", *BOUNDED])
def test_a_copy_goes_its_own_way(kind: str) -> None:
    """Neither hears what the other is told."""
    talk: Conversation[Any] = Unbounded() if kind == "unbounded" else BOUNDED[kind]()
    run(told(talk, TALK[:2]))
    before = talk.snapshot()

    other = talk.copy()
    run(told(other, TALK[2:]))

    assert talk.snapshot() == before
    assert other.snapshot() != before


def test_a_summary_stays_first_whatever_is_inserted() -> None:
    """A place is counted among what is shown."""
    talk: Summarising[Said] = Summarising(keep=1, block=4)
    run(told(talk, [user("I live in Porto.", 1), *(user(f"Turn {number}", number) for number in range(2, 6))]))
    assert texts(talk)[1:] == ["Turn 5"]

    run(talk.insert(0, user("Zero")))
    run(talk.insert(2, user("Half")))

    assert texts(talk)[1:] == ["Zero", "Half", "Turn 5"]
    assert "I live in Porto." in talk.messages[0]["content"]
