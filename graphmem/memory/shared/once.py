"""The vector of a question is made once, however many namespaces are searched with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from graphmem.embedding.protocol import Embedder
from graphmem.embedding.wrapping import Wrapping

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Once(Wrapping):
    """An embedder for one recall, which remembers what it was asked."""

    def __init__(self, embedder: Embedder) -> None:
        super().__init__(embedder)
        self._made: dict[tuple[str, ...], NDArray[np.float32]] = {}

    @classmethod
    def of(cls, embedder: Embedder | None) -> Self | None:
        """The same for an embedder, if there is one."""
        return None if embedder is None else cls(embedder)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """A vector a text, in order."""
        asked = tuple(texts)
        if asked not in self._made:
            self._made[asked] = self._embedder.embed(asked)
        return self._made[asked]
