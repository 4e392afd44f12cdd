"""What LlamaIndex keeps: the JSON file of a `SimpleChatStore`, lists of messages by their key.

Messages are made of blocks, in older versions of `content`; older versions also wrote the whole document as one JSON text. There
are no times or ids, so a message is known by its list, its place there and its words.
"""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from typing import Any, BinaryIO

from graphmem.formats.documents import entries
from graphmem.formats.found import Found, Item, Problem, Told
from graphmem.formats.jsontext import BrokenJson, JsonText
from graphmem.formats.keys import digest

_ROLES = {
    "user": "user",
    "assistant": "assistant",
    "chatbot": "assistant",
    "model": "assistant",
    "system": "system",
    "developer": "system",
    "tool": "tool",
    "function": "tool",
}


def read(open_: Callable[[], BinaryIO], told: Told) -> Iterator[Found]:
    """The messages of all lists, each list a session."""
    count: Counter[str] = Counter()
    for entry in entries(_unwrapped(open_), told, what="message", each_of="store"):
        if isinstance(entry, Problem):
            yield entry
            continue
        count[entry.within] += 1
        where = f"{told.name}: message {entry.number}"
        try:
            said = _said(entry.value)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            yield Problem(where, f"is no message of LlamaIndex: {error}")
            continue
        session = entry.within or told.session or told.title or told.name
        key = digest(session, str(count[entry.within]), repr(said))
        at = {"at": told.modified} if told.modified else {}
        yield Item(where, {**said, **at, "session": session, "key": f"llamaindex:{key}"}, entry.size)


def _unwrapped(open_: Callable[[], BinaryIO]) -> Callable[[], BinaryIO]:
    """The document itself, where it was written as a JSON text."""
    with closing(open_()) as stream:
        text = JsonText(stream)
        if text.peek() != '"':
            return open_
        try:
            document = str(text.value())
        except BrokenJson:
            return open_
    return lambda: io.BytesIO(_encoded(document))


def _encoded(document: str) -> bytes:
    """As it stood in the file; half a character is written as JSON writes it."""
    try:
        return document.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return document.encode("utf-8", "backslashreplace")


def _said(message: Mapping[str, Any]) -> dict[str, Any]:
    role = _ROLES.get(str(message["role"]).lower())
    if role is None:
        raise ValueError(f"its role {message['role']!r} is none of {', '.join(_ROLES)}")
    blocks = message.get("blocks")
    content = [*map(_part, blocks)] if isinstance(blocks, list) else message.get("content")
    if isinstance(content, list) and len(content) == 1 and content[0].get("type") == "text":
        content = content[0]["text"]
    said: dict[str, Any] = {"role": role, "content": content}
    beside = message.get("additional_kwargs") or {}
    if role == "tool":
        said["tool_call_id"] = str(beside.get("tool_call_id") or beside.get("name") or "tool")
    elif calls := beside.get("tool_calls"):
        said["tool_calls"] = calls
    return said


def _part(block: Mapping[str, Any]) -> dict[str, Any]:
    match block:
        case {"text": str(text)}:
            return {"type": "text", "text": text}
        case {"block_type": "image", "url": str(url)}:
            return {"type": "image_url", "image_url": {"url": url}}
        case {"block_type": "tool_call", "tool_name": str(name)}:
            arguments = block.get("tool_kwargs") or {}
            call = str(block.get("tool_call_id") or name)
            if isinstance(arguments, str):
                arguments = json.loads(arguments)
            return {"type": "tool_use", "id": call, "name": name, "input": arguments}
    return dict(block)
