"""One list out of many: reciprocal rank fusion.

Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods"
(SIGIR 2009): an item scores the sum of 1 / (k + rank) over the lists that hold it, here times the weight of the list's
channel. Channels score on scales that cannot be compared; ranks can.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import fsum
from typing import NamedTuple

from graphmem.types import Channel, Hit


class Fused(NamedTuple):
    """An item of the fused list, with the hits it was fused from, best rank first."""

    id: str
    score: float
    hits: tuple[Hit, ...]


def fuse(lists: Iterable[Iterable[Hit]], *, k: int = 60, weights: Mapping[Channel, float] | None = None) -> list[Fused]:
    """Fuse ranked lists of one kind, best first, ties by id. In whatever order the lists come, the result is one.

    An item that a list holds twice counts once, at its better rank. The smaller `k`, the more the first ranks count;
    a channel without a weight has weight 1.
    """
    hits: dict[str, list[Hit]] = {}
    for ranked in lists:
        for hit in _once_each(ranked):
            hits.setdefault(hit.id, []).append(hit)
    known = weights or {}
    fused = [_fused(item, found, k, known) for item, found in hits.items()]
    return sorted(fused, key=lambda item: (-item.score, item.id))


def _once_each(ranked: Iterable[Hit]) -> Iterable[Hit]:
    best: dict[str, Hit] = {}
    for hit in ranked:
        kept = best.setdefault(hit.id, hit)
        if hit.rank < kept.rank:
            best[hit.id] = hit
    return best.values()


def _fused(item: str, hits: list[Hit], k: int, weights: Mapping[Channel, float]) -> Fused:
    """Summed exactly, so that the order of the lists does not show in the last digit."""
    if len(hits) == 1:
        return Fused(item, weights.get(hits[0].channel, 1.0) / (k + hits[0].rank), (hits[0],))
    score = fsum([weights.get(hit.channel, 1.0) / (k + hit.rank) for hit in hits])
    return Fused(item, score, tuple(sorted(hits, key=_place)))


def _place(hit: Hit) -> tuple[int, str, float]:
    return hit.rank, hit.channel, -hit.score
