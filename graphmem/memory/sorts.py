"""Episodic, semantic and procedural memory: what happened and was said, what is so, and what to do when something comes up.

Each fact is of one of them: a procedure by its category, else an event is episodic and a state semantic. Messages are episodic, entities semantic.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import replace
from typing import get_args

from graphmem.errors import InvalidInput
from graphmem.memory import border
from graphmem.retrieval.asking.triggers import PROCEDURE
from graphmem.types import Fact, Filter, Query, Recall
from graphmem.types.recall import Kept

#: How many times as many are looked at, since those of other memories are then left out.
SPARE = 4


def sorts(given: object) -> frozenset[Kept]:
    """The memories asked for, none for all.

    Raises:
        InvalidInput: when one of them is none.
    """
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise InvalidInput(f"memories must be a list of names, not {border.shown(given)}; write [{given!r}] for one")
    asked = frozenset(border.text(name, "each of memories") for name in given)
    unknown = sorted(asked - set(get_args(Kept)))
    if unknown:
        raise InvalidInput(f"memories must be some of {', '.join(get_args(Kept))}, not {unknown[0]!r}")
    return frozenset(name for name in get_args(Kept) if name in asked)


def sort(fact: Fact) -> Kept:
    """Which memory a fact is of."""
    if fact.category == PROCEDURE:
        return "procedural"
    return "episodic" if fact.nature == "event" else "semantic"


def wider(asked: Query, wanted: Set[Kept]) -> Query:
    """The question with as many looked at as leave enough; procedures alone are told by their category."""
    if not wanted:
        return asked
    only: Filter = asked.only
    if wanted == {"procedural"} and not only.categories:
        only = replace(only, categories=frozenset({PROCEDURE}))
    return replace(asked, limit=asked.limit * SPARE, only=only)


def narrowed(found: Recall, asked: Query, wanted: Set[Kept]) -> Recall:
    """Of what was found, what is of the memories asked for, as many as the question asked."""
    if not wanted:
        return found
    facts = tuple(fact for fact in found.facts if sort(fact) in wanted)[: asked.limit]
    messages = found.messages[: asked.limit] if "episodic" in wanted else ()
    entities = found.entities[: asked.limit] if "semantic" in wanted else ()
    here = {fact.id for fact in facts} | {message.id for message in messages} | {entity.id for entity in entities}
    return replace(
        found,
        query=asked,
        facts=facts,
        messages=messages,
        entities=entities,
        scores={key: score for key, score in found.scores.items() if key in here},
        reasons={key: why for key, why in found.reasons.items() if key in here},
        taken_back=found.taken_back & here,
    )
