"""Which models the vectors are of: one in use, and while vectors are being made anew, the next one beside it.

Each has a slot, `a` or `b`, with a property and vector indexes of its own, so vectors of two models never meet.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

import numpy as np

from graphmem.errors import ConfigError, InvalidInput
from graphmem.store.matrices import STORED
from graphmem.store.neo4j.rows import Map, Read
from graphmem.store.neo4j.schema import KINDS, LABELS, make_one
from graphmem.store.neo4j.server import Server
from graphmem.store.protocols import EmbedderMark
from graphmem.types import Document

if TYPE_CHECKING:
    from graphmem.types.changes import Vector

#: How long what was seen is relied on, in seconds.
RECENT = 1.0

#: Vectors removed in one transaction.
BLOCK = 2000


@dataclass(frozen=True, slots=True)
class Slot:
    """Where the vectors of a model stand."""

    name: str
    mark: EmbedderMark


@dataclass(frozen=True, slots=True)
class Slots:
    """The slot in use and the one being filled."""

    used: Slot | None = None
    coming: Slot | None = None

    def of(self, model: str | None) -> Slot | None:
        """Where a vector of the model goes, None: the one in use; None for one of a model the store keeps nothing of.

        Raises:
            InvalidInput: when no model is known yet.
        """
        if self.used is None:
            raise InvalidInput("a vector came before its model is known; call mark_embedder first")
        if model is None:
            return self.used
        return next((slot for slot in (self.used, self.coming) if slot and slot.mark.model == model), None)


class Embedders:
    """The models of a database, read once and again when one is asked for that was not there."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._known = Slots()
        self._seen = float("-inf")

    def present(self) -> Slots:
        """Which models there are, or were a moment ago."""
        return self._known if time.monotonic() - self._seen < RECENT else self.read()

    def read(self) -> Slots:
        """Which models there are now."""
        found = self._server.read("read/embedders")
        return self.saw(found[0] if found else {})

    def saw(self, row: Read) -> Slots:
        """Remember which models a statement found beside something else."""
        marks = {
            name: Slot(name, EmbedderMark(row[f"model_{name}"], row[f"dimension_{name}"]))
            for name in "ab"
            if row.get(f"model_{name}") is not None
        }
        used = row.get("used")
        coming = next((slot for name, slot in marks.items() if name != used), None) if used else None
        self._known = Slots(marks.get(used) if used else None, coming)
        self._seen = time.monotonic()
        return self._known

    def mark(self, wanted: EmbedderMark) -> None:
        """Record the model in use, unless there are vectors of another."""
        if self._known.used is not None and self._known.used.mark == wanted:
            return
        present = self.read().used
        if present is not None and present.mark == wanted:
            return
        if present is not None and self._server.read("maintain/filled_slot", slot=present.name):
            raise ConfigError(
                f"{self._server.name} holds vectors of {present.mark.model!r} with {present.mark.dimension} dimensions, and "
                f"they cannot be compared with those of {wanted.model!r} with {wanted.dimension}; open it with "
                f"{present.mark.model!r}, or make them anew with `graphmem reembed`"
            )
        slot = present.name if present else "a"
        self._index(slot, wanted)
        values = {"slot": slot, "model": wanted.model, "dimension": wanted.dimension}
        self._server.write("maintain/mark_embedder", seen=present.mark.model if present else None, **values)
        used = self.read().used
        if used is None or used.mark != wanted:
            self.mark(wanted)

    def prepare(self, wanted: EmbedderMark) -> None:
        """Give the model a slot, if it has none."""
        present = self.read()
        if present.used is None:
            self.mark(wanted)
        elif wanted not in [slot.mark for slot in (present.used, present.coming) if slot]:
            idle = "b" if present.used.name == "a" else "a"
            self._server.write("maintain/forget_embedder", slot=idle)
            self._clear(idle)
            self._index(idle, wanted)
            self._server.write("maintain/prepare_embedder", slot=idle, model=wanted.model, dimension=wanted.dimension)
            self.read()

    def use(self, wanted: EmbedderMark) -> bool:
        """Search with the model's vectors from now on; False while some are missing."""
        present = self.read()
        if present.used is not None and present.used.mark == wanted:
            return True
        if present.used is None or present.coming is None or present.coming.mark != wanted:
            raise ConfigError(f"vectors of {wanted.model!r} were not prepared here; run `graphmem reembed` again")
        old, new = present.used.name, present.coming.name
        if not self._server.write("maintain/use_embedder", old=old, new=new):
            now = self.read().used
            return now is not None and now.mark == wanted
        self.read()
        self._clear(old)
        return True

    def maps(self, documents: Iterable[Document]) -> list[Map]:
        """The vectors of the documents that bring one, to be written.

        Raises:
            InvalidInput: when a vector cannot be compared with those of its model.
        """
        brought = [document for document in documents if document.vector is not None]
        if brought and self._known.used is None:
            self.read()
        latest = {(document.kind, document.id): document for document in brought}
        places = {kind: count(1) for kind in KINDS}
        return [self._map(document, next(places[document.kind])) for document in latest.values()]

    def _map(self, document: Document, place: int) -> Map:
        vector, slot = document.vector, self._known.of(document.model)
        assert vector is not None
        if slot is not None:
            check(vector, slot.mark.dimension)
        return {
            "kind": document.kind,
            "label": LABELS[document.kind],
            "id": document.id,
            "place": place,
            "model": document.model,
            "dimension": len(vector),
            "replaces": document.terms is not None,
            # Cosine has no meaning for zeros, and the server refuses them.
            "vector": vector.tolist() if vector.any() else None,
            # As a recall reads them: ten times sooner than a list of numbers.
            "packed": vector.astype(STORED).tobytes(),
        }

    def _index(self, slot: str, wanted: EmbedderMark) -> None:
        """Vector indexes of the model's dimension on a slot."""
        options = {"vector.dimensions": wanted.dimension, "vector.similarity_function": "cosine"}
        present = {row["name"]: row["dimension"] for row in self._server.read("read/indexes")}
        for kind in KINDS:
            name = f"{kind}_embedding_{slot}"
            if present.get(name) != wanted.dimension:
                self._server.write("maintain/drop_index", name=name)
                make_one(self._server, f"maintain/vector_index_{kind}_{slot}", options={"indexConfig": options})
        self._server.write("maintain/await_indexes", seconds=300)

    def _clear(self, slot: str) -> None:
        while self._server.write("maintain/clear_slot", slot=slot, block=BLOCK)[0]["cleared"]:
            pass


def check(vector: Vector, dimension: int) -> None:
    """Refuse a vector that cannot be compared.

    Raises:
        InvalidInput: when it has another length, or holds what is no number.
    """
    if vector.shape != (dimension,):
        raise InvalidInput(f"a vector of this store has {dimension} numbers, not the shape {vector.shape!r}")
    if not np.isfinite(vector).all():
        raise InvalidInput("a vector holds a number that is not finite; embed the text again")
