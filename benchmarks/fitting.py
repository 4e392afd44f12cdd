"""Weights for a sum of features, so that what answers comes before what does not: listwise, by Newton's method.

The probability of a message is the softmax of its score among those of one question; the likelihood of the evidence, evenly
shared by its messages, is made as large as it gets, less a penalty on the square of the weights (ListNet's top-one
likelihood: Cao et al., "Learning to Rank: From Pairwise Approach to Listwise Approach", ICML 2007).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

ROUNDS = 25
CLOSE = 1e-5


@dataclass(frozen=True, slots=True)
class Listed:
    """The candidates of one question: a row of features each, and which of them are evidence. `weight` is what it counts."""

    rows: Floats
    evidence: NDArray[np.bool_]
    weight: float = 1.0


def fit(lists: Sequence[Listed], *, penalty: float) -> Floats:
    """The weights, one for each feature; lists without evidence teach nothing."""
    taught = [each for each in lists if each.evidence.any()]
    stacked = _Stacked(taught)
    weights = np.zeros(stacked.rows.shape[1])
    value, shares = stacked.likelihood(weights, penalty)
    for _ in range(ROUNDS):
        step = stacked.step(weights, shares, penalty)
        tried = weights + step
        reached, then = stacked.likelihood(tried, penalty)
        while reached < value - CLOSE and np.abs(step).max() > CLOSE:
            step = step / 2
            tried = weights + step
            reached, then = stacked.likelihood(tried, penalty)
        gained = reached - value
        weights, value, shares = tried, reached, then
        if gained < CLOSE * len(taught):
            break
    return weights


class _Stacked:
    def __init__(self, lists: Sequence[Listed]) -> None:
        sizes = np.array([len(each.rows) for each in lists])
        self.rows = np.concatenate([each.rows for each in lists])
        self.starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        self.of = np.repeat(np.arange(len(lists)), sizes)
        self.weight = np.array([each.weight for each in lists])
        self.target = np.concatenate([each.evidence / each.evidence.sum() for each in lists])

    def likelihood(self, weights: Floats, penalty: float) -> tuple[float, Floats]:
        scores = self.rows @ weights
        scores -= np.maximum.reduceat(scores, self.starts)[self.of]
        odds = np.exp(scores)
        sums = np.add.reduceat(odds, self.starts)
        logged = np.add.reduceat(self.target * scores, self.starts) - np.log(sums)
        return float((self.weight * logged).sum() - penalty / 2 * weights @ weights), odds / sums[self.of]

    def step(self, weights: Floats, shares: Floats, penalty: float) -> Floats:
        counted = self.weight[self.of]
        means = np.add.reduceat(self.rows * shares[:, None], self.starts, axis=0)
        slope = self.rows.T @ (counted * (self.target - shares)) - penalty * weights
        bend = (self.rows * (counted * shares)[:, None]).T @ self.rows - (means * self.weight[:, None]).T @ means
        solved: Floats = np.linalg.solve(bend + penalty * np.eye(len(weights)), slope)
        return solved


def fit_yes_no(rows: Floats, yes: NDArray[np.bool_], weight: Floats, *, penalty: float) -> Floats:
    """Logistic regression: the weights, and last the constant."""
    known = np.column_stack([rows, np.ones(len(rows))])
    held = np.diag([penalty] * rows.shape[1] + [1e-6])
    weights = np.zeros(known.shape[1])
    for _ in range(ROUNDS):
        likely = 1 / (1 + np.exp(-(known @ weights)))
        slope = known.T @ (weight * (yes - likely)) - held @ weights
        bend = (known * (weight * likely * (1 - likely))[:, None]).T @ known + held
        step = np.linalg.solve(bend, slope)
        weights = weights + step
        if np.abs(step).max() < CLOSE:
            break
    return weights
