"""An entry of an AutoGen memory, whatever its type, as a message, and a message or a fact as such an entry.

Text is read and learned from, JSON is kept as the document it is; images and other bytes are kept whole, as data URLs, and not
read: a "description" in their metadata is what they are found by.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any

from graphmem.errors import InvalidInput
from graphmem.integrations.autogen_messages import image
from graphmem.integrations.needed import needed
from graphmem.types import ROLES, Fact, ImagePart, JsonPart, Message

with needed("autogen", "autogen_core"):
    from autogen_core import Image
    from autogen_core.memory import MemoryContent, MemoryMimeType

#: Under which name of a message's metadata an entry's own is kept.
KEPT = "autogen"


def told(entry: MemoryContent, session: str) -> dict[str, Any]:
    """The entry as `Memory.remember_many` takes it. Metadata may say its "role", "speaker", and "at", when it was said.

    Raises:
        InvalidInput: when its content is not of its type.
    """
    metadata, mime = entry.metadata or {}, _mime(entry)
    role = metadata.get("role")
    at = metadata.get("at")
    return {
        "role": role if role in ROLES else "user",
        "content": _content(entry.content, mime, metadata.get("description")),
        "session": session,
        "speaker": metadata.get("speaker") if isinstance(metadata.get("speaker"), str) else None,
        "at": at if hasattr(at, "tzinfo") or isinstance(at, str) else None,
        "metadata": {
            KEPT: json.dumps({"was": _was(entry.content), "mime_type": mime, "metadata": entry.metadata}, default=str)
        },
    }


def asked(entry: str | MemoryContent) -> str:
    """What is asked: the text, the JSON, or what describes the image."""
    if isinstance(entry, str):
        return entry
    if isinstance(entry.content, str):
        return entry.content
    if isinstance(entry.content, Mapping):
        return json.dumps(entry.content, ensure_ascii=False, default=str)
    return str((entry.metadata or {}).get("description") or "")


def of_message(message: Message, **more: Any) -> MemoryContent:
    """A message as the entry that it was, or as text."""
    own = _own(message)
    metadata = {**(own.get("metadata") or {}), **more, "kind": "message", "id": message.id}
    metadata |= {"role": message.role, "said_at": message.at.isoformat()}
    mime = str(own.get("mime_type") or MemoryMimeType.TEXT.value)
    return MemoryContent(content=_again(message, own.get("was")), mime_type=_known(mime), metadata=metadata)


def of_fact(fact: Fact, **more: Any) -> MemoryContent:
    """A fact as a sentence."""
    metadata = {"kind": "fact", "id": fact.id, "said_at": fact.said_at.isoformat(), **more}
    return MemoryContent(content=fact.sentence, mime_type=MemoryMimeType.TEXT, metadata=metadata)


def _content(content: Any, mime: str, described: object) -> Any:
    if isinstance(content, Image):
        return _with(described, content.data_uri)
    if isinstance(content, bytes):
        return _with(described, f"data:{mime};base64,{base64.b64encode(content).decode()}")
    if isinstance(content, str | Mapping):
        return content
    raise InvalidInput(f"an entry's content is text, bytes, JSON or an image, not {type(content).__name__}")


def _with(described: object, url: str) -> list[Any]:
    text = [{"type": "text", "text": described}] if isinstance(described, str) and described else []
    return [*text, image(url)]


def _again(message: Message, was: object) -> Any:
    """The content as it was given."""
    part = message.parts[-1] if message.parts else None
    if isinstance(part, JsonPart) and was == "json":
        return json.loads(part.json)
    if isinstance(part, ImagePart) and was in ("image", "bytes"):
        data = part.url.partition(",")[2]
        return Image.from_base64(data) if was == "image" else base64.b64decode(data)
    return message.text


def _was(content: object) -> str:
    """What a content is, so that it can be that again."""
    if isinstance(content, Image):
        return "image"
    return "bytes" if isinstance(content, bytes) else "text" if isinstance(content, str) else "json"


def _own(message: Message) -> dict[str, Any]:
    """What was kept of an entry beside its content; nothing of a message that was none."""
    try:
        found = json.loads(message.metadata.get(KEPT, "{}"))
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _mime(entry: MemoryContent) -> str:
    return str(entry.mime_type.value if isinstance(entry.mime_type, MemoryMimeType) else entry.mime_type)


def _known(mime: str) -> Any:
    return next((one for one in MemoryMimeType if one.value == mime), mime)
