"""agnext's chat memory: what its documentation builds by hand, with graphmem in its place. No package is needed."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar

import pytest

from graphmem import InvalidInput, Memory
from graphmem.conversation import LongTerm, Sliding
from graphmem.integrations.agnext import AgnextDialect, BufferedChatMemory, ChatMemory, ConversationChatMemory

R = TypeVar("R")


@dataclass
class UserMessage:
    """As agnext's own."""

    content: str
    source: str = "User"


@dataclass
class FunctionCall:
    """As agnext's own."""

    id: str
    arguments: str
    name: str


@dataclass
class AssistantMessage:
    """As agnext's own."""

    content: str | list[FunctionCall]
    source: str = "assistant"


@dataclass
class FunctionExecutionResult:
    """As agnext's own."""

    content: str
    call_id: str


@dataclass
class FunctionExecutionResultMessage:
    """As agnext's own."""

    content: list[FunctionExecutionResult]


CALL = AssistantMessage([FunctionCall("c1", "{}", "weather")])
RESULT = FunctionExecutionResultMessage([FunctionExecutionResult("Sunny", "c1")])
TALK: list[Any] = [UserMessage("Weather?"), CALL, RESULT, AssistantMessage("Sunny."), UserMessage("Thanks.")]


def run(story: Coroutine[Any, Any, R]) -> R:
    """A story to its end."""
    return asyncio.run(story)


async def told(memory: ChatMemory[Any], messages: list[Any]) -> list[Any]:
    """What a memory shows after these messages."""
    for message in messages:
        await memory.add_message(message)
    return await memory.get_messages()


def test_at_most_so_many_recent_messages_and_no_result_first() -> None:
    """A buffer of three would begin with what a function answered."""
    assert run(told(BufferedChatMemory(buffer_size=3), TALK)) == TALK[3:]
    assert run(told(BufferedChatMemory(buffer_size=4), TALK)) == TALK[1:]


def test_clearing_and_a_state() -> None:
    """The state has the messages and the size; another buffer goes on from it."""
    memory: BufferedChatMemory[Any] = BufferedChatMemory(buffer_size=3)
    run(told(memory, TALK))
    state = memory.save_state()
    assert (state["messages"], state["buffer_size"]) == (TALK[3:], 3)

    other: BufferedChatMemory[Any] = BufferedChatMemory(buffer_size=1)
    other.load_state(state)
    run(memory.clear())

    assert (run(memory.get_messages()), run(other.get_messages())) == ([], TALK[3:])
    assert run(told(other, [UserMessage("Bye")])) == [*TALK[3:], UserMessage("Bye")]


def test_a_state_of_something_else_is_refused() -> None:
    """By what it lacks."""
    memory: BufferedChatMemory[Any] = BufferedChatMemory(buffer_size=3)

    states: list[dict[str, Any]] = [{}, {"buffer_size": 3}, {"messages": []}]
    for state in states:
        with pytest.raises(InvalidInput, match=r"buffer_size|snapshot"):
            memory.load_state(state)


def test_what_leaves_is_remembered_and_brought_back(memory: Memory) -> None:
    """As a system message before the others, which nobody learns from."""
    buffer: BufferedChatMemory[Any] = BufferedChatMemory(buffer_size=2, behind=LongTerm(memory, session="s1"))

    shown = run(told(buffer, [UserMessage("Ana lives in Porto."), *TALK, UserMessage("Where does Ana live?")]))

    assert type(shown[0]).__name__ == "SystemMessage"
    assert "Ana lives in Porto" in shown[0].content
    assert shown[1:] == [UserMessage("Thanks."), UserMessage("Where does Ana live?")]
    run(told(buffer, [shown[0], UserMessage("1"), UserMessage("2")]))
    assert all("<memory>" not in message.text for message in memory.messages(session="s1"))


def test_any_conversation_and_any_message_will_do() -> None:
    """Here mappings in a sliding window; something that is no message is named."""
    memory: ConversationChatMemory[Any] = ConversationChatMemory(Sliding(1, dialect=AgnextDialect()))

    assert run(told(memory, [{"role": "user", "content": "Hi"}, {"role": "user", "content": "Ho"}])) == [
        {"role": "user", "content": "Ho"}
    ]
    with pytest.raises(InvalidInput, match="no message of AutoGen's: 7"):
        run(memory.add_message(7))
