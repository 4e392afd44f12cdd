"""The gold set as values: messages, and what a careful reader would note of each (`tests/gold/README.md`)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from graphmem.extraction.protocol import Turn
from graphmem.types import Message, TextPart

GOLD = Path(__file__).resolve().parent.parent / "tests" / "gold"
PARTS = {"development": "conversation.jsonl", "heldout": "heldout.jsonl"}
SAID_AT = datetime(2024, 5, 24, 12, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class GoldClaim:
    """One thing a message states; the fields are explained in `tests/gold/README.md`."""

    subject: str
    predicate: str
    object: str
    polarity: bool
    certainty: str
    stance: str
    nature: str
    start: str | None = None
    end: str | None = None
    also: tuple[str | dict[str, Any], ...] = ()
    optional: bool = False

    def readings(self) -> Iterator[GoldClaim]:
        """The claim in every wording that is as good, itself first."""
        words = [other for other in self.also if isinstance(other, str)]
        for changes in ({}, *(other for other in self.also if not isinstance(other, str))):
            base = replace(self, **changes)
            for predicate in [base.predicate] if "predicate" in changes else [base.predicate, *words]:
                for object in [base.object] if "object" in changes else [base.object, *words]:
                    yield replace(base, predicate=predicate, object=object)


@dataclass(frozen=True, slots=True)
class GoldMessage:
    """A message and everything it states."""

    id: str
    kind: str
    text: str
    claims: tuple[GoldClaim, ...]
    previous: tuple[Mapping[str, Any], ...] = ()
    role: str = "user"
    speaker: str | None = None
    at: datetime = SAID_AT

    def turn(self) -> Turn:
        """The message as an extractor gets it, the turns before it a minute apart."""
        before = [
            _message(f"{self.id}-{number}", turn, self.at + timedelta(minutes=number - len(self.previous)), number)
            for number, turn in enumerate(self.previous)
        ]
        said = {"role": self.role, "speaker": self.speaker, "text": self.text}
        return Turn(_message(self.id, said, self.at, len(before)), tuple(before))


def read_gold(text: str) -> list[GoldMessage]:
    """The messages of a gold file.

    Raises:
        ValueError: when a line is not JSON or has a field that is not known or lacks one.
    """
    return [_gold(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]


def _gold(number: int, line: str) -> GoldMessage:
    try:
        row = json.loads(line)
        claims = tuple(GoldClaim(**{**claim, "also": tuple(claim.get("also", ()))}) for claim in row.pop("claims"))
        at = datetime.fromisoformat(row.pop("at", SAID_AT.isoformat()))
        return GoldMessage(claims=claims, at=at, previous=tuple(row.pop("previous", ())), **row)
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        raise ValueError(f"line {number} of the gold file is not a message with its claims: {error}") from error


def _message(id: str, said: Mapping[str, Any], at: datetime, seq: int) -> Message:
    text, speaker = str(said["text"]), said.get("speaker")
    return Message(id, id, "gold", said["role"], (TextPart(text),), text, at, at, speaker=speaker, seq=seq)
