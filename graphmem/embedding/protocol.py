"""What an embedder is: texts in, unit vectors out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Embedder(Protocol):
    """Turns texts into float32 vectors of length 1. Equal texts give equal vectors."""

    @property
    def model(self) -> str:
        """The model's name; stored beside the vectors it made."""

    @property
    def dimension(self) -> int:
        """The length of a vector."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """A (len(texts), dimension) array.

        Raises:
            ModelError: when the model failed; the caller queues the messages.
        """
