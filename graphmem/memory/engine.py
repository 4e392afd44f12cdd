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

from graphmem.embedding.choosing import named_embedder
from graphmem.embedding.protocol import Embedder
from graphmem.errors import ConfigError, InvalidInput
from graphmem.extraction.hybrid import HybridExtractor
from graphmem.extraction.protocol import Extractor
from graphmem.llm.ending import Ending
from graphmem.llm.metered import Metered
from graphmem.llm.protocol import ChatModel
from graphmem.memory.accesses import Accesses
from graphmem.memory.background import Background
from graphmem.memory.border import able, callable_, text, yes_or_no
from graphmem.memory.continuing import Continued
from graphmem.memory.fitting import Fitting
from graphmem.memory.mirroring import Mirrors
from graphmem.memory.owing import Owed
from graphmem.memory.redacting import Masking, Tally, chosen_redaction
from graphmem.privacy.redaction import STANDARD, Redaction
from graphmem.resolution.vocabulary import Vocabulary, default_vocabulary, vocabulary_with
from graphmem.retrieval.rerank import Reranker
from graphmem.store import open_store
from graphmem.store.protocols import Store
from graphmem.tokens import TokenCounter, counter_for

_log = logging.getLogger("graphmem")
_log.addFilter(Masking())


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
    fitting: Fitting
    counter: TokenCounter
    vocabulary: Vocabulary
    clock: Callable[[], datetime] = utc_now
    fresh: Callable[[], str] = fresh_key
    llm: Ending | None = None
    reranker: Reranker | None = None
    background: Background | None = None
    audited: bool = False
    mirrors: Mirrors = field(default_factory=Mirrors)
    redaction: Redaction = STANDARD
    taken: Tally = field(default_factory=Tally)
    accesses: Accesses = field(default_factory=Accesses)
    owed: Owed = field(default_factory=Owed)
    continued: Continued = field(default_factory=Continued)
    #: Who the user of a namespace was when last read of; enough to guess by, and never more.
    selves: dict[str, str] = field(default_factory=dict)

    def close(self) -> None:
        """Begin no call to a model any more, end the background worker, write what came up, then release the store."""
        if self.llm is not None:
            self.llm.end()
        if self.background is not None:
            self.background.stop()
        try:
            self.accesses.write_all(self.store)
        finally:
            self.store.close()

    @property
    def embedder(self) -> Embedder | None:
        """The embedder to search with; None when there is none, or it is of another model than the store's vectors."""
        return self.fitting.to_search()


def open_engine(
    url: str,
    *,
    extractor: Extractor | str | None,
    embedder: Embedder | str | None,
    llm: ChatModel | None,
    reranker: Reranker | None,
    model: str | None,
    vocabulary: str | PathLike[str] | None,
    redaction: Redaction | str | PathLike[str] | None,
    encryption_key: str | Callable[[], str] | None,
    background: bool,
    audit: bool,
    clock: Callable[[], datetime],
    fresh: Callable[[], str],
) -> Engine:
    """An engine on a store's URL, with the local models for what is not given."""
    _check_parts(extractor, embedder, llm, reranker)
    callable_(clock, "clock")
    callable_(fresh, "fresh")
    counter = counter_for(None if model is None else text(model, "model"))
    words = default_vocabulary() if vocabulary is None else vocabulary_with(Path(vocabulary))
    asked = None if llm is None else Ending(llm if isinstance(llm, Metered) else Metered(llm, clock=clock))
    reader = chosen_extractor(extractor, asked, words)
    taken_out = chosen_redaction(redaction)
    embedding = default_embedder() if embedder is None else chosen_embedder(embedder)
    working = Background() if yes_or_no(background, "background") else None
    audited = yes_or_no(audit, "audit")
    store = open_store(text(url, "url"), key=encryption_key)
    try:
        fitting = Fitting(store, embedding)
    except BaseException:
        store.close()
        raise
    return Engine(
        store=store,
        extractor=reader,
        llm=asked,
        reranker=reranker,
        background=working,
        fitting=fitting,
        audited=audited,
        counter=counter,
        vocabulary=words,
        clock=clock,
        fresh=fresh,
        redaction=taken_out,
    )


def _check_parts(extractor: object, embedder: object, llm: object, reranker: object) -> None:
    """That each part of the caller's own is one, before a file is made."""
    if not isinstance(extractor, str):
        able(extractor, "extractor", "name", "version", "context_turns", "extract")
    if not isinstance(embedder, str):
        able(embedder, "embedder", "model", "dimension", "embed")
    able(llm, "llm", "name", "complete")
    able(reranker, "reranker", "model", "scores")


def chosen_extractor(extractor: Extractor | str | None, llm: ChatModel | None, vocabulary: Vocabulary) -> Extractor:
    """An extractor as it was given, or by its name: "rules", "llm" (the chat model), "hybrid" (rules, and it where they missed).

    Raises:
        ConfigError: when the chat model is wanted and none was given.
        InvalidInput: when there is no extractor of that name.
    """
    if extractor is None or extractor == "rules":
        return default_extractor()
    if not isinstance(extractor, str):
        return extractor
    if extractor not in ("llm", "hybrid"):
        raise InvalidInput(f"extractor must be 'rules', 'llm', 'hybrid' or an extractor, not {extractor!r}")
    if llm is None:
        raise ConfigError(
            f"the extractor {extractor!r} asks a chat model: give one as llm=, or set GRAPHMEM_CHAT_MODEL"
        )
    from graphmem.extraction.llm.extractor import LLMExtractor

    asking = LLMExtractor(llm, predicates=vocabulary.phrases(), kinds=vocabulary.kinds())
    return asking if extractor == "llm" else HybridExtractor(default_extractor(), asking)


def default_extractor() -> Extractor:
    """The spaCy extractor. It loads its model at its first message; without one, messages wait in the queue."""
    from graphmem.extraction.spacy import SpacyExtractor

    return SpacyExtractor()


def default_embedder() -> Embedder | None:
    """The local embedder where it is installed; without one, recall works by words and by the graph."""
    return None if importlib.util.find_spec("wordllama") is None else chosen_embedder("wordllama")


def chosen_embedder(embedder: Embedder | str) -> Embedder | None:
    """An embedder as it was given, or by its name: `wordllama`, `minilm`, `openai:MODEL`, `none`."""
    return named_embedder(embedder) if isinstance(embedder, str) else embedder
