"""A question as it is heard: its frame, the turns before it as far as it leans on them, and every name that may be meant.

Nothing is read from memory here; `Heard.keys` says what to ask it for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.retrieval import linking
from graphmem.retrieval.asking.frames import Frame, frame, inherited
from graphmem.retrieval.linking import Candidate
from graphmem.types import AGENT, SELF, Message

#: How many turns before a question are looked at, the newest first.
TURNS = 4

#: The characters of a turn, at either end, in which names are looked for.
_TURN_EDGE = 300

#: How many questions in a row that lean on one another are followed back.
_DEEPEST = 3

ORDINAL = re.compile(
    r"\bthe (?P<which>first|former|second|latter|last) (?:one|of them|person)\b|\bthe (?P<bare>former|latter)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn before the question, as far as it was looked at."""

    text: str
    of_user: bool
    candidates: tuple[Candidate, ...]
    of_self: bool


@dataclass(frozen=True, slots=True)
class Heard:
    """A question before anything was read: its frame, what it takes over, and every name that may be known.

    `asking` are the names of the sentence that asks, `candidates` those of the whole question but the event that tells its time.
    """

    text: str
    now: datetime
    own: Frame
    before: Frame | None
    asking: tuple[Candidate, ...]
    candidates: tuple[Candidate, ...]
    events: tuple[Candidate, ...]
    turns: tuple[Turn, ...]
    just_said: frozenset[str]

    @property
    def keys(self) -> tuple[str, ...]:
        """What to ask the store for."""
        every = [self.candidates, self.events, *(turn.candidates for turn in self.turns)]
        found = (SELF, AGENT) if self.own.of_agent else (SELF,)
        return tuple(dict.fromkeys([*found, *linking.keys(candidate for each in every for candidate in each)]))


def heard(text: str, *, now: datetime, turns: Sequence[Message] = ()) -> Heard:
    """Read a question and, if it leans on them, the turns before it, oldest first."""
    own = frame(text, now=now)
    leaning = (
        own.leaning != "none" or bool(own.pronouns) or own.time.then or own.apart or bool(ORDINAL.search(own.asking))
    )
    recent = (
        [turn for turn in turns if turn.role in ("user", "assistant") and turn.text.strip()][-TURNS:] if leaning else []
    )
    before = _before(recent, now)
    if before is not None and before.time.past and own.leaning != "none":
        own = frame(text, now=now, past=True)
    main = own.text if not own.time.event else own.text.replace(own.time.event, " ")
    candidates = linking.candidates(main)
    return Heard(
        text=text,
        now=now,
        own=inherited(own, before) if before else own,
        before=before,
        asking=candidates if main.strip() == own.main.strip() else linking.candidates(own.main),
        candidates=candidates,
        events=linking.candidates(own.time.event) if own.time.event else (),
        turns=tuple(_turn(turn) for turn in reversed(recent)),
        just_said=frozenset(turn.id for turn in turns),
    )


def _before(recent: Sequence[Message], now: datetime) -> Frame | None:
    """The last question of the user, itself completed by those before it."""
    asked = [turn for turn in recent if turn.role == "user"]
    found: Frame | None = None
    for turn in asked[-_DEEPEST:]:
        own = frame(turn.text, now=now)
        found = inherited(own, found) if found else own
    return found


def _turn(message: Message) -> Turn:
    text = (
        message.text
        if len(message.text) <= 2 * _TURN_EDGE
        else f"{message.text[:_TURN_EDGE]} {message.text[-_TURN_EDGE:]}"
    )
    user = message.role == "user"
    whole = linking.candidates(text) if user else linking.candidates(linking.capitalised(text))
    of_self = any(candidate.key == SELF for candidate in whole) and user
    return Turn(text, user, tuple(candidate for candidate in whole if candidate.key != SELF), of_self)
