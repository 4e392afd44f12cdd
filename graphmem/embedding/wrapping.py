"""An embedder around another is of the same model: what it makes goes beside the vectors of the one inside."""

from __future__ import annotations

from graphmem.embedding.protocol import Embedder


class Wrapping:
    """The name and dimension of the embedder inside; how it is asked is the wrapper's own."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    @property
    def model(self) -> str:
        """The model's name."""
        return self._embedder.model

    @property
    def dimension(self) -> int:
        """The length of a vector."""
        return self._embedder.dimension
