"""CASES 34: the newest messages, in the order they were said."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from graphmem import AsyncMemory, InvalidInput, Memory
from tests.journeys.saying import EXTRACTOR, START


def told(count: int, *, sessions: int = 1) -> Memory:
    """So many messages, a minute apart, in turn in each of the sessions."""
    memory = Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada", extractor=EXTRACTOR)
    memory.remember_many(
        {
            "content": f"Turn {number}.",
            "session": f"s{number % sessions}",
            "at": START + timedelta(minutes=number),
            "role": "user" if number % 2 else "assistant",
        }
        for number in range(count)
    )
    return memory


def test_thirty_recent_messages_are_the_newest_thirty_in_order() -> None:
    """Oldest of them first, as they were said."""
    memory = told(100)

    found = memory.messages(session="s0", limit=30)

    assert [message.text for message in found] == [f"Turn {number}." for number in range(70, 100)]


def test_without_a_session_they_are_those_of_all() -> None:
    """Whichever session each was said in."""
    memory = told(100, sessions=7)

    found = memory.messages(limit=30)

    assert [message.text for message in found] == [f"Turn {number}." for number in range(70, 100)]
    assert len({message.session for message in found}) == 7


def test_a_late_message_takes_its_place_in_time() -> None:
    """What is imported afterwards is not the newest."""
    memory = told(10)
    memory.remember("Long ago.", at=START - timedelta(days=400), session="old")

    assert [message.text for message in memory.messages(limit=3)] == ["Turn 7.", "Turn 8.", "Turn 9."]
    assert memory.messages(limit=11)[0].text == "Long ago."
    assert [message.text for message in memory.messages(session="old")] == ["Long ago."]


def test_fewer_than_asked_for_are_all_there_are() -> None:
    """None of a session nobody spoke in; none when none are wanted."""
    memory = told(3)

    assert len(memory.messages(limit=30)) == 3
    assert memory.messages(session="nowhere") == ()
    assert memory.messages(limit=0) == ()


def test_a_limit_below_zero_is_refused() -> None:
    """It is a mistake, not "all"."""
    with pytest.raises(InvalidInput, match="limit must be a whole number of at least 0"):
        told(1).messages(limit=-1)


def test_messages_are_awaited_in_async_code() -> None:
    """As every method is."""

    async def asked() -> list[str]:
        async with AsyncMemory(told(5)) as memory:
            return [message.text for message in await memory.messages(limit=2)]

    assert asyncio.run(asked()) == ["Turn 3.", "Turn 4."]
