"""Where input becomes nouns: everything a caller hands in is checked here, once, and refused by name.

A message may come as keywords, as a mapping shaped like `Incoming`, or as a chat message of an OpenAI-compatible
endpoint with its tool calls.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from graphmem.errors import InvalidInput
from graphmem.ids import opaque
from graphmem.types import (
    ImagePart,
    JsonPart,
    Message,
    Part,
    Role,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)

LONGEST_NAME = 512

Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]


class ToolFunction(BaseModel):
    """The function of a tool call."""

    name: str
    arguments: str = "{}"


class ToolCall(BaseModel):
    """A tool call as chat endpoints write it."""

    id: str
    function: ToolFunction


class Incoming(BaseModel):
    """A message as it may be handed in. Unknown fields are refused, so that a typing error loses nothing silently."""

    model_config = ConfigDict(extra="forbid")

    role: Role
    content: str | list[dict[str, Any]] | dict[str, Any] | None = None
    session: Name = "default"
    speaker: Name | None = None
    at: datetime | None = None
    key: Name | None = None
    importance: Annotated[float, Field(ge=0, le=1)] | None = None
    metadata: dict[str, str] = Field(default_factory=dict)
    tool_calls: list[ToolCall] = Field(default_factory=list)
    tool_call_id: str | None = None


def incoming(fields: Mapping[str, Any]) -> Incoming:
    """A checked message.

    Raises:
        InvalidInput: naming the field, the value and what it should be.
    """
    try:
        return Incoming.model_validate({"role": "user", **fields})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(step) for step in first["loc"]) or "message"
        raise InvalidInput(f"{where}: {first['msg']}; got {_short(first['input'])}") from error


def namespace_name(name: str) -> str:
    """The namespace as given, if it can be one.

    Raises:
        InvalidInput: when it is empty or blank, longer than 512 characters, or not valid Unicode.
    """
    if not str(name).strip():
        raise InvalidInput(
            f"a namespace must be a name that is not blank, not {name!r}; it is never taken to mean 'all'"
        )
    if len(name) > LONGEST_NAME:
        raise InvalidInput(
            f"a namespace has at most {LONGEST_NAME} characters, this one has {len(name)}; hash it first"
        )
    return encodable(name, "namespace")


def encodable(text: str, what: str) -> str:
    """The text, if it can be written as UTF-8.

    Raises:
        InvalidInput: when it holds half a surrogate pair, which no file or database can keep.
    """
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InvalidInput(
            f"{what} holds {text[error.start]!r} at character {error.start}, half of a surrogate pair; "
            "decode its source with errors='replace' first"
        ) from error
    return text


def utc(moment: datetime | None, name: str) -> datetime | None:
    """The moment in UTC; one without a zone is taken as UTC."""
    if moment is None or not isinstance(moment, datetime):
        if moment is not None:
            raise InvalidInput(f"{name} must be a datetime, not {moment!r}")
        return None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def message(given: Incoming, *, salt: bytes, now: datetime, fresh: str) -> Message:
    """The message to store. Its identity is its key; else who said what when; else `fresh`."""
    parts = _parts(given)
    text = encodable("\n".join(filter(None, map(_readable, parts))), "content")
    at = utc(given.at, "at") or now
    key = _key(given, parts, at, fresh)
    for name in filter(None, (given.session, given.speaker, given.key, *given.metadata, *given.metadata.values())):
        encodable(name, "message")
    return Message(
        id=opaque(salt, "message", key),
        key=key,
        session=given.session,
        role=given.role,
        parts=parts,
        text=text,
        at=at,
        recorded_at=now,
        speaker=given.speaker,
        importance=given.importance,
        metadata=dict(given.metadata),
    )


def _key(given: Incoming, parts: Sequence[Part], at: datetime, fresh: str) -> str:
    if given.key is not None:
        return f"key:{given.key}"
    if given.at is None:
        return f"new:{fresh}"
    said = json.dumps([given.session, given.speaker, given.role, repr(parts), at.isoformat()])
    return f"said:{sha256(said.encode()).hexdigest()}"


def _parts(given: Incoming) -> tuple[Part, ...]:
    if given.tool_call_id is not None:
        return (ToolResultPart(given.tool_call_id, _as_text(given.content)),)
    calls = [ToolCallPart(call.id, call.function.name, call.function.arguments) for call in given.tool_calls]
    return (*_content(given.content), *calls)


def _content(content: str | Sequence[Mapping[str, Any]] | Mapping[str, Any] | None) -> list[Part]:
    if content is None:
        return []
    if isinstance(content, str):
        return [TextPart(content)] if content else []
    if isinstance(content, Mapping):
        return [JsonPart(json.dumps(content, ensure_ascii=False, sort_keys=True))]
    return [_part(part) for part in content]


def _part(part: Mapping[str, Any]) -> Part:
    """A content part: text, an image by address, or anything else as the JSON it is."""
    match part:
        case {"type": "text", "text": str(text)}:
            return TextPart(text)
        case {"type": "image_url", "image_url": {"url": str(url)}}:
            return ImagePart(url)
    return JsonPart(json.dumps(dict(part), ensure_ascii=False, sort_keys=True))


def _as_text(content: object) -> str:
    return content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)


def _readable(part: Part) -> str:
    """What of a part is read, indexed and quoted: its text. Calls and images have none."""
    match part:
        case TextPart(text):
            return text
        case JsonPart(document):
            return document
        case ToolResultPart(_, content):
            return content
    return ""


def _short(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 80 else f"{shown[:77]}…"  # noqa: PLR2004  # one line of a terminal
