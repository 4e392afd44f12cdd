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
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from graphmem.store.sqlite import embedders
from graphmem.store.sqlite.embedders import Slot
from graphmem.store.sqlite.embeddings import STORED, Floats, check
from graphmem.store.sqlite.filters import Passing
from graphmem.store.sqlite.scope import Scope, scope
from graphmem.types import Filter, Indexed, Near
from graphmem.types.columns import NearColumns

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

#: What a kept matrix lacks; of a message with its place, which never changes.
NEWER = (
    "SELECT number, vectors.id, vector, session, seq FROM vectors LEFT JOIN messages INDEXED BY messages_by_place "
    "ON kind = 'message' AND messages.ns = vectors.ns AND messages.id = vectors.id "
    "WHERE slot = :slot AND vectors.ns = :ns AND kind = :kind AND number > :last ORDER BY number"
)


@dataclass(slots=True)
class Items:
    """Whose vector each row is: the id, and the place of a message."""

    ids: list[str] = field(default_factory=list)
    sessions: list[str] = field(default_factory=list)
    seqs: list[int] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.ids)

    def at(self, places: Sequence[int]) -> Items:
        """Those at some places."""
        ids, sessions, seqs = self.ids, self.sessions, self.seqs
        return Items([ids[at] for at in places], [sessions[at] for at in places], [seqs[at] for at in places])

    def add(self, others: Items) -> None:
        """Append others."""
        self.ids += others.ids
        self.sessions += others.sessions
        self.seqs += others.seqs


class Matrix:
    """The unit vectors of one namespace and kind, in rows with room to grow."""

    def __init__(self, dimension: int) -> None:
        self.last = 0
        self.removals = 0
        self.items = Items()
        self._numbers: NDArray[np.int64] = np.empty(0, dtype=np.int64)
        self._rows: Floats = np.empty((0, dimension), dtype=np.float32)

    @property
    def size(self) -> int:
        """Bytes taken."""
        return self._rows.nbytes

    @property
    def rows(self) -> Floats:
        """A row for each of `items`."""
        return self._rows[: len(self.items)]

    def keep(self, live: NDArray[np.int64]) -> None:
        """Drop the vectors whose number is not among those alive."""
        used = len(self.items)
        kept = np.isin(self._numbers[:used], live, assume_unique=True)
        # New ones: a search that goes on reads the old ones.
        self.items = self.items.at(np.flatnonzero(kept).tolist())
        self._numbers = self._numbers[:used][kept]
        self._rows = self._rows[:used][kept]

    def add(self, numbers: Sequence[int], items: Items, vectors: Floats) -> None:
        """Append vectors, doubling the room when it runs out."""
        used, needed = len(self.items), len(self.items) + len(items)
        if needed > len(self._rows):
            self._numbers = np.resize(self._numbers, max(needed, 2 * used))
            rows = np.zeros((max(needed, 2 * used), self._rows.shape[1]), dtype=np.float32)
            rows[:used] = self._rows[:used]
            self._rows = rows
        self._numbers[used:needed] = numbers
        self._rows[used:needed] = _unit(vectors)
        self.items.add(items)


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
    ) -> dict[Indexed, Sequence[Near]]:
        """The nearest of each kind by cosine, best first, ties by id; `db` is in a transaction that has read nothing yet.

        Its snapshot is taken under the lock, so that a kept matrix never meets an older one.
        """
        compared: dict[Indexed, tuple[Items, Floats]] = {}
        with self._lock:
            here, slot = scope(db, namespace), embedders.used(db)
            if slot is None or model not in (None, slot.mark.model):
                return dict.fromkeys(kinds, ())
            for kind in dict.fromkeys(kinds):
                compared[kind] = self._compared(here, slot, kind, vector) if limit > 0 else (Items(), _NO_SCORES)
        return {
            kind: _passing(here, kind, items, np.round(scores, _DECIMALS), limit=limit, only=only)
            for kind, (items, scores) in compared.items()
        }

    def _compared(self, here: Scope, slot: Slot, kind: Indexed, vector: Floats) -> tuple[Items, Floats]:
        """Every item with its cosine; more may be appended to the items meanwhile."""
        matrix = self._current(here, slot, kind)
        if matrix is None:
            return Items(), _NO_SCORES
        check(vector, slot.mark.dimension)
        question = _unit(vector.astype(np.float32).reshape(1, -1))[0]
        # Not `@`: its threads wait for one another in loops, which costs the other work of a busy machine more than it saves.
        return matrix.items, np.einsum("ij,j->i", matrix.rows, question)

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
    numbers, ids, blobs, sessions, seqs = zip(*rows, strict=True)
    vectors = np.frombuffer(b"".join(blobs), dtype=STORED).reshape(len(ids), -1)
    items = Items(list(ids), [session or "" for session in sessions], [seq or 0 for seq in seqs])
    matrix.add(numbers, items, vectors.astype(np.float32))


def _passing(here: Scope, kind: Indexed, items: Items, scores: Floats, *, limit: int, only: Filter) -> Sequence[Near]:
    """The best that pass: of the few there are, else from the best down until enough have passed."""
    passing = Passing(kind, only)
    if not passing or not len(scores):
        return _best(items, scores, limit) if len(scores) else ()
    few = passing.few(here)
    if few is not None:
        wanted = set(few)
        rows = [row for row in range(len(scores)) if items.ids[row] in wanted]
        return _best(items.at(rows), scores[rows], limit)
    reach = 4 * limit
    while True:
        best = _best(items, scores, reach)
        passed = passing.of(here, best.ids)
        if len(passed) >= limit or reach >= len(scores):
            return tuple(near for near in best if near.id in passed)[:limit]
        reach *= 4


def _best(items: Items, scores: Floats, limit: int) -> NearColumns:
    if len(scores) > limit:
        # Everything tied with the last that fits is kept, so that the id decides and not the place in the matrix.
        threshold = np.partition(scores, -limit)[-limit]
        places = np.flatnonzero(scores >= threshold)
    else:
        places = np.arange(len(scores))
    places = places[np.argsort(-scores[places], kind="stable")]
    ranked, listed = scores[places], places.tolist()
    for start, end in _equal(ranked):
        listed[start:end] = sorted(listed[start:end], key=items.ids.__getitem__)
    best = items.at(listed[:limit])
    return NearColumns(best.ids, ranked[:limit].astype(float), best.sessions, best.seqs)


def _equal(ranked: Floats) -> Iterator[tuple[int, int]]:
    """From where to where equal scores stand."""
    edges = np.flatnonzero(np.diff(ranked))
    starts, ends = np.concatenate(([0], edges + 1)), np.concatenate((edges + 1, [len(ranked)]))
    several = ends - starts > 1
    return zip(starts[several].tolist(), ends[several].tolist(), strict=True)


def _unit(vectors: Floats) -> Floats:
    """Each row scaled to length 1; a row of zeros stays, and is near to nothing."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: Floats = (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32)
    return unit
