"""A model that reads question and text together, asked about the best messages only: a hook, and one adapter.

Reading each pair anew is slow, which is why it comes last and sees few. What it says replaces the order among those it
saw; the others stay behind them as they were.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from graphmem.errors import ModelError
from graphmem.types import Message

#: How many of the best messages are read by the model.
SEEN = 30

#: Of a long message, as many characters as small models read.
_READ = 2000


class Reranker(Protocol):
    """Scores how well each text answers a question; only the order of the scores counts."""

    @property
    def model(self) -> str:
        """The model's name."""

    def scores(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """A score a text, in order.

        Raises:
            ModelError: when the model failed; recall then keeps its own order.
        """


def reranked(
    question: str, read: Mapping[str, Message], scores: Mapping[str, float], reranker: Reranker
) -> dict[str, float]:
    """The scores with those of the best `SEEN` put into the model's order.

    The values stay those of recall, dealt out anew, so that they mean what they meant.

    Raises:
        ModelError: when the model failed, or answered another number of scores.
    """
    best = sorted(scores, key=lambda key: (-scores[key], key))[:SEEN]
    if not best:
        return dict(scores)
    given = reranker.scores(question, [read[key].text[:_READ] for key in best])
    if len(given) != len(best):
        raise ModelError(f"{reranker.model} gave {len(given)} scores for {len(best)} texts")
    order = sorted(range(len(best)), key=lambda place: (-given[place], place))
    return {**scores, **{best[place]: scores[key] for place, key in zip(order, best, strict=True)}}
