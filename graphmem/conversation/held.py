"""A message that a conversation holds: as it was given, and as graphmem reads it.

Calls and their results are found here once, by the same units that windows of a memory are made of.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Generic, TypeVar

from graphmem.context.window import Unit, Units, units
from graphmem.conversation.dialects import Dialect
from graphmem.memory.incoming import incoming
from graphmem.memory.incoming import message as read_message
from graphmem.types import Message

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Held(Generic[T]):
    """A message as given, what it says, and its number in the order of arrival; `fields` are those of `Memory.remember`."""

    given: T
    said: Message
    number: int
    fields: Mapping[str, Any]


def hold(given: T, dialect: Dialect[T], *, number: int, session: str, at: datetime) -> Held[T]:
    """A message as it is held; `at` is when it was said, where it does not say so itself.

    Raises:
        InvalidInput: when the dialect reads from it what no message can be.
    """
    read = dialect.read(given)
    fields = {"at": at, **{name: value for name, value in read.items() if value is not None}, "session": session}
    said = read_message(incoming(fields), salt=b"", now=at, fresh=str(number))
    return Held(given, replace(said, id=str(number), seq=number), number, fields)


def arranged(held: Sequence[Held[T]]) -> Units:
    """The messages in units, a call with its results; the last call may still wait for them."""
    return units([one.said for one in held], self_name=None, waiting_calls=True)


def pairs(held: Sequence[Held[T]]) -> tuple[tuple[Held[T], ...], ...]:
    """What may only leave together: a call with its results, everything else by itself; in order of their first message."""
    by_id = {one.said.id: one for one in held}
    group: dict[str, set[str]] = {one: {one} for one in by_id}
    for unit in arranged(held).units:
        together = set().union(*(group[message.id] for message in unit.messages))
        group |= dict.fromkeys(together, together)
    distinct = {id(ids): ids for ids in group.values()}.values()
    return tuple(tuple(one for one in held if one.said.id in ids) for ids in distinct)


def with_units(held: Sequence[Held[T]], chosen: Sequence[Unit]) -> list[Held[T]]:
    """The messages all of whose units were chosen: of a message that answers two calls, both."""
    there = {message.id for unit in chosen for message in unit.messages}
    whole = [group for group in pairs(held) if all(one.said.id in there for one in group)]
    numbers = {one.number for group in whole for one in group}
    return [one for one in held if one.number in numbers]


def lone_results(held: Sequence[Held[T]]) -> list[Held[T]]:
    """Results of calls that are not held: they answer nothing."""
    alone = {message.id for message in arranged(held).alone if message.role == "tool"}
    return [one for one in held if one.said.id in alone]
