"""Making all vectors anew with another model, while memory is read and written.

The new vectors are made beside those in use, block by block, and the store changes over when none is missing; so a search never
meets vectors of two models, and a run that was stopped goes on where it was. A store has one embedder, so it is done for
all its namespaces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from graphmem.embedding.meaning import meaning
from graphmem.memory.contention import contended
from graphmem.memory.engine import Engine
from graphmem.types import Document, Indexed, ReembedReceipt

if TYPE_CHECKING:
    from graphmem.types.changes import Vector

#: What has vectors. Entities are found by their names, their keys and their facts.
EMBEDDED: tuple[Indexed, ...] = ("message", "fact")

#: Texts embedded and written together.
BLOCK = 64


def reembed(engine: Engine, *, moved: Callable[[int, int], None]) -> ReembedReceipt:
    """Give every text a vector of the engine's embedder, and search with these from then on."""
    mark = engine.fitting.mark()
    before = engine.store.embedder()
    engine.store.prepare_embedder(mark)
    made, changed = _fill(engine, moved), False
    while not changed:
        # What others wrote meanwhile is missing still.
        changed = engine.store.use_embedder(mark)
        made += _fill(engine, _untold)
    engine.fitting.refresh()
    return ReembedReceipt(mark.model, mark.dimension, before.model if before else None, made)


def _fill(engine: Engine, moved: Callable[[int, int], None]) -> int:
    """Embed all that lacks a vector; how many were made."""
    missing = list(_missing(engine))
    total, done, made = sum(len(ids) for _, _, ids in missing), 0, 0
    for namespace, kind, ids in missing:
        for start in range(0, len(ids), BLOCK):
            block = ids[start : start + BLOCK]
            made += _Block(engine, namespace, kind, block).embed()
            done += len(block)
            moved(done, total)
    return made


def _missing(engine: Engine) -> Iterator[tuple[str, Indexed, Sequence[str]]]:
    model = engine.fitting.mark().model
    for namespace in engine.store.namespaces():
        for kind in EMBEDDED:
            if ids := engine.store.unembedded(namespace, kind, model):
                yield namespace, kind, ids


class _Block:
    """Some documents to embed. A text is embedded once, however often others write in between."""

    def __init__(self, engine: Engine, namespace: str, kind: Indexed, ids: Sequence[str]) -> None:
        self._engine, self._namespace, self._kind, self._ids = engine, namespace, kind, ids
        self._vectors: dict[str, Vector] = {}

    def embed(self) -> int:
        """How many were given a vector; a text without a word has none."""
        return contended(self._engine.store, self._namespace, lambda _turn: self._attempt())

    def _attempt(self) -> int:
        store, mark = self._engine.store, self._engine.fitting.mark()
        version = store.version(self._namespace)
        texts = {id: text for id, text in self._texts().items() if text.strip()}
        self._make(list(dict.fromkeys(text for text in texts.values() if text not in self._vectors)))
        documents = [
            Document(self._kind, id, vector=self._vectors[text], model=mark.model) for id, text in texts.items()
        ]
        if documents:
            store.embed(self._namespace, documents, expected_version=version)
        return len(documents)

    def _make(self, texts: Sequence[str]) -> None:
        embedder = self._engine.fitting.given
        if texts and embedder is not None:
            self._vectors |= dict(zip(texts, embedder.embed(texts), strict=True))

    def _texts(self) -> Mapping[str, str]:
        store = self._engine.store
        if self._kind == "fact":
            return {fact.id: fact.sentence for fact in store.facts(self._namespace, self._ids)}
        return {message.id: meaning(message.text) for message in store.messages(self._namespace, self._ids)}


def _untold(_done: int, _total: int) -> None:
    """Progress of the few that were written meanwhile is not told."""
