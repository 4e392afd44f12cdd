"""BM25 over the store's candidates: pure, and the same for every store.

Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), section 3.4, with the inverse
document frequency kept positive by adding one inside the logarithm. Documents and lengths are those of one namespace,
so nobody's messages change the order of somebody else's. Hundreds are scored for each question, so they are scored at once,
term by term in the order of the alphabet: equal documents come to equal scores in whatever order a store answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphmem.types import Postings
from graphmem.types.columns import Places, PostingColumns

Floats = NDArray[np.float64]

#: The least discount, so that a document of no length is divided by something.
_LEAST = 1e-12


_NOWHERE = Places((), np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64))


class Uses(NamedTuple):
    """How often each of the terms, in rows, occurs in each document, in columns; the terms' weights and the documents' lengths.

    And which documents they are, and where they stand, which scoring does not need.
    """

    counts: Floats
    weights: Floats
    lengths: Floats
    ids: Sequence[str] = ()
    standing: Places = _NOWHERE


def rank(postings: Postings, *, k1: float = 1.2, b: float = 0.75) -> list[tuple[str, float]]:
    """Candidates with their scores, best first, ties by id; those that hold no asked term are left out.

    `k1` is how fast further uses of a term stop counting, `b` from 0 to 1 how much long documents are discounted.
    """
    if not postings.rows:
        return []
    found = uses(postings)
    scores = scored(found, average(postings), k1=k1, b=b)
    order = np.argsort(-scores, kind="stable").tolist()
    points = scores.tolist()
    return [(found.ids[place], points[place]) for place in order if points[place] > 0]


def scored(found: Uses, average: float, *, k1: float = 1.2, b: float = 0.75) -> Floats:
    """The score of each document."""
    relative = found.lengths / average if average else np.ones_like(found.lengths)
    discount = np.maximum(k1 * (1 - b + b * relative), _LEAST)
    scores = np.zeros_like(found.lengths)
    for weight, counts in zip(found.weights, found.counts, strict=True):
        scores += weight * (k1 + 1) * counts / (counts + discount)
    return scores


def uses(postings: Postings) -> Uses:
    """The uses of those terms that any document of the namespace holds, by the alphabet, in the documents by their ids."""
    if isinstance(postings.rows, PostingColumns):
        return _of_columns(postings, postings.rows)
    held = sorted((term, holding) for term, holding in postings.frequencies.items() if holding)
    ids, lengths, counts, sessions, seqs = zip(*sorted(postings.rows), strict=True) if postings.rows else ((),) * 5
    return Uses(
        counts=_counts([term for term, _ in held], counts),
        weights=np.array([idf(postings.documents, holding) for _, holding in held], dtype=float),
        lengths=np.array(lengths, dtype=float),
        ids=ids,
        standing=standing(sessions, seqs),
    )


def _of_columns(postings: Postings, found: PostingColumns) -> Uses:
    """The same of what is in columns already. A term that a document of the namespace holds is one of theirs."""
    return Uses(
        counts=found.counts,
        weights=np.array([idf(postings.documents, postings.frequencies[term]) for term in found.terms], dtype=float),
        lengths=found.lengths.astype(float),
        ids=found.ids,
        standing=found.standing,
    )


def standing(sessions: Sequence[str], seqs: Sequence[int]) -> Places:
    """Where messages stand, in columns."""
    numbers = {name: number for number, name in enumerate(dict.fromkeys(sessions))}
    codes = np.array([numbers[name] for name in sessions], dtype=np.int64)
    return Places(list(numbers), codes, np.array(seqs, dtype=np.int64))


def average(postings: Postings) -> float:
    """The length of an average document in terms; 0 where there is none."""
    return postings.total_length / postings.documents if postings.documents else 0.0


def idf(documents: int, holding: int) -> float:
    """How telling a term is that `holding` of the documents hold: above 0, less the more there are."""
    return log(1 + (max(documents, holding) - holding + 0.5) / (holding + 0.5))


def _counts(terms: Sequence[str], documents: Sequence[Mapping[str, int]]) -> Floats:
    """The uses of each term in each document; a term that is not among them is counted past the last row, and cut off."""
    size, over = len(documents), len(terms) * len(documents)
    starts = {term: number * size for number, term in enumerate(terms)}
    counts = np.zeros(over + size)
    cells = [starts.get(term, over) + place for place, held in enumerate(documents) for term in held]
    counts[cells] = [count for held in documents for count in held.values()]
    return counts[:over].reshape(len(terms), size)
