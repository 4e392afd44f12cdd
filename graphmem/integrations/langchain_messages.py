"""A LangChain message is kept as graphmem keeps any, and comes back as it was.

Its words, calls and results become parts, to be read and found. What LangChain knows beside them (ids, token usage, a provider's
own fields) is kept in the message's metadata, so that nothing is lost on the way back.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from graphmem.integrations import skeletons
from graphmem.integrations.needed import needed
from graphmem.integrations.sessions import key
from graphmem.types import ROLES, ImagePart, Message, TextPart, ToolCallPart, ToolResultPart

with needed("langchain", "langchain_core"):
    from langchain_core.messages import (
        AIMessage,
        BaseMessage,
        RemoveMessage,
        ToolMessage,
        convert_to_openai_messages,
        messages_from_dict,
    )

_ROLE_OF = {"human": "user", "ai": "assistant", "system": "system", "tool": "tool", "function": "tool"}
_TYPE_OF = {"user": "human", "assistant": "ai", "system": "system", "tool": "tool"}
_KEPT = "langchain"

#: What stands in the parts, and is not kept twice.
_IN_PARTS = ("type", "tool_calls", "tool_call_id")


def told(message: BaseMessage, session: str) -> dict[str, Any] | None:
    """The message as `remember_many` takes it; None for one that only tells LangChain to delete another."""
    if isinstance(message, RemoveMessage):
        return None
    beside = _beside(message)
    return {
        "role": _role(message),
        "content": _content(message),
        "tool_calls": [_call(call) for call in message.tool_calls] if isinstance(message, AIMessage) else [],
        "tool_call_id": message.tool_call_id if isinstance(message, ToolMessage) else None,
        "speaker": message.name or None,
        "session": session,
        "key": key(_KEPT, session, message.id) if message.id else None,
        "metadata": {_KEPT: json.dumps(beside, ensure_ascii=False, sort_keys=True)} if beside else {},
    }


def shown(message: Message) -> BaseMessage:
    """The message as LangChain has it, whoever it was told by."""
    beside = skeletons.kept(message, _KEPT)
    kind = beside.pop("is", _TYPE_OF[message.role])
    if beside.pop("json", False):
        beside["content"] = skeletons.read(message.text)
    elif "content" in beside:
        beside["content"] = skeletons.with_texts(beside["content"], message)
    data = {"content": _shown_content(message), "name": message.speaker, **beside}
    calls = [part for part in message.parts if isinstance(part, ToolCallPart)]
    if calls:
        data["tool_calls"] = [
            {"name": part.name, "args": _arguments(part.arguments), "id": part.call_id, "type": "tool_call"}
            for part in calls
        ]
    for part in message.parts:
        if isinstance(part, ToolResultPart):
            data["tool_call_id"] = part.call_id
    return messages_from_dict([{"type": kind, "data": data}])[0]


def _beside(message: BaseMessage) -> dict[str, Any]:
    """What the parts do not hold; "is" tells a kind that the role does not."""
    data: dict[str, Any] = message.model_dump(mode="json", exclude_defaults=True, fallback=repr)
    beside = {name: value for name, value in data.items() if name not in (*_IN_PARTS, "name")}
    if isinstance(message.content, str):
        beside.pop("content", None)
    elif isinstance(message, ToolMessage):
        beside = {name: value for name, value in beside.items() if name != "content"} | {"json": True}
    else:
        beside["content"] = skeletons.without_texts(data["content"])
    kind = message.type.removesuffix("MessageChunk").lower()
    return beside if kind == _TYPE_OF[_role(message)] else {**beside, "is": kind}


def _role(message: BaseMessage) -> str:
    named = getattr(message, "role", None)
    kind = message.type.removesuffix("MessageChunk").lower()
    return named if named in ROLES else _ROLE_OF.get(kind, "user")


def _content(message: BaseMessage) -> str | list[Any]:
    """Text, or the texts and images of what has other content too; a tool's result is one text, of JSON where it is none."""
    if isinstance(message.content, str) or isinstance(message, ToolMessage):
        return message.content
    return list(_readable(message))


def _readable(message: BaseMessage) -> Iterator[dict[str, Any]]:
    for block in message.content:
        yield from ({"type": "text", "text": text} for text in skeletons.texts([block]))
        if isinstance(block, Mapping) and block.get("type") in ("image", "image_url"):
            yield from convert_to_openai_messages([type(message)(content=[block])])[0]["content"]


def _call(call: Mapping[str, Any]) -> dict[str, Any]:
    arguments = json.dumps(call["args"], ensure_ascii=False, default=repr)
    return {"id": call["id"] or "", "function": {"name": call["name"], "arguments": arguments}}


def _arguments(written: str) -> dict[str, Any]:
    """The arguments of a call; LangChain takes an object only, so what a model wrote otherwise stands in one."""
    try:
        found = json.loads(written or "{}")
    except ValueError:
        found = written
    return found if isinstance(found, dict) else {"arguments": found}


def _shown_content(message: Message) -> str | list[dict[str, Any]]:
    if any(isinstance(part, ImagePart) for part in message.parts):
        return [
            {"type": "image_url", "image_url": {"url": part.url}}
            if isinstance(part, ImagePart)
            else {"type": "text", "text": part.text}
            for part in message.parts
            if isinstance(part, (TextPart, ImagePart))
        ]
    return message.text
