"""An item of a LangGraph store is a session with one message: its text is what can be found of it, its metadata the value itself.

LangGraph's namespaces are labels inside one graphmem namespace, written into the session's name; a name that would be too long is a
hash, and the labels are read from the message.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from graphmem.errors import InvalidInput
from graphmem.integrations import skeletons
from graphmem.memory.border import shown
from graphmem.types import Message

Labels = tuple[str, ...]

_OPEN, _HASHED = "langgraph:", "langgraph#"
_LONGEST = 400
_KEPT = "langgraph"

#: Fields that are what the item says; others stand with their names before them.
_PLAIN = frozenset({"text", "content", "memory", "value", "data", "fact"})


@dataclass(frozen=True, slots=True)
class Place:
    """Where an item is: its namespace and its key in there."""

    namespace: Labels
    key: str

    @property
    def session(self) -> str:
        """The session that is this item."""
        written = json.dumps([*self.namespace, self.key], ensure_ascii=False)
        name = f"{_OPEN}{written}"
        return name if len(name) <= _LONGEST else f"{_HASHED}{sha256(written.encode()).hexdigest()}"


@dataclass(frozen=True, slots=True)
class Kept:
    """An item as it is kept."""

    place: Place
    value: dict[str, Any]
    created_at: datetime
    updated_at: datetime


def is_item(session: str) -> bool:
    """Whether a session is an item and no conversation."""
    return session.startswith((_OPEN, _HASHED))


def place_of(session: str) -> Place | None:
    """Where the item of a session is; None when only its message can tell."""
    return None if session.startswith(_HASHED) else _place(json.loads(session.removeprefix(_OPEN)))


def told(place: Place, value: Mapping[str, Any], text: str, *, created_at: datetime | None) -> dict[str, Any]:
    """The item as `remember_many` takes it, but for its role.

    Raises:
        InvalidInput: when the value cannot be written as JSON.
    """
    try:
        written = json.dumps(dict(value), ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidInput(f"the value of {place.key!r} cannot be written as JSON ({error}): {shown(value)}") from error
    kept = {_KEPT: written, "place": json.dumps([*place.namespace, place.key], ensure_ascii=False)}
    since = {"created_at": created_at.isoformat()} if created_at else {}
    return {"content": text, "session": place.session, "metadata": {**kept, **since}}


def kept(message: Message) -> Kept | None:
    """The item that a message keeps; None for what somebody else said there."""
    if _KEPT not in message.metadata:
        return None
    created = message.metadata.get("created_at")
    value = skeletons.read(message.metadata[_KEPT])
    place = place_of(message.session) or _place(json.loads(message.metadata["place"]))
    return Kept(
        place,
        value
        if isinstance(value, dict)
        else {"text": message.text},  # no JSON is left where a secret was taken out of it
        datetime.fromisoformat(created) if created else message.at,
        message.at,
    )


def readable(value: object, name: str = "") -> Iterator[str]:
    """What a value says, a line for each leaf: "theme: dark", and what a field like "text" holds by itself."""
    if isinstance(value, Mapping):
        for field, held in value.items():
            below = name if field in _PLAIN else f"{name}.{field}".lstrip(".")
            yield from readable(held, below)
    elif isinstance(value, (list, tuple)):
        for held in value:
            yield from readable(held, name)
    elif value is not None:
        yield f"{name}: {value}" if name else str(value)


def passes(value: object, wanted: object) -> bool:
    """Whether a value is as a filter wants it: equal, or as its operators say, in objects field by field."""
    if isinstance(wanted, Mapping):
        if any(name.startswith("$") for name in wanted):
            return all(_compared(value, operator, other) for operator, other in wanted.items())
        return isinstance(value, Mapping) and all(passes(value.get(name), other) for name, other in wanted.items())
    if isinstance(wanted, (list, tuple)):
        return (
            isinstance(value, (list, tuple))
            and len(value) == len(wanted)
            and all(passes(one, other) for one, other in zip(value, wanted, strict=True))
        )
    return value == wanted


def matches(namespace: Labels, path: Sequence[str], *, suffix: bool) -> bool:
    """Whether a namespace begins, or ends, with a path in which "*" is any label."""
    if len(path) > len(namespace):
        return False
    part = namespace[len(namespace) - len(path) :] if suffix else namespace[: len(path)]
    return all(wanted in ("*", label) for label, wanted in zip(part, path, strict=True))


def _place(labels: Sequence[str]) -> Place:
    return Place(tuple(labels[:-1]), labels[-1])


def _compared(value: object, operator: str, other: object) -> bool:
    match operator:
        case "$eq":
            return value == other
        case "$ne":
            return value != other
        case "$gt" | "$gte" | "$lt" | "$lte":
            return _ordered(value, operator, other)
    raise InvalidInput(f"a filter compares by $eq, $ne, $gt, $gte, $lt or $lte, not {operator!r}")


def _ordered(value: object, operator: str, other: object) -> bool:
    """Compared as numbers; what is none is neither more nor less."""
    try:
        one, two = float(value), float(other)  # type: ignore[arg-type]  # whatever is no number is refused here
    except (TypeError, ValueError):
        return False
    if operator.startswith("$gt"):
        return one > two or (operator == "$gte" and one == two)
    return one < two or (operator == "$lte" and one == two)
