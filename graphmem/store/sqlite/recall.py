"""What recall reads, and the vectors it compares: those in use, and those being made beside them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from graphmem.store.limits import Most
from graphmem.store.protocols import EmbedderMark
from graphmem.store.sqlite import changes, embedders, embeddings, loading, neighbourhoods, text_index
from graphmem.store.sqlite.connected import Connected
from graphmem.types import EVERYTHING, Document, Filter, Indexed, Loaded, Near, Postings, Reached

if TYPE_CHECKING:
    from graphmem.types.changes import Vector


class RecallReads(Connected):
    """The coarse reads of `GraphStore`, and the embedders of the store."""

    def postings(
        self, namespace: str, kinds: Sequence[Indexed], terms: Sequence[str], *, cap: int, only: Filter = EVERYTHING
    ) -> dict[Indexed, Postings]:
        """Candidates for BM25 of each kind that pass, within `cap` posting rows, rarest term first; rows by id."""
        with self._reading(namespace) as here:
            return text_index.postings(here, self._texts, kinds, terms, cap=cap, only=only)

    def nearest(
        self,
        namespace: str,
        kinds: Sequence[Indexed],
        vector: Vector,
        *,
        limit: Most,
        only: Filter = EVERYTHING,
        model: str | None = None,
    ) -> dict[Indexed, Sequence[Near]]:
        """The nearest documents of each kind that pass, by cosine, best first, ties by id."""
        with self._connections.reading() as db:
            return self._vectors.nearest(db, namespace, kinds, vector, limit=limit, only=only, model=model)

    def neighbourhood(
        self,
        namespace: str,
        entities: Sequence[str],
        *,
        hops: int,
        as_of: datetime | None,
        each: int,
        limit: int,
        only: Filter = EVERYTHING,
    ) -> tuple[Reached, ...]:
        """Facts within so many hops, at most `each` of an entity and `limit` in all, nearest first."""
        with self._reading(namespace) as here:
            return neighbourhoods.neighbourhood(
                here, self._nouns.of(here), entities, hops=hops, as_of=as_of, each=each, limit=limit, only=only
            )

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
