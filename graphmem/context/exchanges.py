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


#: How far from a message the rest of its exchange is looked for: tools may be called between.
REACH = 6


def around(recalled: Sequence[Message]) -> tuple[tuple[str, int], ...]:
    """Where all that belongs to the exchanges of messages of one namespace may stand, as (session, seq)."""
    seqs = ((one.session, one.seq + step) for one in recalled for step in range(-REACH, REACH + 1))
    return tuple(dict.fromkeys(place for place in seqs if place[1] > 0))


def exchange(message: Message, beside: Sequence[Message]) -> tuple[Message | None, Message | None]:
    """The user's turn that a message belongs to, and the last that the assistant said before the user's next."""
    session = sorted(
        {one.id: one for one in (*beside, message) if _one_talk(one, message)}.values(),
        key=lambda one: (one.seq, one.id),
    )
    here = [one.id for one in session].index(message.id)
    begins = next((at for at in range(here, -1, -1) if session[at].role == "user"), None)
    ends = next((at for at in range(here + 1, len(session)) if session[at].role == "user"), len(session))
    said = [one for one in session[begins or 0 : ends] if one.role == "assistant" and one.text.strip()]
    return (None if begins is None else session[begins], said[-1] if said else None)


def _one_talk(one: Message, other: Message) -> bool:
    return (one.namespace, one.session) == (other.namespace, other.session)
