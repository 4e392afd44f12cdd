"""Vectors: compared exactly, in one matrix a namespace and kind that a process keeps and brings up to date.

Cosine over every vector is one product of a matrix in memory, so reading them from the file again is what would cost. Two
numbers stored beside them, moved by every write in any process, say what a kept matrix lacks: `last`, the highest
number given to a vector, and `removals`, how often some were taken away. They are exact where `PRAGMA data_version`
only hints, and another namespace's writes do not move them.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from graphmem.errors import ConfigError, InvalidInput
from graphmem.store.protocols import EmbedderMark
from graphmem.store.sqlite import messages
from graphmem.store.sqlite.filters import Passing
from graphmem.store.sqlite.scope import Scope, scope
from graphmem.types import Document, Filter, Indexed, Near

if TYPE_CHECKING:
    import sqlite3

Floats = NDArray[np.float32]

#: Little-endian float32, whatever the machine.
_STORED = np.dtype("<f4")

#: Kept matrices together take at most about this many bytes; the ones not used for longest go first.
_KEPT_BYTES = 512 * 1024 * 1024

#: Sums of float32 differ in their last bits by the place in the matrix; rounded, equal vectors tie.
_DECIMALS = 6

#: Numbers alone, from an index: told apart from vectors, which are 1,500 bytes each.
LIVE_NUMBERS = "SELECT number FROM vectors WHERE ns = :ns AND kind = :kind ORDER BY number"

_NEWER = "SELECT number, id, vector FROM vectors WHERE ns = :ns AND kind = :kind AND number > :last ORDER BY number"


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
        self._kept: OrderedDict[tuple[int, Indexed], Matrix] = OrderedDict()

    def nearest(
        self,
        db: sqlite3.Connection,
        namespace: str,
        kinds: Sequence[Indexed],
        vector: Floats,
        *,
        limit: int,
        only: Filter,
    ) -> dict[Indexed, tuple[Near, ...]]:
        """The nearest of each kind by cosine, best first, ties by id; `db` is in a transaction that has read nothing yet.

        Its snapshot is taken under the lock, so that a kept matrix never meets an older one.
        """
        compared: dict[Indexed, tuple[list[str], Floats]] = {}
        with self._lock:
            here = scope(db, namespace)
            for kind in dict.fromkeys(kinds):
                matrix = self._current(here, kind)
                if matrix is None or limit < 1:
                    compared[kind] = [], np.empty(0, dtype=np.float32)
                    continue
                _check(vector, matrix.rows.shape[1])
                question = _unit(vector.astype(np.float32).reshape(1, -1))[0]
                compared[kind] = list(matrix.ids), matrix.rows @ question
        return {
            kind: _placed(here, kind, _passing(here, kind, ids, np.round(scores, _DECIMALS), limit=limit, only=only))
            for kind, (ids, scores) in compared.items()
        }

    def _current(self, here: Scope, kind: Indexed) -> Matrix | None:
        mark = here.row("SELECT last, removals FROM vector_marks WHERE ns = :ns AND kind = :kind", kind=kind)
        embedder = marked(here.db)
        if mark is None or embedder is None:
            return None
        last, removals = mark
        place = (here.ns, kind)
        matrix = self._kept.get(place)
        if matrix is None or matrix.rows.shape[1] != embedder.dimension:
            matrix = Matrix(embedder.dimension)
        if matrix.removals != removals:
            live = here.rows(LIVE_NUMBERS, kind=kind)
            matrix.keep(np.array([number for (number,) in live], dtype=np.int64))
        if matrix.last != last:
            _load(here, kind, matrix)
        matrix.last, matrix.removals = last, removals
        self._keep(place, matrix)
        return matrix

    def _keep(self, place: tuple[int, Indexed], matrix: Matrix) -> None:
        self._kept[place] = matrix
        self._kept.move_to_end(place)
        while len(self._kept) > 1 and sum(each.size for each in self._kept.values()) > _KEPT_BYTES:
            self._kept.popitem(last=False)


def write(here: Scope, documents: Iterable[Document]) -> None:
    """Replace the vectors of documents that bring one."""
    brought = [document for document in documents if document.vector is not None]
    if not brought:
        return
    embedder = marked(here.db)
    if embedder is None:
        raise InvalidInput("a vector came before its model is known; call mark_embedder first")
    for kind in dict.fromkeys(document.kind for document in brought):
        vectors = {each.id: each.vector for each in brought if each.kind == kind and each.vector is not None}
        for vector in vectors.values():
            _check(vector, embedder.dimension)
        erase(here, kind, vectors)
        here.insert(
            "vectors",
            "kind, id, vector",
            (
                (kind, document, np.ascontiguousarray(vector, dtype=_STORED).tobytes())
                for document, vector in vectors.items()
            ),
        )
        _mark(here, kind, removals=0)


def erase(here: Scope, kind: Indexed, ids: Iterable[str]) -> None:
    """Remove vectors."""
    before = here.db.total_changes
    here.run_in("DELETE FROM vectors WHERE ns = :ns AND kind = :kind AND id IN (:values)", ids, kind=kind)
    if here.db.total_changes > before:
        _mark(here, kind, removals=1)


def marked(db: sqlite3.Connection) -> EmbedderMark | None:
    """The model recorded for the store."""
    found = db.execute("SELECT model, dimension FROM embedder").fetchone()
    return EmbedderMark(*found) if found else None


def mark(db: sqlite3.Connection, wanted: EmbedderMark, *, name: str) -> None:
    """Record the model, unless there are vectors of another."""
    present = marked(db)
    if present == wanted:
        return
    if present is not None and db.execute("SELECT 1 FROM vectors LIMIT 1").fetchone():
        raise ConfigError(
            f"{name} holds vectors of {present.model!r} with {present.dimension} dimensions, and they cannot be compared "
            f"with those of {wanted.model!r} with {wanted.dimension}; open it with {present.model!r}, or use a new file"
        )
    db.execute(
        "INSERT OR REPLACE INTO embedder (one, model, dimension) VALUES (1, ?, ?)", (wanted.model, wanted.dimension)
    )


def _mark(here: Scope, kind: Indexed, *, removals: int) -> None:
    here.run(
        "INSERT INTO vector_marks (ns, kind, last, removals) VALUES (:ns, :kind, "
        "(SELECT coalesce(max(number), 0) FROM vectors WHERE ns = :ns AND kind = :kind), :removals) "
        "ON CONFLICT (ns, kind) DO UPDATE SET last = max(last, excluded.last), removals = removals + excluded.removals",
        kind=kind,
        removals=removals,
    )


def _load(here: Scope, kind: Indexed, matrix: Matrix) -> None:
    rows = here.rows(_NEWER, kind=kind, last=matrix.last)
    if not rows:
        return
    numbers, ids, blobs = zip(*rows, strict=True)
    vectors = np.frombuffer(b"".join(blobs), dtype=_STORED).reshape(len(ids), -1)
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


def _check(vector: Floats, dimension: int) -> None:
    if vector.shape != (dimension,):
        raise InvalidInput(f"a vector of this store has {dimension} numbers, not the shape {vector.shape!r}")
    if not np.isfinite(vector).all():
        raise InvalidInput("a vector holds a number that is not finite; embed the text again")
