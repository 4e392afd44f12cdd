"""The face of graphmem: one namespace of one store, with everything an agent needs of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from os import PathLike
from typing import Self

from graphmem.embedding.protocol import Embedder
from graphmem.errors import NotAllowed
from graphmem.extraction.protocol import Extractor
from graphmem.llm.protocol import ChatModel
from graphmem.memory import border
from graphmem.memory.auditing import Auditing
from graphmem.memory.consulting import Consulting
from graphmem.memory.engine import Engine, fresh_key, open_engine, utc_now
from graphmem.memory.exchanging import Exchanging
from graphmem.memory.exploring import Exploring
from graphmem.memory.guarding import guarded
from graphmem.memory.maintaining import Maintaining
from graphmem.memory.moving import Moving
from graphmem.memory.naming import name_user, user_name_of
from graphmem.memory.view import ANYBODY
from graphmem.privacy.redaction import Redaction
from graphmem.retrieval.rerank import Reranker
from graphmem.types import Actor


@guarded
class Memory(Moving, Exchanging, Exploring, Consulting, Maintaining, Auditing):
    """The memory of one namespace. Safe to share between threads.

    Open one with `Memory.open`, or take one from `Memories.of` when many namespaces share a store.
    """

    def __init__(
        self,
        engine: Engine,
        namespace: str,
        *,
        user_name: str | None = None,
        reads: Iterable[str] = (),
        actor: Actor = ANYBODY,
        owns: bool = False,
    ) -> None:
        super().__init__(engine, namespace, reads=reads, actor=actor, owns=owns)
        if user_name is None or user_name_of(engine, self.namespace) == user_name:
            return
        if not actor.may("writer"):
            raise NotAllowed("to name the user takes a writer; open the memory without user_name")
        name_user(engine, self.namespace, user_name)

    @classmethod
    def open(
        cls,
        url: str,
        *,
        namespace: str,
        user_name: str | None = None,
        reads: Iterable[str] = (),
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
        """Open the memory of one namespace in the store at `url`, and own its connection.

        `url` is "sqlite:///relative.db", "sqlite:////absolute.db", "sqlite:///:memory:" or "neo4j://user:password@host:7687",
        with "?database=name" where it is not the default one. `user_name` is what the user is called; "I" of their messages is this person. `reads` are namespaces of the
        same store that are read beside this one, and never written to (`graphmem/memory/shared` says how). `extractor` and `embedder` default to the local ones (extra `local`); `embedder` may be a name: "wordllama",
        "minilm", "openai:MODEL" or "none". `llm` is a chat model, such as `graphmem.llm.openai_compatible.OpenAIChat`; with
        `extractor="llm"` it reads the messages, with "hybrid" those that rules seem to have missed something of. With
        `background`, `remember` returns once the message is on disk, and a thread reads it; `flush` waits for that.
        `reranker`, such as `graphmem.retrieval.rerank_endpoint.EndpointReranker`, reads the best messages of each recall again.
        `model` names the model whose tokens contexts are counted in, `vocabulary` is a TOML file of predicates and kinds of your own
        (explained in `graphmem/resolution/predicates/README.md`), `redaction` says what is taken out of messages before anything else sees them: secrets, unless told
        otherwise, by a `Redaction`, a line such as "card=refuse, email=redact", the path of a TOML file, or "off". `encryption_key`, or a function that fetches it, encrypts an SQLite file (extra `sqlcipher`). `actor` is who acts, with what rights: by
        default somebody who may do everything. With `audit`, each use is recorded, as ids, verbs and counts: see `audit`. `clock` gives the present in aware UTC and `fresh` a new
        identity for a message without one.

        Raises:
            ConfigError: when the file cannot be used or was written by a newer graphmem, or the vocabulary or redaction cannot be read, or an extractor
                needs a chat model and there is none.
            InvalidInput: when the URL names no kind of store, or the namespace is empty or cannot be one.

        >>> with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        ...     receipt = memory.remember("My sister Ana moved to Lisbon.", session="s1")
        ...     [fact.sentence for fact in memory.facts(about="Ana")]
        ["Ana is Ada's sister", 'Ana lives in Lisbon']
        """
        beside = border.namespaces_read(reads, beside=border.namespace_name(namespace))
        engine = open_engine(
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
        )
        try:
            return cls(engine, namespace, user_name=user_name, reads=beside, actor=actor, owns=True)
        except BaseException:
            engine.close()
            raise

    def acting(self, actor: Actor) -> Memory:
        """The same memory in the hands of somebody else, who may not do more than who gives it: a view that shares everything, and has nothing to release.

        Raises:
            NotAllowed: when the actor's role comes with more than this one's.

        >>> with Memory.open("sqlite:///:memory:", namespace="ada") as memory:
        ...     reader = memory.acting(Actor("support", "reader", why="ticket 42"))
        ...     reader.remember("I live in Porto.")
        Traceback (most recent call last):
        graphmem.errors.NotAllowed: remember takes a writer, and support is a reader
        """
        view = Memory(self._engine, self.namespace, reads=self.reads, actor=actor)
        if not self.actor.may(actor.role):
            raise NotAllowed(f"a {self.actor.role} cannot let anybody act as {actor.role}")
        return view
