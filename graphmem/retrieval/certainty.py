"""How sure a search is of holding an answer: a question about the wrong person brings much that resembles one.

What matches best is compared with what the one asked about said themselves: if others said what is asked for, it is likely
asked of the wrong person. Where nobody is named, how well the best matches has to do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphmem.retrieval.features import FIRST, SECOND

#: What sureness is weighed from, in this order.
SIGNS = ("best", "rather others", "words", "covered")

_OWN = len(FIRST) + SECOND.index("said by the one asked about")
_OF_SPEAKERS = (
    _OWN,
    len(FIRST) + SECOND.index("said by another named"),
    len(FIRST) + SECOND.index("mentions the one asked about"),
)
_WORDS, _COVERED = FIRST.index("words"), FIRST.index("covered")

#: How many of the best are looked at for words.
_LOOKED_AT = 3

#: The most that one sign of others counts, either way.
_MOST = 6.0


def signs(features: Mapping[str, Sequence[float]], weights: Sequence[float]) -> tuple[float, ...]:
    """The signs of a search, in the order of `SIGNS`, from the features of the second look and their weights."""
    if not features:
        return (0.0,) * len(SIGNS)
    scored = sorted(((_score(row, weights), row) for row in features.values()), key=lambda each: -each[0])
    said = {own: [_content(row, weights) for _, row in scored if bool(row[_OWN]) is own] for own in (True, False)}
    named = bool(said[True])
    best = [row for _, row in scored[:_LOOKED_AT]]
    others = max(said[False], default=0.0) - max(said[True]) if named else 0.0
    return (
        max(said[True]) if named else scored[0][0],
        max(-_MOST, min(_MOST, others)),
        max(row[_WORDS] for row in best),
        max(row[_COVERED] for row in best),
    )


def _score(row: Sequence[float], weights: Sequence[float]) -> float:
    return sum(value * weight for value, weight in zip(row, weights, strict=True))


def _content(row: Sequence[float], weights: Sequence[float]) -> float:
    """The score without what speakers add to it."""
    return _score(row, weights) - sum(row[place] * weights[place] for place in _OF_SPEAKERS)
