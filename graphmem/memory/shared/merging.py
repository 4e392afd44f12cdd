"""Recalls of several namespaces become one: fused by score, the memory's own first among equals.

Facts have points for how well they fit the question, which mean the same in every namespace. What a message's score says
depends on what is usual in its namespace: among five messages nothing stands out as it does among thousands. So a message counts by its place
in its own ranking and by how sure that recall is of an answer, which is calibrated. (Tried on three conversations of LoCoMo and two of
a few lines: raw scores bury the small ones, and log-odds of the confidence the large ones.) The order within a namespace stays
as its own recall has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from graphmem.types import Entity, Fact, Message, Recall

#: So far a fact that is not certain stands behind all that are, and an entity that the question names before all others.
_APART = 1e6

#: A message at place r counts confidence / (3 + r): the first a quarter more than the second.
_RANK = 3

#: Texts longer than this are compared by their beginning when doubles are left out.
_COMPARED = 2000

T = TypeVar("T", Fact, Message, Entity)
SaidT = TypeVar("SaidT", Fact, Message)


def merged(recalls: Sequence[Recall], *, overruled: Sequence[Fact] = ()) -> Recall:
    """One recall of several, of which the first is the memory's own, without the facts that it overrules."""
    own = recalls[0]
    gone = {fact.id for fact in overruled}
    facts = interleaved(
        [[(one, _of_fact(one, found)) for one in found.facts if one.id not in gone] for found in recalls]
    )
    ranked = [_ranked(found) for found in recalls]
    messages = interleaved(ranked)
    entities = interleaved([[(one, _of_entity(one, found)) for one in found.entities] for found in recalls])
    limit = own.query.limit
    shown = (distinct(facts)[:limit], distinct(messages)[:limit], entities[:limit])
    kept = {one.id for each in shown for one in each}
    scores = {key: score for found in recalls for key, score in found.scores.items()}
    scores |= {message.id: score for each in ranked for message, score in each}
    return replace(
        own,
        facts=tuple(shown[0]),
        messages=tuple(shown[1]),
        entities=tuple(shown[2]),
        scores={key: score for key, score in scores.items() if key in kept},
        reasons={key: hits for found in recalls for key, hits in found.reasons.items() if key in kept},
        confidence=max(found.confidence for found in recalls),
        answered=any(found.answered for found in recalls),
        overruled=tuple(overruled),
        taken_back=frozenset(one for found in recalls for one in found.taken_back if one in kept),
    )


def interleaved(lists: Sequence[Sequence[tuple[T, float]]]) -> list[T]:
    """The items of ranked lists by score; of equals those of an earlier list come first, and no list changes its own order."""
    placed: list[tuple[float, int, int, T]] = []
    for number, ranked in enumerate(lists):
        lowest = float("inf")
        for place, (item, score) in enumerate(ranked):
            lowest = min(lowest, score)
            placed.append((-lowest, number, place, item))
    return [item for *_, item in sorted(placed, key=lambda each: each[:3])]


def distinct(items: Iterable[SaidT]) -> list[SaidT]:
    """The items without those of other namespaces that only repeat what another says, word for word."""
    every = list(items)
    said = {_said(item) for item in every if not item.namespace}
    kept: list[SaidT] = []
    for item in every:
        text = _said(item)
        if not item.namespace or text not in said:
            kept.append(item)
            said.add(text)
    return kept


def _said(item: Fact | Message) -> str:
    text = item.sentence if isinstance(item, Fact) else item.text
    return " ".join(text[:_COMPARED].casefold().split())


def _ranked(found: Recall) -> list[tuple[Message, float]]:
    return [(one, found.confidence / (_RANK + place)) for place, one in enumerate(found.messages, start=1)]


def _of_fact(fact: Fact, found: Recall) -> float:
    return found.scores.get(fact.id, 0.0) - (_APART if fact.certainty != "certain" else 0.0)


def _of_entity(entity: Entity, found: Recall) -> float:
    named = any(hit.channel == "graph" for hit in found.reasons.get(entity.id, ()))
    return found.scores.get(entity.id, 0.0) + (_APART if named else 0.0)
