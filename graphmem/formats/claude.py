"""Claude's export: `conversations.json`, an array of conversations with their `chat_messages` in order.

An answer that used tools holds the calls and their results among its words; they become messages of their own, as they
were exchanged. Of attached files the names are kept: their text is not something the user said.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, BinaryIO

from graphmem.formats.documents import conversations
from graphmem.formats.found import Found, Item, Problem, Told
from graphmem.formats.times import from_iso

_ROLES = {"human": "user", "user": "user", "assistant": "assistant"}


def read(open_: Callable[[], BinaryIO], told: Told) -> Iterator[Found]:
    """The messages of all conversations, each conversation a session."""
    return conversations(open_, told, _conversation)


def _conversation(conversation: dict[str, Any], where: str) -> Iterator[Found]:
    messages = conversation.get("chat_messages")
    if not isinstance(messages, list):
        yield Problem(where, 'has no "chat_messages"')
        return
    session = f"claude:{conversation.get('uuid') or where}"
    title = str(conversation.get("name") or "")
    began = conversation.get("created_at")
    for number, message in enumerate(_branch(messages, conversation.get("current_leaf_message_uuid")), start=1):
        place = f"{where}, message {number}"
        if not isinstance(message, dict) or message.get("sender") not in _ROLES:
            yield Problem(place, 'has no "sender" that is human or assistant')
            continue
        shared = {
            "session": session,
            "at": from_iso(message.get("created_at")) or from_iso(began),
            "metadata": {name: value for name, value in (("title", title), ("files", _files(message))) if value},
        }
        identity = f"claude:{message.get('uuid') or f'{session}:{number}'}"
        for turn, said in enumerate(_turns(message, identity)):
            key = f"{identity}:{turn}" if turn else identity
            yield Item(place, {**said, **shared, "key": key}, len(json.dumps(said)))


def _branch(messages: Sequence[Any], leaf: Any) -> list[Any]:
    """All messages; where they name their parents, those of the branch the conversation ended on."""
    by_id = {message.get("uuid"): message for message in messages if isinstance(message, dict)}
    if not messages or not all(isinstance(one, dict) and "parent_message_uuid" in one for one in messages):
        return list(messages)
    here = by_id.get(leaf) or messages[-1]
    branch: list[Any] = []
    while here is not None and here not in branch[-1:] and len(branch) < len(messages):
        branch.append(here)
        here = by_id.get(here["parent_message_uuid"])
    return branch[::-1]


def _turns(message: Mapping[str, Any], identity: str) -> Iterator[dict[str, Any]]:
    """What was exchanged in one message: words, a call, its result, words again."""
    role = _ROLES[message["sender"]]
    words: list[str] = []
    calls: list[dict[str, Any]] = []
    for block in _blocks(message):
        match block:
            case {"type": "text", "text": str(text)} if text.strip():
                words.append(text)
            case {"type": "tool_use", "name": str(name)}:
                function = {"name": name, "arguments": json.dumps(block.get("input") or {}, ensure_ascii=False)}
                calls.append({"id": str(block.get("id") or f"{identity}:call"), "function": function})
            case {"type": "tool_result"}:
                call = str(block.get("tool_use_id") or (calls[-1]["id"] if calls else f"{identity}:call"))
                if words or calls:
                    yield _turn(role, words, calls)
                yield {"role": "tool", "content": _result(block.get("content")), "tool_call_id": call}
                words, calls = [], []
    if words or calls:
        yield _turn(role, words, calls)


def _turn(role: str, words: Sequence[str], calls: Sequence[dict[str, Any]]) -> dict[str, Any]:
    said: dict[str, Any] = {"role": role, "content": "\n\n".join(words) or None}
    return {**said, "tool_calls": list(calls)} if calls else said


def _blocks(message: Mapping[str, Any]) -> list[Any]:
    blocks = message.get("content")
    if isinstance(blocks, list) and blocks:
        return blocks
    text = blocks if isinstance(blocks, str) else message.get("text")
    return [{"type": "text", "text": text}]


def _result(content: Any) -> str:
    if isinstance(content, list):
        return "\n".join(filter(None, map(_result, content)))
    if isinstance(content, dict) and isinstance(content.get("text"), str):
        return str(content["text"])
    return content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)


def _files(message: Mapping[str, Any]) -> str:
    named = [*(message.get("attachments") or []), *(message.get("files") or [])]
    return ", ".join(str(one.get("file_name")) for one in named if isinstance(one, dict) and one.get("file_name"))
