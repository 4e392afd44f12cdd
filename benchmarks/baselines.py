"""What recall must beat: plain BM25, and BM25 with the same vectors by reciprocal rank fusion. Nothing of graphmem's ranking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log

from graphmem.embedding.protocol import Embedder
from graphmem.terms import terms

K1, B, RANK_CONSTANT = 1.2, 0.75, 60


class Baselines:
    """Rankings of the messages of one chat."""

    def __init__(self, keys: Sequence[str], texts: Sequence[str], embedder: Embedder | None) -> None:
        self._keys, self._embedder = list(keys), embedder
        self._counts = [Counter(terms(text)) for text in texts]
        self._lengths = [counts.total() for counts in self._counts]
        self._average = sum(self._lengths) / len(self._lengths)
        self._holding = Counter(term for counts in self._counts for term in counts)
        self._vectors = embedder.embed(list(texts)) if embedder else None

    def bm25(self, question: str) -> list[str]:
        """Messages by BM25; those that share no word come in the order they were said."""
        return self._by(self._scores(question))

    def fused(self, question: str) -> list[str]:
        """BM25 and cosine fused by their ranks alone; BM25 without an embedder."""
        if self._embedder is None or self._vectors is None:
            return self.bm25(question)
        cosines = [float(each) for each in self._vectors @ self._embedder.embed([question])[0]]
        fused: Counter[str] = Counter()
        scores = self._scores(question)
        matching = [key for key, score in zip(self._keys, scores, strict=True) if score > 0]
        for ranked in (self._by(scores)[: len(matching)], self._by(cosines)):
            for rank, key in enumerate(ranked, start=1):
                fused[key] += 1 / (RANK_CONSTANT + rank)  # type: ignore[assignment]  # a counter of shares
        return [key for key, _ in fused.most_common()]

    def _scores(self, question: str) -> list[float]:
        total = len(self._keys)
        scores = [0.0] * total
        for term in set(terms(question)):
            holding = self._holding[term]
            telling = log(1 + (total - holding + 0.5) / (holding + 0.5))
            for place, counts in enumerate(self._counts):
                if uses := counts[term]:
                    longer = K1 * (1 - B + B * self._lengths[place] / self._average)
                    scores[place] += telling * uses * (K1 + 1) / (uses + longer)
        return scores

    def _by(self, scores: Sequence[float]) -> list[str]:
        order = sorted(range(len(scores)), key=lambda place: (-scores[place], place))
        return [self._keys[place] for place in order]
