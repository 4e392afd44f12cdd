"""One list out of many: reciprocal rank fusion.

Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods"
(SIGIR 2009): an item scores the sum of 1 / (k + rank) over the lists that hold it, here times the weight of the list's
channel. Channels score on scales that cannot be compared; ranks can.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from math import fsum
from operator import itemgetter
from typing import NamedTuple

from graphmem.types import Channel, Hit, Indexed


class Found(NamedTuple):
    """One item of one ranked list, as a `Hit` tells it; a tuple, since hundreds are fused and few are told."""

    kind: Indexed
    id: str
    channel: Channel
    rank: int
    score: float


class Fused(NamedTuple):
    """An item of the fused list, with what it was fused from, best rank first."""

    id: str
    score: float
    found: tuple[Found | Hit, ...]

    @property
    def hits(self) -> tuple[Hit, ...]:
        """What it was fused from."""
        return tuple([Hit(each.kind, each.id, each.channel, each.rank, each.score) for each in self.found])


def fuse(
    lists: Iterable[Iterable[Found | Hit]], *, k: int = 60, weights: Mapping[Channel, float] | None = None
) -> list[Fused]:
    """Fuse ranked lists of one kind, best first, ties by id. In whatever order the lists come, the result is one.

    An item that a list holds twice counts once, at its better rank. The smaller `k`, the more the first ranks count;
    a channel without a weight has weight 1.
    """
    found: dict[str, list[Found | Hit]] = {}
    for ranked in lists:
        for one in _once_each(ranked):
            found.setdefault(one.id, []).append(one)
    known = weights or {}
    fused = [_fused(item, each, k, known) for item, each in found.items()]
    # Twice by one place of a tuple is a third of the cost of once by two.
    return sorted(sorted(fused, key=_ID), key=_SCORE, reverse=True)


def _once_each(ranked: Iterable[Found | Hit]) -> Iterable[Found | Hit]:
    best: dict[str, Found | Hit] = {}
    for one in ranked:
        kept = best.setdefault(one.id, one)
        if one.rank < kept.rank:
            best[one.id] = one
    return best.values()


def _fused(item: str, found: list[Found | Hit], k: int, weights: Mapping[Channel, float]) -> Fused:
    """Summed exactly, so that the order of the lists does not show in the last digit."""
    if len(found) == 1:
        return _FUSED((item, weights.get(found[0].channel, 1.0) / (k + found[0].rank), tuple(found)))
    score = fsum([weights.get(one.channel, 1.0) / (k + one.rank) for one in found])
    return Fused(item, score, tuple(sorted(found, key=_place)))


_ID, _SCORE = itemgetter(0), itemgetter(1)

#: Of a plain tuple, at half the cost of naming the fields.
_FUSED = partial(tuple.__new__, Fused)


def _place(one: Found | Hit) -> tuple[int, str, float]:
    return one.rank, one.channel, -one.score
