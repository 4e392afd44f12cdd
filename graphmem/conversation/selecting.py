"""Which message of a full window goes first: a function from the messages to one of them, or several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

from graphmem.conversation.held import Held, partners
from graphmem.errors import InvalidInput
from graphmem.memory.border import shown

T = TypeVar("T")

Selector: TypeAlias = Callable[[list[T]], "T | Sequence[T] | None"]
"""Given the messages that may go, oldest first: which go."""


def oldest(messages: list[T]) -> T:
    """The oldest."""
    return messages[0]


def removed(candidates: Sequence[Held[T]], selector: Selector[T] | None) -> list[Held[T]]:
    """What goes next, with all that may not be parted from it; without a selector the oldest that is no system text.

    Raises:
        InvalidInput: when the selector chooses nothing, or what is not held.
    """
    if selector is None:
        first = next((one for one in candidates if one.said.role != "system"), candidates[0])
        chosen = [first]
    else:
        picked = selector([one.given for one in candidates])
        given = list(picked) if isinstance(picked, list | tuple) else [picked]
        chosen = [_found(candidates, one) for one in given if one is not None]
    if not chosen:
        raise InvalidInput(f"the removal selector chose none of {len(candidates)} messages, and one must leave")
    return list(dict.fromkeys(each for one in chosen for each in partners(candidates, one)))


def found(held: Sequence[Held[T]], message: object) -> Held[T] | None:
    """The held message that is this one, else the first that is equal to it."""
    same = (one for one in held if one.given is message)
    return next(same, next((one for one in held if one.given == message), None))


def _found(held: Sequence[Held[T]], message: object) -> Held[T]:
    one = found(held, message)
    if one is None:
        raise InvalidInput(f"the removal selector chose a message that is not held: {shown(message)}")
    return one
