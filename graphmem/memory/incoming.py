"""Where messages come in: as keywords, as mappings, or as a chat endpoint writes them.

Unknown fields are refused, so that a typing error loses nothing silently; what endpoints write beside a message is not.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from graphmem.errors import InvalidInput
from graphmem.ids import opaque
from graphmem.memory.border import LONGEST_NAME, encodable, shown, utc, utc_offset
from graphmem.types import (
    ApartPart,
    FactPart,
    ImagePart,
    JsonPart,
    Message,
    Part,
    Role,
    SamePart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)

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
    fact: FactPart | None = None


#: What chat endpoints write beside a message that says nothing to remember.
_BESIDE = frozenset(
    {"refusal", "annotations", "audio", "function_call", "reasoning", "reasoning_content", "id", "type"}
)
_ALSO_CALLED = {"name": "speaker"}
_ALSO_ROLES = {"developer": "system", "function": "tool"}


def incoming(fields: Mapping[str, Any]) -> Incoming:
    """A checked message, from the arguments of `remember` or as a chat endpoint writes it.

    Raises:
        InvalidInput: naming the field, the value and what it should be.
    """
    if not isinstance(fields, Mapping):
        raise InvalidInput(f"a message must be a mapping such as {{'content': '…'}}, not {shown(fields)}")
    given = {_ALSO_CALLED.get(name, name): value for name, value in fields.items() if name not in _BESIDE}
    told = {name: value for name, value in given.items() if value is not None}
    role = told.get("role", "user")
    told["role"] = _ALSO_ROLES.get(role, role) if isinstance(role, str) else role
    try:
        return Incoming.model_validate(told)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        if first["type"] == "extra_forbidden" and len(first["loc"]) == 1:
            raise InvalidInput(_unknown(first["loc"][0], told)) from error
        where = ".".join(str(step) for step in first["loc"]) or "message"
        raise InvalidInput(f"{where}: {first['msg']}; got {shown(first['input'])}") from error


def _unknown(name: object, told: Mapping[str, Any]) -> str:
    """What is wrong with a field that no message has."""
    lacks = "" if {"content", "tool_calls", "fact"} & told.keys() else ", and content is missing"
    return f"{shown(name)} is no field of a message{lacks}; those it can have are {', '.join(Incoming.model_fields)}"


def content(given: object) -> tuple[Part, ...]:
    """The parts of a message's content alone, as `remember` takes it.

    Raises:
        InvalidInput: when it is none.
    """
    if given is None:
        raise InvalidInput("content must be text, a JSON object or content parts, not None")
    return _parts(incoming({"content": given}))


def message(given: Incoming, *, salt: bytes, now: datetime, fresh: str) -> Message:
    """The message to store. Its identity is its key; else who said what when; else `fresh`."""
    parts = _parts(given)
    readable = encodable(text_of(parts), "content")
    at = utc(given.at, "at") or now
    key = _key(given, parts, at, fresh)
    for name in (given.session, given.speaker, given.key, *given.metadata, *given.metadata.values()):
        if name:
            encodable(name, "message")
    return Message(
        id=opaque(salt, "message", key),
        key=key,
        session=given.session,
        role=given.role,
        parts=parts,
        text=readable,
        at=at,
        recorded_at=now,
        speaker=given.speaker,
        importance=given.importance,
        metadata=dict(given.metadata),
        utc_offset=utc_offset(given.at),
    )


def _key(given: Incoming, parts: Sequence[Part], at: datetime, fresh: str) -> str:
    if given.key is not None:
        return f"key:{given.key}"
    if given.at is None:
        return f"new:{fresh}"
    said = json.dumps([given.session, given.speaker, given.role, repr(parts), at.isoformat()])
    return f"said:{sha256(said.encode()).hexdigest()}"


def _parts(given: Incoming) -> tuple[Part, ...]:
    if given.fact is not None:
        return (given.fact,)
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
        return [JsonPart(_json(content))]
    return [_part(part) for part in content]


def _part(part: Mapping[str, Any]) -> Part:
    """A content part: text, an image by address, a call or result of a tool, or anything else as the JSON it is."""
    match part:
        case {"type": "text", "text": str(text)}:
            return TextPart(text)
        case {"type": "image_url", "image_url": {"url": str(url)}}:
            return ImagePart(url)
        case {"type": "tool_use", "id": str(call), "name": str(name), "input": arguments}:
            return ToolCallPart(call, name, _json(arguments))
        case {"type": "tool_result", "tool_use_id": str(call)}:
            return ToolResultPart(call, _as_text(part.get("content", "")))
    return JsonPart(_json(part))


def _as_text(content: object) -> str:
    return content if isinstance(content, str) else _json(content)


def _json(document: object) -> str:
    """A JSON document as text, the same for equal documents.

    Raises:
        InvalidInput: when it holds what JSON cannot, or itself.
    """
    try:
        return json.dumps(document, ensure_ascii=False, sort_keys=True)
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidInput(f"content cannot be written as JSON: {str(error) or type(error).__name__}") from error


def text_of(parts: Iterable[Part]) -> str:
    """What of some parts is read, indexed and quoted."""
    match parts:
        case (TextPart(text),):
            return text
    return "\n".join(filter(None, map(_readable, parts)))


def _readable(part: Part) -> str:
    """What of a part is read, indexed and quoted: its text. Calls and images have none."""
    match part:
        case TextPart(text) | FactPart(text) | SamePart(text) | ApartPart(text):
            return text
        case JsonPart(document):
            return document
        case ToolResultPart(_, content):
            return content
    return ""
