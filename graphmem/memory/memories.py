"""One store, many people: views that share connections, models and caches."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from os import PathLike
from typing import Self

from graphmem.embedding.protocol import Embedder
from graphmem.extraction.protocol import Extractor
from graphmem.llm.protocol import ChatModel
from graphmem.memory.closing import Closing
from graphmem.memory.engine import Engine, fresh_key, open_engine, utc_now
from graphmem.memory.memory import Memory
from graphmem.memory.view import ANYBODY
from graphmem.privacy.redaction import Redaction
from graphmem.retrieval.rerank import Reranker
from graphmem.types import Actor


class Memories(Closing):
    """A store with its models, from which the memory of each namespace is a cheap view.

    >>> with Memories.open("sqlite:///:memory:") as memories:
    ...     receipt = memories.of("ada").remember("I live in Porto.")
    ...     memories.of("bob").facts()
    ()
    """

    def __init__(self, engine: Engine, *, actor: Actor = ANYBODY) -> None:
        self._engine = engine
        self._actor = actor

    @classmethod
    def open(
        cls,
        url: str,
        *,
        extractor: Extractor | str | None = None,
        embedder: Embedder | str | None = None,
        llm: ChatModel | None = None,
        reranker: Reranker | None = None,
        model: str | None = None,
        vocabulary: str | PathLike[str] | None = None,
        redaction: Redaction | str | PathLike[str] | None = None,
        encryption_key: str | Callable[[], str] | None = None,
        background: bool = False,
        actor: Actor = ANYBODY,
        audit: bool = False,
        clock: Callable[[], datetime] = utc_now,
        fresh: Callable[[], str] = fresh_key,
    ) -> Self:
        """Open the store at `url`; the arguments are those of `Memory.open`.

        Raises:
            ConfigError: when the file cannot be used or was written by a newer graphmem, or the vocabulary cannot be read.
            InvalidInput: when the URL names no kind of store.
        """
        return cls(
            open_engine(
                url,
                extractor=extractor,
                embedder=embedder,
                llm=llm,
                reranker=reranker,
                model=model,
                vocabulary=vocabulary,
                redaction=redaction,
                encryption_key=encryption_key,
                background=background,
                audit=audit,
                clock=clock,
                fresh=fresh,
            ),
            actor=actor,
        )

    def of(
        self, namespace: str, *, user_name: str | None = None, reads: Iterable[str] = (), actor: Actor | None = None
    ) -> Memory:
        """The memory of one namespace, which reads others beside its own and never writes to them; in the hands of the store's actor, or of one given here.

        Raises:
            InvalidInput: when a namespace is empty or cannot be one.
            NotAllowed: when the actor's role comes with more than the store's.

        >>> with Memories.open("sqlite:///:memory:") as memories:
        ...     receipt = memories.of("org:acme").remember("Clara works at Equinor.")
        ...     ada = memories.of("ada", reads=["org:acme"])
        ...     [(fact.sentence, fact.namespace) for fact in ada.recall("Where does Clara work?").facts]
        [('Clara works at Equinor', 'org:acme')]
        """
        own = Memory(self._engine, namespace, reads=reads, actor=self._actor)
        who = own.actor if actor is None else own.acting(actor).actor
        return Memory(self._engine, namespace, user_name=user_name, reads=own.reads, actor=who)

    def namespaces(self) -> tuple[str, ...]:
        """Every namespace ever written to, sorted."""
        return self._engine.store.namespaces()

    def close(self) -> None:
        """Release the store; its memories cannot be used any more."""
        self._engine.close()
