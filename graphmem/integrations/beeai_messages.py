"""BeeAI's messages, as graphmem reads and writes them.

A message's own time and "importance" come from its `meta`. What a model reasoned is not what it said, and the bytes of a file are
not read: both stay with the message, and are not told to a memory.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from graphmem.errors import InvalidInput
from graphmem.integrations.needed import needed
from graphmem.memory.border import shown
from graphmem.types import ROLES

with needed("beeai", "beeai_framework"):
    from beeai_framework.backend.message import (
        AnyMessage,
        AssistantMessage,
        CustomMessage,
        CustomMessageContent,
        MessageFileContent,
        MessageImageContent,
        MessageReasoningContent,
        MessageTextContent,
        MessageToolCallContent,
        MessageToolResultContent,
        SystemMessage,
        ToolMessage,
        UserMessage,
    )

_MADE: Mapping[str, Callable[..., AnyMessage]] = {
    "user": UserMessage,
    "assistant": AssistantMessage,
    "system": SystemMessage,
    "tool": ToolMessage,
}
_PARTS: Mapping[str, Any] = {
    "text": MessageTextContent,
    "image_url": MessageImageContent,
    "reasoning": MessageReasoningContent,
    "tool-call": MessageToolCallContent,
    "tool-result": MessageToolResultContent,
}


class BeeAIDialect:
    """BeeAI's messages for a conversation of graphmem."""

    def read(self, message: AnyMessage) -> Mapping[str, Any]:
        """As `Memory.remember_many` takes it; a role of one's own speaks for the assistant, under its name.

        Raises:
            InvalidInput: when it is no message of BeeAI's.
        """
        role = str(getattr(message, "role", ""))
        if not role or not isinstance(getattr(message, "content", None), list):
            raise InvalidInput(f"this is no message of BeeAI's: {shown(message)}")
        said: dict[str, Any] = {"role": role} if role in ROLES else {"role": "assistant", "speaker": role}
        created, importance = message.meta.get("createdAt"), message.meta.get("importance")
        said["at"] = created if isinstance(created, datetime) else None
        said["importance"] = importance if isinstance(importance, int | float) else None
        said["content"] = [part for one in message.content if (part := _part(one))]
        said["tool_calls"] = [_call(one) for one in message.content if isinstance(one, MessageToolCallContent)]
        return said

    def system(self, text: str) -> AnyMessage:
        """A system message."""
        return SystemMessage(text)

    def dump(self, message: AnyMessage) -> Any:
        """As JSON; what else there is in `meta` is written as text."""
        meta = json.loads(json.dumps(message.meta, default=_written))
        parts = [_dumped(one) for one in message.content]
        return {"role": str(message.role), "content": parts, "meta": meta, "id": message.id}

    def load(self, data: Any) -> AnyMessage:
        """From that."""
        meta = {name: _time(value) if name == "createdAt" else value for name, value in data["meta"].items()}
        if data["role"] in _MADE:
            return _MADE[data["role"]]([_loaded(one) for one in data["content"]], meta, id=data["id"])
        parts = [CustomMessageContent.model_validate(one) for one in data["content"]]
        return CustomMessage(data["role"], parts, meta, id=data["id"])


BEEAI = BeeAIDialect()


def _part(content: Any) -> Mapping[str, Any] | None:
    """Content as chat endpoints write it; calls stand elsewhere."""
    match content:
        case MessageTextContent():
            return {"type": "text", "text": content.text}
        case MessageImageContent():
            return {"type": "image_url", "image_url": {"url": content.image_url["url"]}}
        case MessageToolResultContent():
            return {"type": "tool_result", "tool_use_id": content.tool_call_id, "content": _text(content.result)}
        case MessageFileContent():
            known = {"filename": content.filename, "format": content.format, "file_id": content.file_id}
            return {"type": "file", **{name: value for name, value in known.items() if value}}
        case MessageToolCallContent() | MessageReasoningContent():
            return None
    written = content.model_dump()
    return {"type": "text", "text": written["text"]} if "text" in written else dict(written)


def _call(call: MessageToolCallContent) -> Mapping[str, Any]:
    return {"id": call.id, "type": "function", "function": {"name": call.tool_name, "arguments": call.args}}


def _text(result: Any) -> str:
    return result if isinstance(result, str) else json.dumps(result, ensure_ascii=False, default=str)


def _dumped(content: Any) -> Any:
    if isinstance(content, MessageFileContent):
        return {"type": "file", **content.file}
    return content.model_dump(mode="json")


def _loaded(data: Mapping[str, Any]) -> Any:
    if data.get("type") == "file":
        return MessageFileContent(**{name: value for name, value in data.items() if name != "type"})
    return _PARTS[data["type"]].model_validate(data)


def _written(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


def _time(value: Any) -> Any:
    return datetime.fromisoformat(value) if isinstance(value, str) else value
