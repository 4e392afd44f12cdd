"""A conversation in numbers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stats:
    """Messages held and their tokens; `dirty` when some are only estimated.

    `most_messages` and `most_tokens` are the limits, None where there is none. `left` messages are no longer held, of which
    `waiting` ones are still to be remembered: memory could not take them, and will be given them with the next message.
    """

    messages: int
    tokens_used: int
    is_dirty: bool = False
    most_messages: int | None = None
    most_tokens: int | None = None
    left: int = 0
    waiting: int = 0
