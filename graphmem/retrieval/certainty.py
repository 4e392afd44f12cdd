"""How sure a search is of holding an answer: a question about the wrong person brings much that resembles one.

What matches best is compared with what the one asked about said themselves: if others said what is asked for, it is likely
asked of the wrong person. Where nobody is named, how well the best matches has to do.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from graphmem.retrieval.bm25 import Floats
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


def signs(features: Floats, scores: Floats, weights: Sequence[float]) -> tuple[float, ...]:
    """The signs of a search, in the order of `SIGNS`, from the second look's features, a column a message, the scores they come to, and weights."""
    if not len(scores):
        return (0.0,) * len(SIGNS)
    best = np.argsort(-scores, kind="stable")[:_LOOKED_AT]
    own = features[_OWN] != 0
    content = scores - sum(features[place] * weights[place] for place in _OF_SPEAKERS)
    asked = own.any()
    others = content[~own].max() if not own.all() else 0.0
    rather = others - content[own].max() if asked else 0.0
    return (
        float(scores[own].max() if asked else scores[best].max()),
        float(max(-_MOST, min(_MOST, rather))),
        float(features[_WORDS, best].max()),
        float(features[_COVERED, best].max()),
    )
