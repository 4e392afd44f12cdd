"""Embeddings by an endpoint that speaks OpenAI's protocol: OpenAI's own, or a server of one's own.

Texts leave the machine. How long the vectors are is told by the first reply.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from graphmem.errors import ConfigError, ModelError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Texts sent in one request.
BATCH = 64

#: Only the beginning of a longer text is sent, so that no script takes more tokens than such models read: 8,192.
LONGEST = 8000

#: What stands for a text without a word, which endpoints refuse.
_BLANK = "."


class EndpointEmbedder:
    """Embeds with a model of an OpenAI-compatible endpoint. Safe to share between threads."""

    def __init__(self, model: str, *, base_url: str | None = None, api_key: str | None = None) -> None:
        """`base_url` and `api_key` default to OPENAI_BASE_URL and OPENAI_API_KEY, as everywhere; a local server takes any key.

        Raises:
            ConfigError: when there is no key.
        """
        import openai

        self._model = model
        self._dimension: int | None = None
        self._failures = openai.OpenAIError
        try:
            self._client: Any = openai.OpenAI(base_url=base_url, api_key=api_key)
        except openai.OpenAIError as error:
            raise ConfigError(
                f"the embedding model {model!r} needs an API key: set OPENAI_API_KEY (to anything, for a server of your own)"
            ) from error

    @property
    def model(self) -> str:
        """The model's name."""
        return f"openai:{self._model}"

    @property
    def dimension(self) -> int:
        """The length of a vector; asks the endpoint when it has not answered yet.

        Raises:
            ModelError: when it does not answer.
        """
        if self._dimension is None:
            self.embed([_BLANK])
        assert self._dimension is not None
        return self._dimension

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """A (len(texts), dimension) array of unit vectors.

        Raises:
            ModelError: when the endpoint failed, or its reply cannot be used.
        """
        import numpy as np

        if not texts:
            return np.empty((0, self.dimension), dtype=np.float32)
        blocks = [self._asked(texts[start : start + BATCH]) for start in range(0, len(texts), BATCH)]
        vectors = np.vstack(blocks)
        unit: NDArray[np.float32] = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return unit

    def _asked(self, texts: Sequence[str]) -> NDArray[np.float32]:
        readable = [text[:LONGEST].encode("utf-8", "replace").decode("utf-8") for text in texts]
        given = [text if text.strip() else _BLANK for text in readable]
        try:
            reply = self._client.embeddings.create(model=self._model, input=given, encoding_format="float")
        except self._failures as error:
            raise ModelError(f"the embedding model {self._model!r} failed: {error}") from error
        return self._checked(reply, len(given))

    def _checked(self, reply: Any, wanted: int) -> NDArray[np.float32]:
        """The vectors of a reply in the order asked, each as long as those before it, and none of zeros."""
        import numpy as np

        try:
            found = {int(each.index): each.embedding for each in reply.data}
            vectors = np.array([found[place] for place in range(wanted)], dtype=np.float32)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise ModelError(f"the embedding model {self._model!r} did not answer one vector a text") from error
        length = self._dimension or vectors.shape[-1]
        if vectors.shape != (wanted, length) or not np.isfinite(vectors).all() or not vectors.any(axis=1).all():
            raise ModelError(f"the embedding model {self._model!r} answered vectors that cannot be compared")
        self._dimension = length
        return vectors
