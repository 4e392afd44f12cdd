"""ChatGPT's export: `conversations.json`, an array of conversations, each a tree of messages.

A question that was edited and an answer that was asked for again leave branches behind. What counts is the branch the
conversation ended on: from `current_node` up to the root. Hidden system messages, custom instructions and the model's thoughts
were not said to anyone, and are left out; alternative answers too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO

from graphmem.formats.documents import conversations
from graphmem.formats.found import Found, Item, Problem, Told
from graphmem.formats.times import from_epoch

_ROLES = ("user", "assistant", "system", "tool")
_UNSAID = frozenset(
    {
        "thoughts",
        "reasoning_recap",
        "user_editable_context",
        "model_editable_context",
        "system_error",
        "app_pairing_content",
    }
)
_POINTERS = frozenset({"image_asset_pointer", "video_container_asset_pointer"})


def read(open_: Callable[[], BinaryIO], told: Told) -> Iterator[Found]:
    """The messages of all conversations, each conversation a session."""
    return conversations(open_, told, _conversation)


def _conversation(conversation: dict[str, Any], where: str) -> Iterator[Found]:
    mapping = conversation.get("mapping")
    if not isinstance(mapping, dict):
        yield Problem(where, 'has no "mapping", the tree of its messages')
        return
    identity = str(conversation.get("conversation_id") or conversation.get("id") or where)
    title = conversation.get("title") or ""
    at = from_epoch(conversation.get("create_time"))
    calls: set[str] = set()
    for node in _branch(mapping, conversation.get("current_node")):
        message = node.get("message")
        if not isinstance(message, dict) or _hidden(message):
            continue
        said = _said(message, _answered(node, calls))
        if said is None:
            continue
        at = from_epoch(message.get("create_time")) or at
        if "tool_calls" in said:
            calls.add(str(node["id"]))
        fields = {
            **said,
            "session": f"chatgpt:{identity}",
            "key": f"chatgpt:{message.get('id') or node['id']}",
            "at": at,
            "metadata": {"title": str(title)} if title else {},
        }
        yield Item(where, fields, len(json.dumps(said)))


def _branch(mapping: Mapping[str, Any], current: Any) -> list[dict[str, Any]]:
    """The nodes of the branch that ends at `current`, or where that is missing at the leaf written last, from the root."""
    name: Any = current if current in mapping else _last_leaf(mapping)
    branch: list[dict[str, Any]] = []
    seen: set[str] = set()
    while name in mapping and name not in seen:
        seen.add(name)
        branch.append({"id": name, **mapping[name]})
        name = mapping[name].get("parent")
    return branch[::-1]


def _last_leaf(mapping: Mapping[str, Any]) -> str | None:
    leaves = [name for name, node in mapping.items() if not node.get("children")]
    return max(
        leaves, key=lambda name: ((mapping[name].get("message") or {}).get("create_time") or 0, name), default=None
    )


def _hidden(message: Mapping[str, Any]) -> bool:
    metadata = message.get("metadata") or {}
    return bool(metadata.get("is_visually_hidden_from_conversation") or metadata.get("is_user_system_message"))


def _answered(node: Mapping[str, Any], calls: set[str]) -> str | None:
    """The call a tool's message answers: the node before it."""
    parent = node.get("parent")
    return parent if parent in calls else None


def _said(message: Mapping[str, Any], call: str | None) -> dict[str, Any] | None:
    """Role and content as a chat endpoint writes them; None when nothing was said."""
    role = (message.get("author") or {}).get("role")
    content = message.get("content") or {}
    if role not in _ROLES or content.get("content_type") in _UNSAID:
        return None
    recipient = message.get("recipient") or "all"
    text = _text(content)
    if role == "assistant" and recipient != "all":
        function = {"name": str(recipient), "arguments": json.dumps({"input": text}, ensure_ascii=False)}
        return {"role": role, "content": None, "tool_calls": [{"id": str(message.get("id")), "function": function}]}
    if role == "tool":
        name = (message.get("author") or {}).get("name")
        return (
            {"role": role, "content": text, "tool_call_id": call or f"{name or 'tool'}:{message.get('id')}"}
            if text
            else None
        )
    parts = _parts(content)
    if not parts:
        return None
    if len(parts) == 1 and "text" in parts[0]:
        return {"role": role, "content": parts[0]["text"]}
    return {"role": role, "content": parts}


def _text(content: Mapping[str, Any]) -> str:
    texts = [part["text"] for part in _parts(content) if "text" in part]
    return "\n".join(texts)


def _parts(content: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Content parts: texts, what was spoken, and images by their pointer."""
    parts = content.get("parts")
    if not isinstance(parts, list):
        text = content.get("text") or content.get("result") or content.get("content")
        parts = [text] if isinstance(text, str) else []
    return [made for part in parts if (made := _part(part))]


def _part(part: Any) -> dict[str, Any] | None:
    match part:
        case str(text) | {"content_type": "audio_transcription", "text": str(text)} | {"text": str(text)}:
            return {"type": "text", "text": text} if text.strip() else None
        case {"content_type": kind, "asset_pointer": str(pointer)} if kind in _POINTERS:
            return {"type": "image_url", "image_url": {"url": pointer}}
    return None
