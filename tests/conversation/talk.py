"""What is said in these tests, in the story of Ada and her sister Ana."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from hypothesis import strategies as st

from graphmem import Memory
from graphmem.conversation import Conversation
from graphmem.testing import PlainExtractor

R = TypeVar("R")

MAY = datetime(2024, 5, 3, 9, tzinfo=UTC)

Said = dict[str, Any]


def run(story: Coroutine[Any, Any, R]) -> R:
    """A story to its end."""
    return asyncio.run(story)


def user(text: str, minute: int = 0, **more: Any) -> Said:
    """The user says something on 3 May 2024."""
    return {"role": "user", "content": text, "at": MAY + timedelta(minutes=minute), **more}


def assistant(text: str, minute: int = 0) -> Said:
    """The assistant says something."""
    return {"role": "assistant", "content": text, "at": MAY + timedelta(minutes=minute)}


def system(text: str) -> Said:
    """The program says something."""
    return {"role": "system", "content": text, "at": MAY}


def call(*ids: str) -> Said:
    """The assistant calls a tool."""
    calls = [{"id": one, "type": "function", "function": {"name": "weather", "arguments": "{}"}} for one in ids]
    return {"role": "assistant", "content": None, "tool_calls": calls, "at": MAY}


def result(of: str) -> Said:
    """The tool answers."""
    return {"role": "tool", "tool_call_id": of, "content": f"Sunny ({of}).", "at": MAY}


def ada() -> Memory:
    """Ada's memory, read by one regular expression."""
    return Memory.open(
        "sqlite:///:memory:", namespace="ada", user_name="Ada", extractor=PlainExtractor(), embedder="none"
    )


async def told(talk: Conversation[Any], messages: Iterable[Said]) -> list[Said]:
    """What a conversation holds after these messages, one by one."""
    for message in messages:
        await talk.add(message)
    return talk.messages


def texts(messages: Iterable[Said]) -> list[Any]:
    """What messages say."""
    return [message["content"] or "call" for message in messages]


def parted(messages: Iterable[Said]) -> list[str]:
    """The results that stand without the call they answer, by the call's id."""
    called: list[str] = []
    found = []
    for message in messages:
        called += [one["id"] for one in message.get("tool_calls", ())]
        if message["role"] == "tool":
            if message["tool_call_id"] in called:
                called.remove(message["tool_call_id"])
            else:
                found.append(message["tool_call_id"])
    return found


@st.composite
def talks(draw: st.DrawFn) -> list[Said]:
    """Messages as agents add them: a call is followed by its results, sometimes with something said between."""
    said: list[Said] = []
    for number in range(draw(st.integers(0, 8))):
        match draw(st.sampled_from(["user", "assistant", "system", "call", "lone result"])):
            case "user":
                said.append(user(f"Turn {number}. " + "Well. " * draw(st.integers(0, 8))))
            case "assistant":
                said.append(assistant(f"Answer {number}."))
            case "system":
                said.append(system(f"Rule {number}."))
            case "lone result":
                said.append(result(f"lost{number}"))
            case _:
                ids = [f"c{number}-{one}" for one in range(draw(st.integers(1, 3)))]
                said.append(call(*ids))
                for one in draw(st.permutations(ids)):
                    said += [user("Hm.")] if draw(st.booleans()) else []
                    said.append(result(one))
    return said
