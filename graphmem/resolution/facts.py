"""From statements to facts: group what states one proposition, and let the slot's timeline say when it holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.resolution.placing import Place, Placing
from graphmem.resolution.sentences import sentence
from graphmem.resolution.stretches import order
from graphmem.resolution.timeline import Timeline, timeline
from graphmem.resolution.vocabulary import Vocabulary
from graphmem.types import Certainty, Fact, Placed, Provenance, Statement

#: However often a thing is said, some doubt is left.
CERTAIN_ENOUGH = 0.99

STRENGTH: tuple[Certainty, ...] = ("certain", "reported", "possible")


@dataclass(frozen=True, slots=True)
class Settled:
    """Some slots worked out: their facts with periods, and where each statement belongs."""

    facts: Mapping[str, Fact]
    placed: tuple[Placed, ...]


def settle(
    statements: Iterable[Statement],
    *,
    entity_of: Mapping[str, str],
    names: Mapping[str, str],
    salt: bytes,
    vocabulary: Vocabulary,
) -> Settled:
    """The facts of the slots these statements fill. Every statement of each slot must be among them.

    `entity_of` holds every key of every entity concerned, `names` their display names.
    """
    placing = Placing(entity_of, names, salt=salt, vocabulary=vocabulary)
    said = {(s.message_id, s.number): s for s in statements}.values()
    slots: dict[str, list[Statement]] = {}
    for statement in said:
        slots.setdefault(placing(statement).slot, []).append(statement)
    facts: dict[str, Fact] = {}
    for filling in slots.values():
        facts |= _facts(filling, placing, names, vocabulary)
    return Settled(facts, tuple(_placed(statement, placing(statement)) for statement in said))


def _placed(statement: Statement, place: Place) -> Placed:
    return Placed(statement.message_id, statement.number, place.fact_id, place.slot)


def _facts(
    said: Sequence[Statement], placing: Placing, names: Mapping[str, str], vocabulary: Vocabulary
) -> dict[str, Fact]:
    line = timeline(said, placing)
    stating: dict[str, list[Statement]] = {}
    for statement in sorted(said, key=order):
        stating.setdefault(placing(statement).fact_id, []).append(statement)
    return {fact: _fact(placing(stated[0]), stated, line, names, vocabulary) for fact, stated in stating.items()}


def _fact(
    place: Place, stated: Sequence[Statement], line: Timeline, names: Mapping[str, str], vocabulary: Vocabulary
) -> Fact:
    first = stated[0]
    predicate = vocabulary.get(first.predicate)
    saying = [s for s in stated if s.stance != "retracts"] or list(stated)
    certainty = min((s.certainty for s in saying), key=STRENGTH.index)
    periods = tuple(line.periods.get(place.fact_id, ()))
    value = None if place.object else first.value
    object_name = names[place.object] if place.object else None
    importances = [s.importance for s in saying if s.importance is not None]
    return Fact(
        id=place.fact_id,
        slot=place.slot,
        subject=place.subject,
        subject_name=names[place.subject],
        predicate=first.predicate,
        object=place.object,
        object_name=object_name,
        value=value,
        sentence=sentence(
            predicate,
            first.predicate,
            first.phrase,
            subject=names[place.subject],
            obj=object_name or value or "",
            positive=first.positive,
            certainty=certainty,
            nature=first.nature,
            periods=periods,
        ),
        nature=first.nature,
        positive=first.positive,
        certainty=certainty,
        person=any(s.person for s in saying),
        confidence=_confidence(saying),
        importance=max(importances, default=predicate.importance if predicate else 0.3),
        category=predicate.category if predicate else "other",
        said_at=max(s.at for s in saying),
        recorded_at=min(s.recorded_at for s in stated),
        retracted_at=_retracted_at(stated) if place.fact_id in line.retracted else None,
        periods=periods,
        sources=tuple(Provenance(s.message_id, *s.quote, s.stance, s.at) for s in stated),
    )


def _confidence(saying: Sequence[Statement]) -> float:
    """The chance that not all who said it were misread, as if they were read independently: 1 − Π(1 − cᵢ)."""
    doubt = 1.0
    for statement in saying:
        doubt *= 1.0 - statement.confidence
    return round(min(1.0 - doubt, CERTAIN_ENOUGH), 4)


def _retracted_at(stated: Sequence[Statement]) -> datetime | None:
    return max((s.recorded_at for s in stated if s.stance == "retracts"), default=None)
