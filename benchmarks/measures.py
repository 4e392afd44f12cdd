"""How good a ranking is, and how sure a difference between two is.

Recall at k of a question is the share of its evidence among the first k; over questions it is averaged, each counting the
same. Two rankings are compared question by question: the interval is that of the mean difference under resampled questions.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from statistics import fmean

DEPTHS = (5, 10, 20, 50)

#: How often questions are drawn anew for an interval, and the seed of the draws, so that a run can be repeated.
DRAWS = 2000
SEED = 7


def recall(ranked: Sequence[str], evidence: frozenset[str], depth: int) -> float:
    """The share of the evidence among the first `depth`."""
    return len(evidence & set(ranked[:depth])) / len(evidence)


def figures(rankings: Sequence[tuple[Sequence[str], frozenset[str]]]) -> dict[str, float]:
    """Recall, any and all at each depth, in per cent, over questions as (ranking, evidence)."""
    shares = {depth: [recall(ranked, evidence, depth) for ranked, evidence in rankings] for depth in DEPTHS}
    return (
        {f"recall@{depth}": percent(each) for depth, each in shares.items()}
        | {f"any@{depth}": percent([float(share > 0) for share in each]) for depth, each in shares.items()}
        | {f"all@{depth}": percent([float(share == 1) for share in each]) for depth, each in shares.items()}
        | {"questions": len(rankings)}
    )


def percent(shares: Sequence[float]) -> float:
    """Their mean in per cent, to a tenth; 0 of none."""
    return round(100 * fmean(shares), 1) if shares else 0.0


def gain(ours: Sequence[float], theirs: Sequence[float]) -> dict[str, float]:
    """The mean paired difference in points, and its 95 % bootstrap interval."""
    differences = [100 * (mine - other) for mine, other in zip(ours, theirs, strict=True)]
    if not differences:
        return {"mean": 0.0, "low": 0.0, "high": 0.0}
    draw = random.Random(SEED)
    means = sorted(fmean(draw.choices(differences, k=len(differences))) for _ in range(DRAWS))
    low, high = means[int(DRAWS * 0.025)], means[int(DRAWS * 0.975) - 1]
    return {"mean": round(fmean(differences), 1), "low": round(low, 1), "high": round(high, 1)}
