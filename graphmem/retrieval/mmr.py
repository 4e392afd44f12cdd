"""Maximal marginal relevance: each next message fits the question and is unlike those before it.

Carbonell and Goldstein, "The Use of MMR, Diversity-Based Reranking for Reordering Documents and Producing Summaries"
(SIGIR 1998). Likeness is the share of terms in common, so that it needs no vector.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphmem.terms import terms
from graphmem.types import Message

#: How much fitting counts, against being unlike.
FITTING = 0.6

#: Of a long message, so much is compared.
_COMPARED = 1000


def spread(ranked: Sequence[Message], scores: Mapping[str, float], limit: int) -> list[Message]:
    """At most `limit` messages, the best first, then always the one that adds most; ties keep their order."""
    words = {message.id: frozenset(terms(message.text[:_COMPARED])) for message in ranked}
    fitting = _between(scores, ranked)
    left, taken = list(ranked), list[Message]()
    likest = dict.fromkeys(words, 0.0)
    while left and len(taken) < limit:
        best = max(left, key=lambda m: FITTING * fitting[m.id] - (1 - FITTING) * likest[m.id])
        left.remove(best)
        taken.append(best)
        for other in left:
            likest[other.id] = max(likest[other.id], _alike(words[best.id], words[other.id]))
    return taken


def _between(scores: Mapping[str, float], ranked: Sequence[Message]) -> dict[str, float]:
    """Scores moved into 0 to 1, so that they weigh as much in every search."""
    all_scores = [scores[message.id] for message in ranked]
    low, high = min(all_scores, default=0.0), max(all_scores, default=0.0)
    width = high - low or 1.0
    return {message.id: (scores[message.id] - low) / width for message in ranked}


def _alike(one: frozenset[str], other: frozenset[str]) -> float:
    """Jaccard: shared terms of all terms; two texts without terms are not alike."""
    return len(one & other) / len(one | other) if one or other else 0.0
