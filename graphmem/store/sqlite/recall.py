"""What recall reads, and the vectors it compares: those in use, and those being made beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from graphmem.store.protocols import EmbedderMark
from graphmem.store.sqlite import changes, embedders, embeddings, entities, loading, neighbourhoods, text_index
from graphmem.store.sqlite.connected import Connected
from graphmem.types import (
    EVERYTHING,
    Brought,
    Document,
    Entity,
    Filter,
    Indexed,
    Likeness,
    Loaded,
    Reached,
    Searched,
    Sought,
    Walk,
    Worded,
)


class RecallReads(Connected):
    """The coarse reads of `GraphStore`, and the embedders of the store."""

    def search(
        self, namespace: str, words: Worded | None, like: Likeness | None, *, only: Filter = EVERYTHING
    ) -> Searched:
        """Candidates for BM25 within the cap, rows by id, and the nearest by cosine, best first, ties by id."""
        near = {}
        if like is not None:
            # A snapshot of its own: what is kept of vectors never meets an older one.
            with self._connections.reading() as db:
                near = self._vectors.nearest(db, namespace, like, only=only)
        if words is None:
            return Searched(near=near)
        with self._reading(namespace) as here:
            found = text_index.postings(here, self._texts, words.kinds, words.terms, cap=words.cap, only=only)
        return Searched(found, near)

    def neighbourhood(self, namespace: str, walk: Walk, *, only: Filter = EVERYTHING) -> tuple[Reached, ...]:
        """Facts within so many hops, at most `each` of an entity and `limit` in all, nearest first."""
        with self._reading(namespace) as here:
            return neighbourhoods.neighbourhood(here, self._nouns.of(here), walk, only=only)

    def ask(
        self,
        namespace: str,
        keys: Sequence[str],
        then: Callable[[tuple[Entity, ...]], Sought],
        *,
        only: Filter = EVERYTHING,
    ) -> Brought:
        """Who is known by the keys, and what is then sought; each is near, so they are read one by one."""
        with self._reading(namespace) as here:
            known = entities.find(here, keys)
        sought = then(known)
        walk = sought.walk
        reached = () if walk is None else self.neighbourhood(namespace, walk, only=only)
        return Brought(known, reached, self.search(namespace, sought.words, sought.like, only=only))

    def read(
        self,
        namespace: str,
        *,
        messages: Sequence[str] = (),
        facts: Sequence[str] = (),
        entities: Sequence[str] = (),
        places: Sequence[tuple[str, int]] = (),
        kinds: Sequence[str] = (),
    ) -> Loaded:
        """Messages by id and by (session, seq), facts and entities, and who is mentioned, in one snapshot."""
        with self._reading(namespace) as here:
            kept = self._nouns.of(here)
            return loading.read(
                here, kept, messages=messages, facts=facts, entities=entities, places=places, kinds=kinds
            )

    def unembedded(self, namespace: str, kind: Indexed, model: str) -> tuple[str, ...]:
        """The ids of a kind's indexed documents that have no vector of the model, by id."""
        with self._reading(namespace) as here:
            return embeddings.unembedded(here, kind, model)

    def embed(self, namespace: str, documents: Sequence[Document], *, expected_version: int) -> None:
        """Store the vectors of documents that are still indexed; the version does not move."""
        with self._leasing(namespace) as here:
            changes.check_version(here, expected_version)
            embeddings.embed(here, documents)

    def embedder(self) -> EmbedderMark | None:
        """Which model the vectors in use are made with, None before one was recorded."""
        with self._connections.reading() as db:
            slot = embedders.used(db)
        return slot.mark if slot else None

    def next_embedder(self) -> EmbedderMark | None:
        """Which model vectors are being made with beside those in use."""
        with self._connections.reading() as db:
            slot = embedders.coming(db)
        return slot.mark if slot else None

    def mark_embedder(self, mark: EmbedderMark) -> None:
        """Record the model before the first vector is stored."""
        with self._connections.writing() as db:
            embedders.mark(db, mark, name=self._connections.name)

    def prepare_embedder(self, mark: EmbedderMark) -> None:
        """Keep vectors of this model too, beside those in use."""
        while True:
            with self._connections.writing() as db:
                leftover = embedders.prepare(db, mark)
            if leftover is None:
                return
            self._clear(leftover)

    def use_embedder(self, mark: EmbedderMark) -> bool:
        """Search with this model's vectors from now on, and remove those used until now; False while some are missing."""
        with self._connections.writing() as db:
            if not embedders.use(db, mark):
                return False
            slot = embedders.used(db)
        assert slot is not None
        self._clear(1 - slot.number)
        return True

    def _clear(self, slot: int) -> None:
        more = True
        while more:
            with self._connections.writing() as db:
                more = embedders.clear(db, slot)
