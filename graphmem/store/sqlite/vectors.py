"""Vectors: compared exactly, in one matrix a namespace and kind that a process keeps and brings up to date.

Cosine over every vector is one product of a matrix in memory, so reading them from the file again is what would cost. Two
numbers stored beside them, moved by every write in any process, say what a kept matrix lacks: `last`, the highest
number given to a vector, and `removals`, how often some were taken away. They are exact where `PRAGMA data_version`
only hints, and another namespace's writes do not move them.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from graphmem.forking import anew_after_fork
from graphmem.store.limits import Most, of_each
from graphmem.store.listing import Integers, Listing
from graphmem.store.sqlite import embedders
from graphmem.store.sqlite.embedders import Slot
from graphmem.store.sqlite.embeddings import STORED, Floats, check
from graphmem.store.sqlite.filters import Passing
from graphmem.store.sqlite.scope import Scope, scope
from graphmem.types import Filter, Indexed, Near
from graphmem.types.columns import NearColumns

if TYPE_CHECKING:
    import sqlite3


#: Kept matrices together take at most about this many bytes; the ones not used for longest go first.
_KEPT_BYTES = 512 * 1024 * 1024

#: Sums of float32 differ in their last bits by the place in the matrix; rounded, equal vectors tie.
_DECIMALS = 6

#: Numbers alone, from an index: told apart from vectors, which are 1,500 bytes each.
LIVE_NUMBERS = "SELECT number FROM vectors WHERE slot = :slot AND ns = :ns AND kind = :kind ORDER BY number"

_NO_SCORES: Floats = np.empty(0, dtype=np.float32)

#: What a kept matrix lacks; of a message with its place, which never changes.
NEWER = (
    "SELECT number, vectors.id, vector, session, seq FROM vectors LEFT JOIN messages INDEXED BY messages_by_place "
    "ON kind = 'message' AND messages.ns = vectors.ns AND messages.id = vectors.id "
    "WHERE slot = :slot AND vectors.ns = :ns AND kind = :kind AND number > :last ORDER BY number"
)


class Matrix:
    """The unit vectors of one namespace and kind, in rows with room to grow."""

    def __init__(self, dimension: int) -> None:
        self.last = 0
        self.removals = 0
        # Each with the number of its vector.
        self.listing = Listing(1)
        self._rows: Floats = np.empty((0, dimension), dtype=np.float32)

    @property
    def size(self) -> int:
        """Bytes taken."""
        return self._rows.nbytes

    @property
    def rows(self) -> Floats:
        """A row for each that is listed."""
        return self._rows[: len(self.listing)]

    def keep(self, live: Integers) -> None:
        """Drop the vectors whose number is not among those alive."""
        used = len(self.listing)
        kept = np.isin(self.listing.told(0, slice(used)), live, assume_unique=True)
        # New ones: a search that goes on reads the old ones.
        self.listing = self.listing.some(np.flatnonzero(kept))
        self._rows = self._rows[:used][kept]

    def add(self, documents: Sequence[tuple[str, str, int, Sequence[int]]], vectors: Floats) -> None:
        """Append vectors, doubling the room when it runs out."""
        used, needed = len(self.listing), len(self.listing) + len(documents)
        if needed > len(self._rows):
            rows = np.zeros((max(needed, 2 * used), self._rows.shape[1]), dtype=np.float32)
            rows[:used] = self._rows[:used]
            self._rows = rows
        self._rows[used:needed] = _unit(vectors)
        self.listing.add(documents)


class VectorCache:
    """The matrices a process keeps, shared by its threads."""

    def __init__(self) -> None:
        self.after_fork()
        anew_after_fork(self)

    def after_fork(self) -> None:
        """Begin with nothing, whoever else was at it."""
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[int, int, Indexed], Matrix] = OrderedDict()

    def drop(self) -> None:
        """Keep nothing."""
        with self._lock:
            self._kept.clear()

    def nearest(
        self,
        db: sqlite3.Connection,
        namespace: str,
        kinds: Sequence[Indexed],
        vector: Floats,
        *,
        limit: Most,
        only: Filter,
        model: str | None,
    ) -> dict[Indexed, Sequence[Near]]:
        """The nearest of each kind by cosine, best first, ties by id; `db` is in a transaction that has read nothing yet.

        Its snapshot is taken under the lock, so that a kept matrix never meets an older one.
        """
        compared: dict[Indexed, tuple[Listing, Floats]] = {}
        most = of_each(limit, kinds)
        with self._lock:
            here, slot = scope(db, namespace), embedders.used(db)
            if slot is None or model not in (None, slot.mark.model):
                return dict.fromkeys(kinds, ())
            check(vector, slot.mark.dimension)
            question = _unit(vector.astype(np.float32).reshape(1, -1))[0]
            for kind in dict.fromkeys(kinds):
                compared[kind] = (
                    self._compared(here, slot, kind, question) if most[kind] > 0 else (Listing(1), _NO_SCORES)
                )
        return {
            kind: _passing(here, kind, items, np.round(scores, _DECIMALS), limit=most[kind], only=only)
            for kind, (items, scores) in compared.items()
        }

    def _compared(self, here: Scope, slot: Slot, kind: Indexed, question: Floats) -> tuple[Listing, Floats]:
        """Every item with its cosine to a vector of length 1; more may be appended to the items meanwhile."""
        matrix = self._current(here, slot, kind)
        if matrix is None:
            return Listing(1), _NO_SCORES
        # Not `@`: its threads wait for one another in loops, which costs the other work of a busy machine more than it saves.
        return matrix.listing, np.einsum("ij,j->i", matrix.rows, question)

    def _current(self, here: Scope, slot: Slot, kind: Indexed) -> Matrix | None:
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
        if matrix is None or matrix.rows.shape[1] != slot.mark.dimension:
            matrix = Matrix(slot.mark.dimension)
        if matrix.removals != removals:
            live = here.rows(LIVE_NUMBERS, slot=slot.number, kind=kind)
            matrix.keep(np.array([number for (number,) in live], dtype=np.int64))
        if matrix.last != last:
            _load(here, slot.number, kind, matrix)
        matrix.last, matrix.removals = last, removals
        self._keep(place, matrix)
        return matrix

    def _keep(self, place: tuple[int, int, Indexed], matrix: Matrix) -> None:
        self._kept[place] = matrix
        self._kept.move_to_end(place)
        # The other slot's is of a model that is in use no more.
        self._kept.pop((1 - place[0], *place[1:]), None)
        while len(self._kept) > 1 and sum(each.size for each in self._kept.values()) > _KEPT_BYTES:
            self._kept.popitem(last=False)


def _load(here: Scope, slot: int, kind: Indexed, matrix: Matrix) -> None:
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
        return _best(items, scores, limit) if len(scores) else ()
    few = passing.few(here)
    if few is not None:
        wanted = set(few)
        rows = np.array([row for row in range(len(scores)) if items.ids[row] in wanted], dtype=np.int64)
        return _best(items.some(rows), scores[rows], limit)
    reach = 4 * limit
    while True:
        best = _best(items, scores, reach)
        passed = passing.of(here, best.ids)
        if len(passed) >= limit or reach >= len(scores):
            return tuple(near for near in best if near.id in passed)[:limit]
        reach *= 4


def _best(items: Listing, scores: Floats, limit: int) -> NearColumns:
    if len(scores) > limit:
        # Everything tied with the last that fits is kept, so that the id decides and not the place in the matrix.
        threshold = np.partition(scores, -limit)[-limit]
        places = np.flatnonzero(scores >= threshold)
    else:
        places = np.arange(len(scores))
    places = places[np.argsort(-scores[places], kind="stable")]
    ranked = scores[places]
    for start, end in _equal(ranked):
        places[start:end] = sorted(places[start:end].tolist(), key=items.ids.__getitem__)
    best = places[:limit]
    return NearColumns(items.of(best.tolist()), ranked[:limit].astype(float), items.standing(best))


def _equal(ranked: Floats) -> Iterator[tuple[int, int]]:
    """From where to where equal scores stand."""
    end = 0
    for at in np.flatnonzero(ranked[1:] == ranked[:-1]).tolist():
        if at >= end:
            end = int(np.searchsorted(-ranked, -ranked[at], side="right"))
            yield at, end


def _unit(vectors: Floats) -> Floats:
    """Each row scaled to length 1; a row of zeros stays, and is near to nothing."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: Floats = (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32)
    return unit
