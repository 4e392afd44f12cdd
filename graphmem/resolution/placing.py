"""Where a statement belongs: which fact it states, and which facts that one competes with.

A fact is a proposition: subject, predicate, object, and whether it is affirmed. Whoever says it again states the
same fact. A slot holds the facts of which one is true at a time: all objects of a single-valued predicate, and else
a proposition with its denial and its opposite.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from graphmem import names
from graphmem.ids import opaque
from graphmem.resolution.vocabulary import Predicate, Vocabulary
from graphmem.types import SELF, Nature, Statement


@dataclass(frozen=True, slots=True)
class Place:
    """The fact a statement states, and its slot.

    `target` is the object's entity id or stands for the value. `single` says that the slot has one positive fact at a time.
    """

    fact_id: str
    slot: str
    subject: str
    object: str | None
    target: str
    nature: Nature
    single: bool


class Placing:
    """Places statements, given who is who: the entity of every key concerned, the display name of every entity."""

    def __init__(
        self, entity_of: Mapping[str, str], names: Mapping[str, str], *, salt: bytes, vocabulary: Vocabulary
    ) -> None:
        self.entity_of = entity_of
        self.names = names
        self.salt = salt
        self.vocabulary = vocabulary
        self._places: dict[tuple[object, ...], Place] = {}
        self._asked: dict[int, tuple[Statement, Place]] = {}

    def __call__(self, statement: Statement) -> Place:
        """The place of a statement whose keys are all in `entity_of`. What is said often is worked out once."""
        # A statement is asked for many times in a row; it is kept with its place, so that none other gets its number.
        asked = self._asked.get(id(statement))
        if asked is None:
            asked = self._asked[id(statement)] = (statement, self._said(statement))
        return asked[1]

    def _said(self, statement: Statement) -> Place:
        """The place of all statements that say the same."""
        said = (statement.subject, statement.predicate, statement.object, statement.value, statement.positive)
        proposition = (*said, statement.nature, _moment(statement) if statement.nature == "event" else "")
        if proposition not in self._places:
            self._places[proposition] = self._place(statement)
        return self._places[proposition]

    def _place(self, statement: Statement) -> Place:
        predicate = self.vocabulary.get(statement.predicate)
        subject, obj = self._ends(statement, predicate)
        target = obj or opaque(self.salt, "value", names.normal(statement.value or ""))
        happened = _moment(statement) if statement.nature == "event" else ""
        proposition = (subject, statement.predicate, target, "+" if statement.positive else "-", happened)
        single = bool(predicate and predicate.single) and statement.nature == "state"
        family = (predicate.opposite if predicate else "") or statement.predicate
        rivals = "" if single else f"|{target}|{happened}"
        return Place(
            fact_id=opaque(self.salt, "fact", statement.nature, *proposition),
            slot=f"{subject}|{statement.nature}|{family}{rivals}",
            subject=subject,
            object=obj,
            target=target,
            nature=statement.nature,
            single=single,
        )

    def _ends(self, statement: Statement, predicate: Predicate | None) -> tuple[str, str | None]:
        """Subject and object; a symmetric relation always the same way round: the user first, else by name.

        By name because whoever is renamed is placed anew, which nothing else about an entity is sure to bring about.
        """
        subject = self.entity_of[statement.subject]
        if statement.object is None:
            return subject, None
        obj = self.entity_of[statement.object]
        turned = bool(predicate and predicate.symmetric) and self._rank(obj) < self._rank(subject)
        return (obj, subject) if turned else (subject, obj)

    def _rank(self, entity: str) -> tuple[bool, str, str]:
        return entity != self.entity_of.get(SELF), self.names[entity], entity


def _moment(statement: Statement) -> str:
    start = statement.start
    return f"{start.start.isoformat()}/{start.granularity}" if start else ""
