"""A conversation as data and back: the messages as their dialect writes them, with their number and time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from graphmem.conversation.dialects import Dialect
from graphmem.conversation.held import Held, hold
from graphmem.errors import InvalidInput
from graphmem.memory.border import shown

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Restored(Generic[T]):
    """What a snapshot holds for any conversation."""

    messages: list[Held[T]]
    waiting: list[Held[T]]
    numbers: int
    left: int


def dumped(one: Held[T], dialect: Dialect[T]) -> dict[str, Any]:
    """A message for a snapshot."""
    return {"message": dialect.dump(one.given), "number": one.number, "at": one.said.at.isoformat()}


def loaded(data: Mapping[str, Any], dialect: Dialect[T], *, session: str) -> Held[T]:
    """The message again."""
    at = datetime.fromisoformat(data["at"])
    return hold(dialect.load(data["message"]), dialect, number=int(data["number"]), session=session, at=at)


def read(state: object, kind: str, dialect: Dialect[T], *, session: str) -> Restored[T]:
    """What a snapshot says.

    Raises:
        InvalidInput: when it is of another kind of conversation, or none.
    """
    of = state.get("kind") if isinstance(state, Mapping) else state
    if not isinstance(state, Mapping) or of != kind:
        raise InvalidInput(f"a snapshot of a {kind} conversation is needed, not of {shown(of)}")
    try:
        return Restored(
            [loaded(one, dialect, session=session) for one in state["messages"]],
            [loaded(one, dialect, session=session) for one in state["waiting"]],
            int(state["numbers"]),
            int(state["left"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise InvalidInput(f"this is no snapshot that can be read: {error!r}") from error
