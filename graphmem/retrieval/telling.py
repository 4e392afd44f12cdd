"""Why a message came: the channels that found it, or found the turn it stands beside, and the time it is of.

Told of the few messages that are shown alone, from what the first look kept of all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

import numpy as np

from graphmem.retrieval import features, matching
from graphmem.retrieval.bm25 import Floats
from graphmem.retrieval.ranking import Look, Looked
from graphmem.types import Channel, Hit, Message

_AT_THE_TIME = len(matching.FIRST) + features.SECOND.index("at the time asked")

#: To which rank of each channel's list a place in it is told as a reason.
TOLD = 100


class _List(NamedTuple):
    """One channel's list: all scores, and those of the messages asked about, 0 where it does not hold one."""

    channel: Channel
    every: Floats
    asked: Floats


def told(shown: Sequence[Message], look: Look, looked: Looked) -> dict[str, tuple[Hit, ...]]:
    """The reasons of each message shown; one that was not found itself came for the turn before or after it."""
    timely_by = dict(zip(looked.ids, looked.features[_AT_THE_TIME].tolist(), strict=True))
    found = _hits([message.id for message in shown], look)
    found |= _beside([message for message in shown if not found[message.id]], look)
    reasons: dict[str, tuple[Hit, ...]] = {}
    for rank, message in enumerate(shown, start=1):
        at_the_time = timely_by[message.id]
        timely = (Hit("message", message.id, "time", rank, at_the_time),) if at_the_time else ()
        reasons[message.id] = (*found[message.id], *timely)
    return reasons


def _hits(keys: Sequence[str], look: Look) -> dict[str, tuple[Hit, ...]]:
    """Of each message the channels whose list holds it; equal scores share a rank."""
    hits: dict[str, tuple[Hit, ...]] = dict.fromkeys(keys, ())
    if not keys:
        return hits
    for channel, every, asked in _lists(keys, look):
        ranks = 1 + (every > asked[:, np.newaxis]).sum(axis=1)
        for place in np.flatnonzero((asked > 0) & (ranks <= TOLD)).tolist():
            key = keys[place]
            hits[key] += (Hit("message", key, channel, int(ranks[place]), float(asked[place])),)
    return hits


def _beside(lonely: Sequence[Message], look: Look) -> dict[str, tuple[Hit, ...]]:
    """Of each message the hits of the turn before or after it, as reasons of its own."""
    neighbours = {message.id: look.found.beside(message.session, message.seq) for message in lonely}
    found = _hits([*dict.fromkeys(chain.from_iterable(neighbours.values()))], look)
    hits_there = {key: next((hits for each in keys if (hits := found[each])), ()) for key, keys in neighbours.items()}
    return {key: tuple([replace(hit, id=key, score=0.0) for hit in hits]) for key, hits in hits_there.items()}


def _lists(keys: Sequence[str], look: Look) -> tuple[_List, ...]:
    found = look.found
    places = [found.place_of.get(key, -1) for key in keys]
    nothing = matching.NOTHING_STATED
    return (
        _List("text", found.said[:-1], found.said[places]),
        _List("vector", found.cosines[:-1], found.cosines[places]),
        _List(
            "graph",
            np.array([share for share, _ in look.stating.values()], dtype=float),
            np.array([look.stating.get(key, nothing)[0] for key in keys], dtype=float),
        ),
    )
