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
from graphmem.types import Message, ToolCallPart, ToolResultPart

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Held(Generic[T]):
    """A message as given, what it says, and its number in the order of arrival; `fields` are those of `Memory.remember`.

    `paired` says that it calls tools or answers such calls; nothing else is ever part of a pair.
    """

    given: T
    said: Message
    number: int
    fields: Mapping[str, Any]
    paired: bool


def hold(given: T, dialect: Dialect[T], *, number: int, session: str, at: datetime) -> Held[T]:
    """A message as it is held; `at` is when it was said, where it does not say so itself.

    Raises:
        InvalidInput: when the dialect reads from it what no message can be.
    """
    read = dialect.read(given)
    fields = {"at": at, **{name: value for name, value in read.items() if value is not None}, "session": session}
    said = read_message(incoming(fields), salt=b"", now=at, fresh=str(number))
    paired = any(isinstance(part, ToolCallPart | ToolResultPart) for part in said.parts)
    return Held(given, replace(said, id=str(number), seq=number), number, fields, paired)


def arranged(held: Sequence[Held[T]]) -> Units:
    """The messages in units, a call with its results; the last call may still wait for them."""
    return units([one.said for one in held], self_name=None, waiting_calls=True)


def pairs(held: Sequence[Held[T]]) -> tuple[tuple[Held[T], ...], ...]:
    """What may only leave together: a call with its results, everything else by itself; in order of their first message."""
    by_id = {one.said.id: one for one in held}
    group: dict[str, set[str]] = {one: {one} for one in by_id}
    for unit in arranged(_of_tools(held)).units:
        together = set().union(*(group[message.id] for message in unit.messages))
        group |= dict.fromkeys(together, together)
    distinct = {id(ids): ids for ids in group.values()}.values()
    place = {one: number for number, one in enumerate(by_id)}
    return tuple(tuple(by_id[one] for one in sorted(ids, key=place.__getitem__)) for ids in distinct)


def partners(held: Sequence[Held[T]], one: Held[T]) -> tuple[Held[T], ...]:
    """The message with all that may not be parted from it."""
    if not one.paired:
        return (one,)
    return next(group for group in pairs(_of_tools(held)) if one in group)


def _of_tools(held: Sequence[Held[T]]) -> list[Held[T]]:
    return [one for one in held if one.paired]


def with_units(held: Sequence[Held[T]], chosen: Sequence[Unit]) -> list[Held[T]]:
    """The messages all of whose units were chosen: of a message that answers two calls, both."""
    there = {message.id for unit in chosen for message in unit.messages}
    whole = [group for group in pairs(held) if all(one.said.id in there for one in group)]
    numbers = {one.number for group in whole for one in group}
    return [one for one in held if one.number in numbers]


def lone_results(held: Sequence[Held[T]]) -> list[Held[T]]:
    """Results of calls that are not held: they answer nothing."""
    alone = {message.id for message in arranged(_of_tools(held)).alone if message.role == "tool"}
    return [one for one in held if one.said.id in alone]
