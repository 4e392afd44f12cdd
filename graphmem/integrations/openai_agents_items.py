"""An item of the OpenAI Agents SDK is kept as a message, and comes back as it was."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from graphmem.integrations import skeletons
from graphmem.integrations.sessions import key
from graphmem.types import ROLES, ImagePart, Message, TextPart, ToolCallPart, ToolResultPart

_KEPT = "openai-agents"

#: What the SDK calls an item that no server gave an id.
_NO_ID = "__fake_id__"


def told(item: Mapping[str, Any], session: str) -> dict[str, Any]:
    """The item as `remember_many` takes it."""
    written = json.dumps(item, ensure_ascii=False, sort_keys=True, default=repr)
    given = _given(item)
    beside = _beside(item)
    named = item.get("id")
    digest = sha256(written.encode()).hexdigest()[:16]
    return {
        **given,
        "session": session,
        "key": key(_KEPT, session, f"{named}/{digest}") if named and named != _NO_ID else None,
        "metadata": {_KEPT: json.dumps(beside, ensure_ascii=False, sort_keys=True, default=repr)} if beside else {},
    }


def shown(message: Message) -> dict[str, Any]:
    """The item that a message keeps, whoever it was told by."""
    beside = skeletons.kept(message, _KEPT)
    for part in message.parts:
        match part:
            case ToolCallPart(call_id, name, arguments):
                return {"type": "function_call", "call_id": call_id, "name": name, "arguments": arguments} | beside
            case ToolResultPart(call_id, content):
                output = skeletons.read(content) if beside.pop("json", False) else content
                return {"type": "function_call_output", "call_id": call_id, "output": output} | beside
    if isinstance(beside.get("content"), list):
        return beside | {"content": skeletons.with_texts(beside["content"], message)}
    if beside.get("type", "message") != "message" and "role" not in beside:
        return beside
    return {"role": message.role, "content": _content(message)} | beside


def said_by_user(item: Mapping[str, Any]) -> str:
    """The words of a user's item; "" for any other."""
    if item.get("role") != "user":
        return ""
    content = item.get("content") or ""
    return content if isinstance(content, str) else "\n".join(skeletons.texts(content))


def _given(item: Mapping[str, Any]) -> dict[str, Any]:
    """Role, words, calls and results."""
    match item:
        case {"type": "function_call", "name": str(name), "arguments": str(arguments)}:
            call = {"id": item.get("call_id") or "", "function": {"name": name, "arguments": arguments}}
            return {"role": "assistant", "tool_calls": [call]}
        case {"type": "function_call_output", "output": output}:
            return {"role": "tool", "tool_call_id": item.get("call_id") or "", "content": output}
        case {"role": str(role), "content": str(content)}:
            return {"role": _role(role), "content": content}
        case {"role": str(role), "content": list(blocks)}:
            return {"role": _role(role), "content": list(_parts(blocks))}
    return {"role": "assistant", "content": ""}


def _beside(item: Mapping[str, Any]) -> dict[str, Any]:
    """What role, words, calls and results do not tell."""
    match item:
        case {"type": "function_call", "name": str(), "arguments": str()}:
            return _but(item, "type", "call_id", "name", "arguments")
        case {"type": "function_call_output", "output": output}:
            return _but(item, "type", "call_id", "output") | ({} if isinstance(output, str) else {"json": True})
        case {"role": str(role), "content": str()}:
            return _but(item, "content", *(["role"] if role in ROLES else []))
        case {"role": str(), "content": list(blocks)}:
            return {**item, "content": skeletons.without_texts(blocks)}
    return dict(item)


def _but(item: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in item.items() if name not in names}


def _role(role: str) -> str:
    return role if role in ROLES else "system"


def _parts(blocks: list[Any]) -> Iterator[dict[str, Any]]:
    for block in blocks:
        yield from ({"type": "text", "text": text} for text in skeletons.texts([block]))
        if isinstance(block, Mapping) and isinstance(block.get("image_url"), str):
            yield {"type": "image_url", "image_url": {"url": block["image_url"]}}


def _content(message: Message) -> str | list[dict[str, Any]]:
    """What somebody else told, as the SDK writes it."""
    if not any(isinstance(part, ImagePart) for part in message.parts):
        return message.text
    return [
        {"type": "input_image", "image_url": part.url, "detail": "auto"}
        if isinstance(part, ImagePart)
        else {"type": "input_text", "text": part.text}
        for part in message.parts
        if isinstance(part, (ImagePart, TextPart))
    ]
