"""Embeddings without a network, a key or a wait: static word vectors, averaged.

`wordllama` ships its weights inside the package. A text costs a twentieth of a millisecond, a hundredth of what a small
transformer takes, for slightly weaker vectors.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from graphmem.errors import ConfigError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Only the beginning of a longer text is embedded: the average of thousands of words points nowhere.
LONGEST = 8000

_DIMENSION = 256
_loading = Lock()


class WordLlamaEmbedder:
    """Embeds with wordllama's 256-dimensional vectors; loaded at first use, safe to share between threads."""

    @property
    def model(self) -> str:
        """The model's name."""
        return f"wordllama:l2_supercat_{_DIMENSION}"

    @property
    def dimension(self) -> int:
        """The length of a vector: 256."""
        return _DIMENSION

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """A (len(texts), 256) array of unit vectors. A text without any words gets a fixed one.

        Raises:
            ConfigError: when wordllama is not installed.
        """
        import numpy as np

        vectors = np.empty((len(texts), _DIMENSION), dtype=np.float32)
        for row, text in enumerate(texts):
            vectors[row] = _unit(text)
        return vectors


def _unit(text: str) -> NDArray[np.float32]:
    """Each text alone: pooling in a batch pads, and padding changes the last bits with the company a text is in."""
    import numpy as np

    readable = text[:LONGEST].encode("utf-8", "replace").decode("utf-8")
    summed: NDArray[np.float32] = _model().embed([readable])[0] if readable else np.zeros(_DIMENSION, np.float32)
    norm = np.linalg.norm(summed)
    if not np.isfinite(norm) or norm == 0:
        return np.full(_DIMENSION, _DIMENSION**-0.5, dtype=np.float32)
    return summed / norm


def _model() -> Any:
    with _loading:
        return _loaded()


@lru_cache(maxsize=1)
def _loaded() -> Any:
    try:
        with _logging_untouched():
            import wordllama
    except ImportError as error:
        raise ConfigError(
            "local embeddings need wordllama, which is not installed; pip install 'graphmem[local]'"
        ) from error
    folder = Path(wordllama.__file__).parent
    return wordllama.WordLlama.load(cache_dir=folder, disable_download=True)


@contextmanager
def _logging_untouched() -> Iterator[None]:
    """wordllama configures the root logger when imported, unless it has a handler: lend it one."""
    root, lent = logging.getLogger(), logging.NullHandler()
    root.addHandler(lent)
    try:
        yield
    finally:
        root.removeHandler(lent)
