"""What models wrap JSON in, and what they leave off: told apart, mended, and named.

A schema is asked for, and still models think aloud first, fence their answer, answer the schema itself, answer the bare list, or
stop in the middle. Each repair has a name, so that how often a model needs it can be counted; what no repair makes JSON is no reply.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_THINKING = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"```[\w-]*\s*\n?(.*?)(?:```|\Z)", re.DOTALL)
_OPENS = re.compile(r"[{\[]")


@dataclass(frozen=True, slots=True)
class Salvaged:
    """The JSON value found in a reply, and the repairs it took, in order."""

    value: Any
    repairs: tuple[str, ...] = ()


def salvage(text: str) -> Salvaged | None:
    """The JSON value a reply holds; None when it holds none.

    >>> salvage('<think>hm</think>```json\\n{"claims": []}\\n```')
    Salvaged(value={'claims': []}, repairs=('thinking', 'fence'))
    """
    repairs: list[str] = []
    rest = _without(_THINKING, text, "thinking", repairs)
    fenced = _FENCE.search(rest)
    if fenced and _OPENS.search(fenced[1]):
        repairs.append("fence")
        rest = fenced[1]
    value = _parsed(rest.strip())
    if value is not None:
        return Salvaged(value, tuple(repairs))
    opening = _OPENS.search(rest)
    if opening is None:
        return None
    return _within(rest[opening.start() :], repairs)


def without_wrapping(text: str) -> str:
    """Prose without thinking aloud before it and without the marks of a fence around it."""
    rest = _THINKING.sub("", text)
    fenced = _FENCE.fullmatch(rest.strip())
    return (fenced[1] if fenced else rest).strip()


def _without(pattern: re.Pattern[str], text: str, name: str, repairs: list[str]) -> str:
    stripped = pattern.sub("", text)
    if stripped != text:
        repairs.append(name)
    return stripped


def _parsed(text: str) -> Any:
    """An object or a list, None for anything else: a number or a word is no answer."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, (dict, list)) else None


def _within(text: str, repairs: list[str]) -> Salvaged | None:
    """The first value of a text that begins with one, whole or mended."""
    try:
        value, _ = json.JSONDecoder().raw_decode(text)
        return Salvaged(value, (*repairs, "prose"))
    except (ValueError, RecursionError):
        mended = _mended(text)
    return None if mended is None else Salvaged(mended, (*repairs, "mended"))


def _mended(text: str) -> Any:
    """A cut or careless value: missing ends, quotes and commas put in by `json_repair`."""
    from json_repair import repair_json

    try:
        value = repair_json(text, return_objects=True)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, (dict, list)) and value else None


def is_schema(value: object, schema: Mapping[str, Any]) -> bool:
    """Whether a value is the schema that was asked for instead of an answer in it."""
    if not isinstance(value, Mapping):
        return False
    asked = set(schema.get("properties", ()))
    return not asked & value.keys() and bool({"properties", "$defs", "$schema"} & value.keys())


def renamed(value: Any, names: Mapping[str, str]) -> tuple[Any, bool]:
    """The value with known other names of fields put right at every depth, and whether any was."""
    if isinstance(value, list):
        each = [renamed(item, names) for item in value]
        return [item for item, _ in each], any(changed for _, changed in each)
    if not isinstance(value, Mapping):
        return value, False
    right: dict[str, Any] = {}
    changed = False
    for field, content in value.items():
        name = names.get(field, field)
        name = field if name in value else name
        right[name], deeper = renamed(content, names)
        changed |= deeper or name != field
    return right, changed
