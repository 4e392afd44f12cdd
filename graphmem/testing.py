"""Fakes for the tests of programs that use graphmem: fixed time, counted ids, an extractor that needs no model.

    from graphmem import Memory
    from graphmem.testing import FixedClock, PlainExtractor

    memory = Memory.open(
        "sqlite:///:memory:", namespace="ada", extractor=PlainExtractor(), clock=FixedClock("2024-05-03T12:00:00+00:00")
    )

They are kept as stable as the rest of the public API.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from graphmem.errors import ModelError
from graphmem.extraction.protocol import Turn
from graphmem.texts import story as shipped_story
from graphmem.types import Claim, Extraction, Granularity, Mention, When


class FixedClock:
    """A clock that stands at a moment, or moves on by `step` each time it is read."""

    def __init__(self, start: str | datetime, *, step: timedelta = timedelta(0)) -> None:
        self.now = datetime.fromisoformat(start) if isinstance(start, str) else start
        self.step = step

    def __call__(self) -> datetime:
        now, self.now = self.now, self.now + self.step
        return now.astimezone(UTC)


def counted(prefix: str = "id") -> Callable[[], str]:
    """A source of identities that counts: "id-1", "id-2", …"""
    numbers = count(1)
    return lambda: f"{prefix}-{next(numbers)}"


def story() -> Iterator[dict[str, Any]]:
    """The story of Ada and her sister Ana, as arguments for `Memory.remember_many`."""
    for line in shipped_story("ada").splitlines():
        if line.strip():
            yield json.loads(line)


_PLAIN = re.compile(
    r"(?P<subject>I|[A-Z]\w+) (?P<verb>live in|lives in|moved to|work at|works at|quit|like|likes|hate|hates|"
    r"no longer like|no longer likes) (?P<object>[A-Z]\w+)(?: in (?P<year>\d{4}))?\."
)
_LEMMAS = {"lives in": "live in", "works at": "work at", "moved to": "move to", "likes": "like", "hates": "hate"}
_KINDS = {"live in": "Place", "move to": "Place", "work at": "Organization", "quit": "Organization"}


class PlainExtractor:
    """Reads sentences like "Ana lives in Lisbon." and "I moved to Porto in 2023." by one regular expression.

    For tests of everything around extraction, where a real model would only be slow. `broken` makes it
    fail as a model does, until it is set to False.
    """

    name = "plain"
    version = "1"
    context_turns = 0

    def __init__(self, *, broken: bool = False) -> None:
        self.broken = broken
        self.calls = 0

    def extract(self, turns: Sequence[Turn]) -> list[Extraction]:
        """One extraction a turn.

        Raises:
            ModelError: while `broken`.
        """
        self.calls += 1
        if self.broken:
            raise ModelError("the plain extractor is broken on purpose")
        return [_read(turn) for turn in turns]


def _read(turn: Turn) -> Extraction:
    mentions: list[Mention] = []
    claims: list[Claim] = []
    for found in _PLAIN.finditer(turn.message.text):
        lemma = _LEMMAS.get(found["verb"].removeprefix("no longer "), found["verb"].removeprefix("no longer "))
        mentions.append(_subject(found))
        mentions.append(_named(found, "object", _KINDS.get(lemma, "Thing")))
        claims.append(_claim(found, lemma, len(mentions)))
    return Extraction(turn.message.id, "plain", "1", tuple(mentions), tuple(claims))


def _subject(found: re.Match[str]) -> Mention:
    if found["subject"] == "I":
        return Mention("I", *found.span("subject"), refers="self", kind="Person")
    return _named(found, "subject", "Person")


def _named(found: re.Match[str], group: str, kind: str) -> Mention:
    return Mention(found[group], *found.span(group), refers="name", name=found[group], kind=kind, kind_confidence=0.9)


def _claim(found: re.Match[str], lemma: str, mentions: int) -> Claim:
    year = int(found["year"]) if found["year"] else None
    when = (
        When(datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC), Granularity.YEAR) if year else None
    )
    return Claim(
        subject=mentions - 2,
        predicate=lemma,
        phrase=found["verb"],
        quote=found.span(),
        object=mentions - 1,
        stance="ends" if found["verb"].startswith("no longer") else "holds",
        start=when,
    )
