"""AutoGen's messages as graphmem reads them. agnext, from which AutoGen grew, names and shapes them alike, so both are read by shape.

What a model thought is not what it said, and is left out. A user message of another agent has that agent as its speaker.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphmem.errors import InvalidInput
from graphmem.memory.border import shown

#: How frameworks call the person at the keyboard when they have no better name.
NAMELESS = frozenset({"user", "human", "assistant", ""})

Chat = dict[str, Any]


def read(message: Any) -> Chat:
    """The message as `Memory.remember_many` takes it.

    Raises:
        InvalidInput: when it is no message of the four kinds there are.
    """
    match type(message).__name__:
        case "SystemMessage":
            return {"role": "system", "content": message.content}
        case "UserMessage":
            return {"role": "user", "content": _content(message.content), **_spoken_by(message)}
        case "AssistantMessage":
            return {"role": "assistant", **_said(message.content), **_spoken_by(message)}
        case "FunctionExecutionResultMessage":
            return {"role": "tool", "content": [_result(one) for one in message.content]}
    raise InvalidInput(f"this is no message of AutoGen's: {shown(message)}")


def image(url: str) -> Mapping[str, Any]:
    """An image as chat endpoints write it."""
    return {"type": "image_url", "image_url": {"url": url}}


def _content(content: str | Sequence[Any]) -> str | list[Mapping[str, Any]]:
    if isinstance(content, str):
        return content
    return [{"type": "text", "text": part} if isinstance(part, str) else image(part.data_uri) for part in content]


def _said(content: Any) -> Chat:
    """Text, or calls."""
    if isinstance(content, str):
        return {"content": content}
    calls = [
        {"id": one.id, "type": "function", "function": {"name": one.name, "arguments": one.arguments}}
        for one in content
    ]
    return {"tool_calls": calls}


def _result(result: Any) -> Mapping[str, Any]:
    return {"type": "tool_result", "tool_use_id": result.call_id, "content": result.content}


def _spoken_by(message: Any) -> Chat:
    source = str(getattr(message, "source", "") or "")
    return {} if source.casefold() in NAMELESS else {"speaker": source}
