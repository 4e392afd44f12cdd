"""Why a message came: the channels that found it, or found the turn it stands beside, and the time it is of.

Told of the few messages that are shown alone, from what the first look kept of all.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import nsmallest

import numpy as np

from graphmem.retrieval import features, matching
from graphmem.retrieval.bm25 import Floats
from graphmem.retrieval.ranking import Look, Looked
from graphmem.types import Channel, Hit, Message

_AT_THE_TIME = len(matching.FIRST) + features.SECOND.index("at the time asked")

#: How many of each channel's list are told as reasons.
TOLD = 100


@dataclass(frozen=True, slots=True)
class _List:
    """The beginning of one channel's list: scores by id, and the scores alone, negated, so that they ascend."""

    channel: Channel
    scores: Mapping[str, float]
    negated: Sequence[float]


def told(shown: Sequence[Message], look: Look, looked: Looked) -> dict[str, tuple[Hit, ...]]:
    """The reasons of each message shown."""
    lists = _lists(look)
    timely_by = dict(zip(looked.ids, looked.features[_AT_THE_TIME].tolist(), strict=True))
    reasons: dict[str, tuple[Hit, ...]] = {}
    for rank, message in enumerate(shown, start=1):
        found = _hits(message.id, lists) or _beside(message, look, lists)
        at_the_time = timely_by[message.id]
        timely = (Hit("message", message.id, "time", rank, at_the_time),) if at_the_time else ()
        reasons[message.id] = (*found, *timely)
    return reasons


def _hits(key: str, lists: Sequence[_List]) -> tuple[Hit, ...]:
    """The channels whose list holds a message; equal scores share a rank."""
    found = [(each, each.scores[key]) for each in lists if key in each.scores]
    return tuple([Hit("message", key, each.channel, _rank(score, each), score) for each, score in found])


def _rank(score: float, among: _List) -> int:
    return 1 + bisect_left(among.negated, -score)


def _beside(message: Message, look: Look, lists: Sequence[_List]) -> tuple[Hit, ...]:
    """The hits of the turn before or after, as reasons of a message that was not found itself."""
    for key in look.found.beside(message.session, message.seq):
        hits_there = _hits(key, lists)
        if hits_there:
            return tuple(replace(hit, id=message.id, score=0.0) for hit in hits_there)
    return ()


def _lists(look: Look) -> tuple[_List, ...]:
    found = look.found
    best = matching.best(found.said, TOLD)
    stating = nsmallest(TOLD, [(-share, key) for key, (share, _) in look.stating.items()])
    return (
        _list("text", [found.ids[place] for place in best], found.said[best]),
        _list("vector", found.near.ids[:TOLD], found.near.scores[:TOLD]),
        _list("graph", [key for _, key in stating], np.array([-share for share, _ in stating], dtype=float)),
    )


def _list(channel: Channel, ids: Sequence[str], best_first: Floats) -> _List:
    """Of what matches at all."""
    matching_ids, scores = ids[: int(np.count_nonzero(best_first > 0))], best_first[best_first > 0]
    return _List(channel, dict(zip(matching_ids, scores.tolist(), strict=True)), (-scores).tolist())
