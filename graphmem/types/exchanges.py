"""An exchange: a user's turn with the assistant's answer, which belong together when either is found."""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.types.messages import Message


@dataclass(frozen=True, slots=True)
class Exchange:
    """What was asked and what was answered; one of them is None where it was not said, or is forgotten.

    `score` is that of whichever of the two was found first.
    """

    asked: Message | None
    answered: Message | None
    score: float = 0.0
