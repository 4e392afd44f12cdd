"""What models wrap JSON in, and what they leave off: told apart, mended, and named.

A schema is asked for, and still models think aloud first, fence their answer, answer the schema itself, answer the bare list, or
stop in the middle. Each repair has a name, so that how often a model needs it can be counted; what no repair makes JSON is no reply.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_THINKING = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"```[\w-]*\s*\n?(.*?)(?:```|\Z)", re.DOTALL)
_OPENS = re.compile(r"[{\[]")

#: Characters that are mended, which takes the square of their number; replies in their form have fewer.
MENDED = 60_000

#: How deep fields may lie that are put right.
_DEEP = 4


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
    whole = _parsed(text.strip())
    if whole is not None:
        return Salvaged(whole)
    repairs: list[str] = []
    rest = _without(_THINKING, text, "thinking", repairs)
    fenced = _FENCE.search(rest)
    if fenced and _OPENS.search(fenced[1]):
        repairs.append("fence")
        rest = fenced[1]
    value = _parsed(rest.strip())
    return _within(rest, repairs) if value is None else Salvaged(value, tuple(repairs))


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
        value = _DECODER.decode(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, (dict, list)) else None


def _joined(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """An object; lists that it has under one name twice are one list."""
    made: dict[str, Any] = {}
    for name, content in pairs:
        lists = isinstance(content, list) and isinstance(made.get(name), list)
        made[name] = [*made[name], *content] if lists else content
    return made


_DECODER = json.JSONDecoder(object_pairs_hook=_joined)


def _within(text: str, repairs: list[str]) -> Salvaged | None:
    """The first value in a text that holds an object, whole or mended; what brackets hold in prose is none."""
    place = 0
    while opening := _OPENS.search(text, place):
        try:
            value, place = _DECODER.raw_decode(text, opening.start())
        except (ValueError, RecursionError):
            mended = _mended(text[opening.start() :][:MENDED])
            return None if mended is None else Salvaged(mended, (*repairs, "mended"))
        if (value and isinstance(value, dict)) or (
            isinstance(value, list) and any(isinstance(one, dict) for one in value)
        ):
            return Salvaged(value, (*repairs, "prose"))
    return None


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


def renamed(value: Any, names: Mapping[str, str], *, deep: int = _DEEP) -> tuple[Any, bool]:
    """The value with known other names of fields put right, and whether any was."""
    if not deep:
        return value, False
    if isinstance(value, list):
        each = [renamed(item, names, deep=deep - 1) for item in value]
        return [item for item, _ in each], any(changed for _, changed in each)
    if not isinstance(value, Mapping):
        return value, False
    right: dict[str, Any] = {}
    changed = False
    for field, content in value.items():
        name = names.get(field, field)
        name = field if name in value else name
        right[name], deeper = renamed(content, names, deep=deep - 1)
        changed |= deeper or name != field
    return right, changed
