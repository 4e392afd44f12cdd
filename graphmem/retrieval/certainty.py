"""How sure a search is of holding an answer: a question about the wrong person brings much that resembles one.

What matches best is compared with what the one asked about said themselves: if others said what is asked for, it is likely
asked of the wrong person. Where nobody is named, how well the best matches has to do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphmem.retrieval.features import SECOND
from graphmem.retrieval.matching import FIRST

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


def signs(
    features: Mapping[str, Sequence[float]], scores: Mapping[str, float], weights: Sequence[float]
) -> tuple[float, ...]:
    """The signs of a search, in the order of `SIGNS`, from the second look's features, the scores they come to, and weights."""
    if not features:
        return (0.0,) * len(SIGNS)
    best = sorted(features, key=lambda key: -scores[key])[:_LOOKED_AT]
    own = [key for key, row in features.items() if row[_OWN]]
    content = {
        key: scores[key] - sum(row[place] * weights[place] for place in _OF_SPEAKERS) for key, row in features.items()
    }
    others = max((value for key, value in content.items() if not features[key][_OWN]), default=0.0)
    return (
        max(scores[key] for key in own or best),
        max(-_MOST, min(_MOST, others - max(content[key] for key in own))) if own else 0.0,
        max(features[key][_WORDS] for key in best),
        max(features[key][_COVERED] for key in best),
    )
