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

from graphmem.store.sqlite import embedders, messages
from graphmem.store.sqlite.embedders import Slot
from graphmem.store.sqlite.embeddings import STORED, Floats, check
from graphmem.store.sqlite.filters import Passing
from graphmem.store.sqlite.scope import Scope, scope
from graphmem.types import Filter, Indexed, Near

if TYPE_CHECKING:
    import sqlite3

    from numpy.typing import NDArray

#: Kept matrices together take at most about this many bytes; the ones not used for longest go first.
_KEPT_BYTES = 512 * 1024 * 1024

#: Sums of float32 differ in their last bits by the place in the matrix; rounded, equal vectors tie.
_DECIMALS = 6

#: Numbers alone, from an index: told apart from vectors, which are 1,500 bytes each.
LIVE_NUMBERS = "SELECT number FROM vectors WHERE slot = :slot AND ns = :ns AND kind = :kind ORDER BY number"

_NO_SCORES: Floats = np.empty(0, dtype=np.float32)

_NEWER = (
    "SELECT number, id, vector FROM vectors WHERE slot = :slot AND ns = :ns AND kind = :kind AND number > :last "
    "ORDER BY number"
)


class Matrix:
    """The unit vectors of one namespace and kind, in rows with room to grow."""

    def __init__(self, dimension: int) -> None:
        self.last = 0
        self.removals = 0
        self.ids: list[str] = []
        self._numbers: NDArray[np.int64] = np.empty(0, dtype=np.int64)
        self._rows: Floats = np.empty((0, dimension), dtype=np.float32)

    @property
    def size(self) -> int:
        """Bytes taken."""
        return self._rows.nbytes

    @property
    def rows(self) -> Floats:
        """A row for each of `ids`."""
        return self._rows[: len(self.ids)]

    def keep(self, live: NDArray[np.int64]) -> None:
        """Drop the vectors whose number is not among those alive."""
        used = len(self.ids)
        kept = np.isin(self._numbers[:used], live, assume_unique=True)
        self.ids = [name for name, keeps in zip(self.ids, kept, strict=True) if keeps]
        self._numbers = self._numbers[:used][kept]
        self._rows = self._rows[:used][kept]

    def add(self, numbers: Sequence[int], ids: Sequence[str], vectors: Floats) -> None:
        """Append vectors, doubling the room when it runs out."""
        used, needed = len(self.ids), len(self.ids) + len(ids)
        if needed > len(self._rows):
            self._numbers = np.resize(self._numbers, max(needed, 2 * used))
            rows = np.zeros((max(needed, 2 * used), self._rows.shape[1]), dtype=np.float32)
            rows[:used] = self._rows[:used]
            self._rows = rows
        self._numbers[used:needed] = numbers
        self._rows[used:needed] = _unit(vectors)
        self.ids += ids


class VectorCache:
    """The matrices a process keeps, shared by its threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[int, int, Indexed], Matrix] = OrderedDict()

    def nearest(
        self,
        db: sqlite3.Connection,
        namespace: str,
        kinds: Sequence[Indexed],
        vector: Floats,
        *,
        limit: int,
        only: Filter,
        model: str | None,
    ) -> dict[Indexed, tuple[Near, ...]]:
        """The nearest of each kind by cosine, best first, ties by id; `db` is in a transaction that has read nothing yet.

        Its snapshot is taken under the lock, so that a kept matrix never meets an older one.
        """
        compared: dict[Indexed, tuple[list[str], Floats]] = {}
        with self._lock:
            here, slot = scope(db, namespace), embedders.used(db)
            if slot is None or model not in (None, slot.mark.model):
                return dict.fromkeys(kinds, ())
            for kind in dict.fromkeys(kinds):
                compared[kind] = self._compared(here, slot, kind, vector) if limit > 0 else ([], _NO_SCORES)
        return {
            kind: _placed(here, kind, _passing(here, kind, ids, np.round(scores, _DECIMALS), limit=limit, only=only))
            for kind, (ids, scores) in compared.items()
        }

    def _compared(self, here: Scope, slot: Slot, kind: Indexed, vector: Floats) -> tuple[list[str], Floats]:
        """Every id with its cosine."""
        matrix = self._current(here, slot, kind)
        if matrix is None:
            return [], _NO_SCORES
        check(vector, slot.mark.dimension)
        return list(matrix.ids), matrix.rows @ _unit(vector.astype(np.float32).reshape(1, -1))[0]

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
    rows = here.rows(_NEWER, slot=slot, kind=kind, last=matrix.last)
    if not rows:
        return
    numbers, ids, blobs = zip(*rows, strict=True)
    vectors = np.frombuffer(b"".join(blobs), dtype=STORED).reshape(len(ids), -1)
    matrix.add(numbers, ids, vectors.astype(np.float32))


def _passing(
    here: Scope, kind: Indexed, ids: Sequence[str], scores: Floats, *, limit: int, only: Filter
) -> tuple[tuple[str, float], ...]:
    """The best that pass: of the few there are, else from the best down until enough have passed."""
    passing = Passing(kind, only)
    if not passing or not ids:
        return _best(ids, scores, limit)
    few = passing.few(here)
    if few is not None:
        wanted = set(few)
        rows = [row for row, id in enumerate(ids) if id in wanted]
        return _best([ids[row] for row in rows], scores[rows], limit)
    reach = 4 * limit
    while True:
        best = _best(ids, scores, reach)
        passed = passing.of(here, (id for id, _ in best))
        if len(passed) >= limit or reach >= len(ids):
            return tuple(item for item in best if item[0] in passed)[:limit]
        reach *= 4


def _placed(here: Scope, kind: Indexed, best: Sequence[tuple[str, float]]) -> tuple[Near, ...]:
    places = messages.places(here, [id for id, _ in best]) if kind == "message" else {}
    return tuple(Near(id, score, *places.get(id, ("", 0))) for id, score in best)


def _best(ids: Sequence[str], scores: Floats, limit: int) -> tuple[tuple[str, float], ...]:
    if len(ids) > limit:
        # Everything tied with the last that fits is kept, so that the id decides and not the place in the matrix.
        threshold = np.partition(scores, -limit)[-limit]
        candidates = [int(row) for row in np.flatnonzero(scores >= threshold)]
    else:
        candidates = list(range(len(ids)))
    ordered = sorted((-float(scores[row]), ids[row]) for row in candidates)
    return tuple((name, -negated) for negated, name in ordered[:limit])


def _unit(vectors: Floats) -> Floats:
    """Each row scaled to length 1; a row of zeros stays, and is near to nothing."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: Floats = (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32)
    return unit
