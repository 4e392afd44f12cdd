"""An embedder by its name, as it stands in a setting."""

from __future__ import annotations

from graphmem.embedding.protocol import Embedder
from graphmem.errors import InvalidInput

NAMES = ("wordllama", "minilm", "openai:MODEL", "none")

_ENDPOINT = "openai:"


def named_embedder(name: str) -> Embedder | None:
    """The embedder of that name, None for "none". It loads its model, or asks its endpoint, at first use.

    Raises:
        InvalidInput: when there is none of that name.
    """
    if name == "none":
        return None
    if name == "wordllama":
        from graphmem.embedding.local import WordLlamaEmbedder

        return WordLlamaEmbedder()
    if name == "minilm":
        from graphmem.embedding.minilm import MiniLMEmbedder

        return MiniLMEmbedder()
    if name.startswith(_ENDPOINT) and len(name) > len(_ENDPOINT):
        from graphmem.embedding.endpoint import EndpointEmbedder

        return EndpointEmbedder(name.removeprefix(_ENDPOINT))
    raise InvalidInput(f"embedder must be one of {', '.join(NAMES)}, not {name!r}")
