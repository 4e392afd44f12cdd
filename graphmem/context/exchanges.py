"""An answer without its question is half of what was said: recalled turns bring the other half of their exchange.

An assistant's answer brings the user's turn before it, and a user's question the answer after it. The other half is offered
right behind the turn that brings it, and shown only with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphmem.types import Message

_ASKING = ("?", "？", '?"', "?”")


def places(recalled: Sequence[Message]) -> tuple[tuple[str, int], ...]:
    """Where the other halves of recalled turns of one namespace stand, as (session, seq): what is to be read for `partners`."""
    wanted = {place: None for message in recalled if (place := _place(message))}
    return tuple(place for place in wanted if place not in {(one.session, one.seq) for one in recalled})


def partners(recalled: Sequence[Message], beside: Sequence[Message]) -> Mapping[str, Message]:
    """The other half of each recalled turn's exchange, by that turn's id; turns recalled themselves need none to bring them."""
    there = {(message.namespace, message.session, message.seq): message for message in beside}
    taken = {message.id for message in recalled}
    found: dict[str, Message] = {}
    for message in recalled:
        other = there.get((message.namespace, *(_place(message) or ("", 0))))
        if other is not None and other.id not in taken and _answers(message, other):
            found[message.id] = other
            taken.add(other.id)
    return found


def _place(message: Message) -> tuple[str, int] | None:
    if message.role == "assistant":
        return message.session, message.seq - 1
    asks = message.role == "user" and message.text.rstrip().endswith(_ASKING)
    return (message.session, message.seq + 1) if asks else None


def _answers(one: Message, other: Message) -> bool:
    return {one.role, other.role} == {"user", "assistant"}
