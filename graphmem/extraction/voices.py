"""Who "I" and "you" are in a message: it depends on its role, its speaker and who else is talking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.types import Mention, Message


@dataclass(frozen=True, slots=True)
class Voice:
    """Templates of the mentions that the first and the second person stand for; their spans are filled in when met."""

    me: Mention
    you: Mention
    name: str


_SELF = Mention("", 0, 0, "self", kind="Person", kind_confidence=0.95)
_AGENT = Mention("", 0, 0, "agent", kind="Agent", kind_confidence=0.95)


def voice(message: Message, previous: Sequence[Message]) -> Voice:
    """Who speaks in a message and to whom."""
    return Voice(_party(message), _addressee(message, previous), message.speaker or "")


def _party(message: Message) -> Mention:
    if message.speaker:
        kind = "Agent" if message.role == "assistant" else "Person"
        return Mention("", 0, 0, "name", name=message.speaker, kind=kind, kind_confidence=0.95)
    return _AGENT if message.role == "assistant" else _SELF


def _addressee(message: Message, previous: Sequence[Message]) -> Mention:
    """The other party when there is exactly one, else whom the role alone suggests."""
    parties = [_party(turn) for turn in previous if turn.role in ("user", "assistant")]
    others = {party for party in parties if party != _party(message)}
    if len(others) == 1:
        return others.pop()
    return _SELF if message.role == "assistant" else _AGENT
