"""Small builders: what was said when, settled into facts without any store."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from graphmem.resolution.evidence import evidence
from graphmem.resolution.facts import settle
from graphmem.resolution.identity import identify
from graphmem.resolution.vocabulary import default_vocabulary
from graphmem.types import (
    Claim,
    Evidence,
    Extraction,
    Fact,
    Granularity,
    Identities,
    Mention,
    Message,
    Role,
    TextPart,
    When,
)

SALT = b"salt"
NOBODY = Identities({}, (), {}, {})

LIVES, WORKS, LIKES = "live in", "work at", "like"
_KINDS = {"live in": "Place", "move to": "Place", "work at": "Organization", "quit": "Organization", "leave": "Place"}


def on(year: int, month: int = 1, day: int = 1) -> datetime:
    """Noon of a day, UTC."""
    return datetime(year, month, day, 12, tzinfo=UTC)


def during(year: int) -> When:
    """A whole year."""
    return When(datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC), Granularity.YEAR)


def month(year: int, number: int) -> When:
    """A whole month."""
    after = datetime(year + number // 12, number % 12 + 1, 1, tzinfo=UTC)
    return When(datetime(year, number, 1, tzinfo=UTC), after, Granularity.MONTH)


def message(at: datetime, *, role: Role = "user", seq: int = 0, recorded_at: datetime | None = None) -> Message:
    """A message at a moment; its id tells it apart."""
    identity = f"m{at.isoformat()}/{seq}"
    return Message(identity, identity, "s", role, (TextPart("…"),), "…", at, recorded_at or at, seq=seq)


def said(
    at: datetime,
    predicate: str,
    target: str,
    *,
    subject: str | None = None,
    role: Role = "user",
    seq: int = 0,
    recorded_at: datetime | None = None,
    kind: str | None = None,
    **claim: Any,
) -> Evidence:
    """The evidence of one message with one claim; the subject is the user unless named."""
    who = Mention("I", 0, 1, "self", kind="Person")
    if subject is not None:
        who = Mention(subject, 0, len(subject), "name", subject, "Person", 0.9)
    what = Mention(target, 2, 3, "name", target, kind or _KINDS.get(predicate, "Thing"), 0.9)
    source = message(at, role=role, seq=seq, recorded_at=recorded_at)
    claims = (Claim(0, predicate, predicate, (0, 1), object=1, **claim),)
    return evidence(Extraction(source.id, "test", "1", (who, what), claims), source, default_vocabulary())


def facts(told: Sequence[Evidence]) -> dict[str, Fact]:
    """The facts of everything told, by sentence."""
    who = identify(NOBODY, (), told, salt=SALT, vocabulary=default_vocabulary())
    settled = settle(
        [statement for one in told for statement in one.statements],
        entity_of=who.entity_of,
        names=who.names,
        salt=SALT,
        vocabulary=default_vocabulary(),
    )
    return {fact.sentence: fact for fact in settled.facts.values()}


def years(fact: Fact) -> list[tuple[int | None, int | None]]:
    """The years its periods start and end in."""
    return [(p.start.year if p.start else None, p.end.year if p.end else None) for p in fact.periods]
