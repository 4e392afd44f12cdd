"""BM25 over the store's candidates: pure, and the same for every store.

Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), section 3.4, with the inverse
document frequency kept positive by adding one inside the logarithm. Documents and lengths are those of one namespace,
so nobody's messages change the order of somebody else's.
"""

from __future__ import annotations

from math import fsum, log

from graphmem.types import PostingRow, Postings


def rank(postings: Postings, *, k1: float = 1.2, b: float = 0.75) -> list[tuple[str, float]]:
    """Candidates with their scores, best first, ties by id; those that hold no asked term are left out.

    `k1` is how fast further uses of a term stop counting, `b` from 0 to 1 how much long documents are discounted.
    """
    weights = {term: idf(postings.documents, holding) for term, holding in postings.frequencies.items() if holding}
    average = postings.total_length / postings.documents if postings.documents else 0.0
    scored = [(row.id, _score(row, weights, average, k1, b)) for row in postings.rows]
    return sorted((item for item in scored if item[1] > 0), key=lambda item: (-item[1], item[0]))


def idf(documents: int, holding: int) -> float:
    """How telling a term is that `holding` of the documents hold: above 0, less the more there are."""
    return log(1 + (max(documents, holding) - holding + 0.5) / (holding + 0.5))


def _score(row: PostingRow, weights: dict[str, float], average: float, k1: float, b: float) -> float:
    discount = k1 * (1 - b + b * (row.length / average if average else 1.0))
    return fsum(
        [
            weights[term] * count * (k1 + 1) / (count + discount)
            for term, count in row.counts.items()
            if count > 0 and term in weights
        ]
    )
