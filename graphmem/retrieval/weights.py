"""The weights of the features, found by `benchmarks/ranking.py` and shipped as data: what is learned is not written in code.

Two sets: one for a memory with vectors, one for a memory of words alone.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from math import exp
from operator import mul
from typing import Any

import numpy as np

from graphmem.retrieval.bm25 import Floats
from graphmem.retrieval.certainty import SIGNS
from graphmem.retrieval.features import SECOND
from graphmem.retrieval.matching import FIRST


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of the first look by `FIRST`, of the second by `FIRST` and `SECOND`, and of sureness by `SIGNS`.

    Below `least` nothing that came is an answer.
    """

    first: tuple[float, ...]
    second: tuple[float, ...]
    sure: tuple[float, ...]
    constant: float
    least: float

    def sureness(self, signs: Sequence[float]) -> float:
        """How likely it is that an answer is there."""
        score = sum(map(mul, signs, self.sure)) + self.constant
        return 1 / (1 + exp(-max(-30.0, min(30.0, score))))


def weighed(columns: Floats, weights: Sequence[float]) -> Floats:
    """For each column the sum of its features, which stand in rows, by their weights.

    One row is added after the other, on whatever machine, so that equal features come to equal scores.
    """
    scores: Floats = np.add.reduce(columns * np.array(weights)[:, None], axis=0)
    return scores


def weights(*, vectors: bool) -> Weights:
    """The shipped weights, for a search with vectors or without."""
    return _shipped()["with vectors" if vectors else "words alone"]


@cache
def _shipped() -> Mapping[str, Weights]:
    text = resources.files("graphmem.retrieval").joinpath("weights.toml").read_text(encoding="utf-8")
    return {name: _read(table) for name, table in tomllib.loads(text).items() if isinstance(table, dict)}


def _read(table: Mapping[str, Any]) -> Weights:
    early, late, sure = table["first"], table["second"], table["sure"]
    return Weights(
        first=tuple(float(early.get(name, 0.0)) for name in FIRST),
        second=tuple(float(late.get(name, 0.0)) for name in (*FIRST, *SECOND)),
        sure=tuple(float(sure.get(name, 0.0)) for name in SIGNS),
        constant=float(sure["constant"]),
        least=float(sure["least"]),
    )
