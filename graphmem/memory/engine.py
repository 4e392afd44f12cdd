"""What every view of a store shares: the store, the models, the vocabulary, the clock.

An engine has no namespace; a `Memory` is an engine and a namespace.
"""

from __future__ import annotations

import importlib.util
import logging
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path

from graphmem.embedding.protocol import Embedder
from graphmem.extraction.protocol import Extractor
from graphmem.memory.asking import Guarded
from graphmem.memory.border import text
from graphmem.memory.mirroring import Mirrors
from graphmem.resolution.vocabulary import Vocabulary, default_vocabulary, vocabulary_with
from graphmem.store import open_store
from graphmem.store.protocols import Store
from graphmem.tokens import TokenCounter, counter_for

_log = logging.getLogger("graphmem")


def utc_now() -> datetime:
    """The present moment, aware UTC."""
    return datetime.now(UTC)


def fresh_key() -> str:
    """An identity for a message that brings none."""
    return uuid.uuid4().hex


@dataclass(frozen=True, slots=True)
class Engine:
    """Shared wiring. `clock` and `fresh` are arguments so that tests and replays can fix them."""

    store: Store
    extractor: Extractor
    embedder: Embedder | None
    counter: TokenCounter
    vocabulary: Vocabulary
    clock: Callable[[], datetime] = utc_now
    fresh: Callable[[], str] = fresh_key
    mirrors: Mirrors = field(default_factory=Mirrors)


def open_engine(
    url: str,
    *,
    extractor: Extractor | None,
    embedder: Embedder | None,
    model: str | None,
    vocabulary: str | PathLike[str] | None,
    clock: Callable[[], datetime],
    fresh: Callable[[], str],
) -> Engine:
    """An engine on a store's URL, with the local models for what is not given."""
    counter = counter_for(None if model is None else text(model, "model"))
    words = default_vocabulary() if vocabulary is None else vocabulary_with(Path(vocabulary))
    store = open_store(text(url, "url"))
    return Engine(
        store=store,
        extractor=extractor or default_extractor(),
        embedder=_fitting(store, embedder or default_embedder()),
        counter=counter,
        vocabulary=words,
        clock=clock,
        fresh=fresh,
    )


def _fitting(store: Store, embedder: Embedder | None) -> Embedder | None:
    """The embedder, unless the store holds vectors of another: theirs cannot be compared, and words and graph still can."""
    mark = store.embedder()
    if embedder is None or mark is None or mark.model == embedder.model:
        return Guarded(embedder) if embedder else None
    _log.warning("recall goes on without vectors: the store holds those of %s, not of %s", mark.model, embedder.model)
    return None


def default_extractor() -> Extractor:
    """The spaCy extractor. It loads its model at its first message; without one, messages wait in the queue."""
    from graphmem.extraction.spacy import SpacyExtractor

    return SpacyExtractor()


def default_embedder() -> Embedder | None:
    """The local embedder where it is installed; without one, recall works by words and by the graph."""
    if importlib.util.find_spec("wordllama") is None:
        return None
    from graphmem.embedding.local import WordLlamaEmbedder

    return WordLlamaEmbedder()
