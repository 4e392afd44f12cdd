"""One list out of many: reciprocal rank fusion.

Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods"
(SIGIR 2009): an item scores the sum of 1 / (k + rank) over the lists that hold it, here times the weight of the list's
channel. Channels score on scales that cannot be compared; ranks can.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import fsum

from graphmem.types import Channel, Hit


@dataclass(frozen=True, slots=True)
class Fused:
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
    fused = [
        Fused(item, _score(found, k, weights or {}), tuple(sorted(found, key=_place))) for item, found in hits.items()
    ]
    return sorted(fused, key=lambda item: (-item.score, item.id))


def _once_each(ranked: Iterable[Hit]) -> Iterable[Hit]:
    best: dict[str, Hit] = {}
    for hit in ranked:
        if hit.id not in best or hit.rank < best[hit.id].rank:
            best[hit.id] = hit
    return best.values()


def _score(hits: Iterable[Hit], k: int, weights: Mapping[Channel, float]) -> float:
    """Exact summing, so that the order of the lists does not show in the last digit."""
    return fsum(weights.get(hit.channel, 1.0) / (k + hit.rank) for hit in hits)


def _place(hit: Hit) -> tuple[int, str, float]:
    return hit.rank, hit.channel, -hit.score
