"""What a recall would have brought at an earlier time of memory's own: "what did we think on 1 June of where she lived in 2022?"

The timelines are derived anew from what had been recorded by then, so that what was learned or corrected later plays no part.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from graphmem.memory import reading
from graphmem.memory.engine import Engine
from graphmem.periods import holding
from graphmem.types import Fact, Recall


def known(engine: Engine, namespace: str, recall: Recall) -> Recall:
    """The recall as its query asks: as memory knows it now, or knew it then."""
    then = recall.query.known_at
    return recall if then is None else as_known(engine, namespace, recall, then)


def as_known(engine: Engine, namespace: str, recall: Recall, known_at: datetime) -> Recall:
    """The recall with each fact as it was believed then, or what stood in its place with its score, and without later messages."""
    facts = _then(engine, namespace, recall, known_at)[: recall.query.limit]
    points = {fact.slot: recall.scores.get(fact.id, 0.0) for fact in reversed(recall.facts)}
    return replace(
        recall,
        facts=facts,
        scores={**{fact.id: points[fact.slot] for fact in facts}, **recall.scores},
        messages=tuple(message for message in recall.messages if message.recorded_at <= known_at),
    )


def _then(engine: Engine, namespace: str, recall: Recall, known_at: datetime) -> tuple[Fact, ...]:
    subjects = sorted({fact.subject for fact in recall.facts})
    believed = reading.believed(engine, namespace, subjects, known_at) if subjects else []
    moment = recall.query.as_of or recall.query.now
    slots = list(dict.fromkeys(fact.slot for fact in recall.facts))
    order = {fact.id: place for place, fact in enumerate(recall.facts)}
    held = [fact for fact in believed if fact.slot in slots and holding(fact, moment) is not None]
    return tuple(sorted(held, key=lambda f: (slots.index(f.slot), order.get(f.id, len(order)), f.sentence, f.id)))
