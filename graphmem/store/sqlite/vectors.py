"""Vectors: compared exactly, in one matrix a namespace and kind that a process keeps and brings up to date.

Cosine over every vector is one product of a matrix in memory, so reading them from the file again is what would cost. Two
numbers stored beside them, moved by every write in any process, say what a kept matrix lacks: `last`, the highest
number given to a vector, and `removals`, how often some were taken away. They are exact where `PRAGMA data_version`
only hints, and another namespace's writes do not move them.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from graphmem.forking import anew_after_fork
from graphmem.store.listing import Integers, Listing
from graphmem.store.matrices import STORED, Floats, Matrix, best, rounded, unit
from graphmem.store.sqlite import embedders
from graphmem.store.sqlite.embedders import Slot
from graphmem.store.sqlite.embeddings import check
from graphmem.store.sqlite.filters import Passing
from graphmem.store.sqlite.scope import Scope, scope
from graphmem.types import (
    Filter,
    Indexed,
    Likeness,
    Near,
)

if TYPE_CHECKING:
    import sqlite3


#: Kept matrices together take at most about this many bytes; the ones not used for longest go first.
_KEPT_BYTES = 512 * 1024 * 1024

#: Numbers alone, from an index: told apart from vectors, which are 1,500 bytes each.
LIVE_NUMBERS = "SELECT number FROM vectors WHERE slot = :slot AND ns = :ns AND kind = :kind ORDER BY number"

_NO_SCORES: Floats = np.empty(0, dtype=np.float32)

#: What a kept matrix lacks; of a message with its place, which never changes.
NEWER = (
    "SELECT number, vectors.id, vector, session, seq FROM vectors LEFT JOIN messages INDEXED BY messages_by_place "
    "ON kind = 'message' AND messages.ns = vectors.ns AND messages.id = vectors.id "
    "WHERE slot = :slot AND vectors.ns = :ns AND kind = :kind AND number > :last ORDER BY number"
)


class Kept(Matrix):
    """A matrix, and which numbers it is as of."""

    def __init__(self, dimension: int) -> None:
        super().__init__(dimension)
        self.last = 0
        self.removals = 0

    def keep(self, live: Integers) -> None:
        """Drop the vectors whose number is not among those alive."""
        numbers = self.listing.told(0, slice(len(self.listing)))
        self.some(np.flatnonzero(np.isin(numbers, live, assume_unique=True)))


class VectorCache:
    """The matrices a process keeps, shared by its threads."""

    def __init__(self) -> None:
        self.after_fork()
        anew_after_fork(self)

    def after_fork(self) -> None:
        """Begin with nothing, whoever else was at it."""
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[int, int, Indexed], Kept] = OrderedDict()

    def drop(self) -> None:
        """Keep nothing."""
        with self._lock:
            self._kept.clear()

    def nearest(
        self,
        db: sqlite3.Connection,
        namespace: str,
        like: Likeness,
        *,
        only: Filter,
    ) -> dict[Indexed, Sequence[Near]]:
        """The nearest of each kind by cosine, best first, ties by id; `db` is in a transaction that has read nothing yet.

        Its snapshot is taken under the lock, so that a kept matrix never meets an older one.
        """
        compared: dict[Indexed, tuple[Listing, Floats]] = {}
        with self._lock:
            here, slot = scope(db, namespace), embedders.used(db)
            if slot is None or like.model not in (None, slot.mark.model):
                return dict.fromkeys(like.most, ())
            check(like.vector, slot.mark.dimension)
            question = unit(like.vector)
            for kind, most in like.most.items():
                compared[kind] = self._compared(here, slot, kind, question) if most > 0 else (Listing(1), _NO_SCORES)
        return {
            kind: _passing(here, kind, items, rounded(scores), limit=like.most[kind], only=only)
            for kind, (items, scores) in compared.items()
        }

    def _compared(self, here: Scope, slot: Slot, kind: Indexed, question: Floats) -> tuple[Listing, Floats]:
        """Every item with its cosine to a vector of length 1; more may be appended to the items meanwhile."""
        matrix = self._current(here, slot, kind)
        if matrix is None:
            return Listing(1), _NO_SCORES
        return matrix.listing, matrix.cosines(question)

    def _current(self, here: Scope, slot: Slot, kind: Indexed) -> Kept | None:
        mark = here.row(
            "SELECT last, removals FROM vector_marks WHERE slot = :slot AND ns = :ns AND kind = :kind",
            slot=slot.number,
            kind=kind,
        )
        if mark is None:
            return None
        last, removals = mark
        place = (slot.number, here.ns, kind)
        matrix = self._kept.get(place)
        if matrix is None or matrix.dimension != slot.mark.dimension:
            matrix = Kept(slot.mark.dimension)
        if matrix.removals != removals:
            live = here.rows(LIVE_NUMBERS, slot=slot.number, kind=kind)
            matrix.keep(np.array([number for (number,) in live], dtype=np.int64))
        if matrix.last != last:
            _load(here, slot.number, kind, matrix)
        matrix.last, matrix.removals = last, removals
        self._keep(place, matrix)
        return matrix

    def _keep(self, place: tuple[int, int, Indexed], matrix: Kept) -> None:
        self._kept[place] = matrix
        self._kept.move_to_end(place)
        # The other slot's is of a model that is in use no more.
        self._kept.pop((1 - place[0], *place[1:]), None)
        while len(self._kept) > 1 and sum(each.size for each in self._kept.values()) > _KEPT_BYTES:
            self._kept.popitem(last=False)


def _load(here: Scope, slot: int, kind: Indexed, matrix: Kept) -> None:
    rows = here.rows(NEWER, slot=slot, kind=kind, last=matrix.last)
    if not rows:
        return
    vectors = np.frombuffer(b"".join(row[2] for row in rows), dtype=STORED).reshape(len(rows), -1)
    documents = [(id, session or "", seq or 0, (number,)) for number, id, _, session, seq in rows]
    matrix.add(documents, vectors.astype(np.float32))


def _passing(here: Scope, kind: Indexed, items: Listing, scores: Floats, *, limit: int, only: Filter) -> Sequence[Near]:
    """The best that pass: of the few there are, else from the best down until enough have passed."""
    passing = Passing(kind, only)
    if not passing or not len(scores):
        return best(items, scores, limit) if len(scores) else ()
    few = passing.few(here)
    if few is not None:
        wanted = set(few)
        rows = np.array([row for row in range(len(scores)) if items.ids[row] in wanted], dtype=np.int64)
        return best(items.some(rows), scores[rows], limit)
    reach = 4 * limit
    while True:
        found = best(items, scores, reach)
        passed = passing.of(here, found.ids)
        if len(passed) >= limit or reach >= len(scores):
            return tuple(near for near in found if near.id in passed)[:limit]
        reach *= 4
