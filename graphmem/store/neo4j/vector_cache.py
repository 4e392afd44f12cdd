"""What a process keeps of the vectors on a server: a matrix of each namespace and kind, brought up to date by what came since.

Each write gives its vectors the next numbers of their kind, and the namespace tells the last of them, so one number says what is lacking.
A server shows what a write changed piece by piece. What was numbered before the newest write is surely there; of that write, what is
told is counted. Taken away are numbers too, which the namespace lists: the last ones, and always all of the newest write.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

import numpy as np

from graphmem.forking import anew_after_fork
from graphmem.store.listing import Integers
from graphmem.store.matrices import STORED, Floats, Matrix, best, rounded
from graphmem.types import Indexed
from graphmem.types.columns import NearColumns

#: What is kept takes at most about this many bytes.
KEPT_BYTES = 512 * 1024 * 1024

#: So many rows without a document are borne, or a quarter of all, before the others are moved together.
_DEAD = 64

#: A document that has no vector stands nowhere.
_NOWHERE = -1


@dataclass(frozen=True, slots=True)
class Told:
    """What the server told of a kind: vectors by number, after `since` until `upto`, and where the newest write begins."""

    mark: str
    dimension: int
    since: int
    upto: int
    last: int
    before: int
    removed: int
    gone: frozenset[int] | None
    came: Sequence[tuple[int, str, Any, str, int]]

    @classmethod
    def of(cls, told: Sequence[Any]) -> Told:
        """What `read/search` tells of the vectors of a kind."""
        mark, dimension, since, upto, last, before, removed, gone, numbers, ids, vectors, sessions, seqs = told
        # Only a message has a place in a session.
        columns = (numbers, ids, vectors, sessions or [""] * len(ids), seqs or [0] * len(ids))
        came = sorted(zip(*columns, strict=True), key=itemgetter(0))
        return cls(mark, dimension, since, upto, last, before, removed, None if gone is None else frozenset(gone), came)

    @property
    def whole(self) -> bool:
        """Whether nothing is left to be told."""
        return self.upto >= self.last

    def sure(self, gone: Iterable[int]) -> int:
        """The number up to which nothing can be lacking; `gone` are numbers that nobody has any more."""
        if self.upto <= self.before:
            return self.upto
        least = max(self.before, self.since)
        seen = {number for number, *_ in self.came if least < number <= self.upto}
        seen.update(number for number in gone if least < number <= self.upto)
        return self.upto if len(seen) == self.upto - least else least


class Kept:
    """The vectors of one namespace and kind, of one model and under one secret."""

    def __init__(self, mark: str, dimension: int) -> None:
        self.mark = mark
        self.last = -1
        self.removed = -1
        self._matrix = Matrix(dimension)
        self._gone: set[int] = set()
        # Of each document the number of its vector and its row.
        self._places: dict[str, tuple[int, int]] = {}
        self._dead: set[int] = set()

    @property
    def size(self) -> int:
        """Bytes taken."""
        return self._matrix.size

    def known(self) -> dict[str, object]:
        """What the server is told."""
        return {"mark": self.mark, "last": self.last, "removed": self.removed}

    def follows(self, told: Told) -> bool:
        """Whether nothing is lacking between what is kept and what is told."""
        missed = told.removed - self.removed
        listed = told.gone is None or self.removed < 0 or missed <= len(told.gone)
        return self.mark == told.mark and self.last >= told.since and listed

    def learn(self, told: Told) -> None:
        """What is told is kept, unless something newer is."""
        if told.gone is not None:
            self._gone |= told.gone
            self._bury([id for id, (number, _) in self._places.items() if number in told.gone])
        self._put([each for each in told.came if each[0] not in self._gone and each[0] > self._number(each[1])])
        self.last = max(self.last, told.sure(self._gone))
        self.removed = max(self.removed, told.removed)
        if len(self._dead) > max(_DEAD, len(self._matrix.listing) // 4):
            self._move_together()

    def best(self, question: Floats, limit: int) -> NearColumns:
        """The nearest to a vector of length 1."""
        scores = rounded(self._matrix.cosines(question))
        if not self._dead:
            return best(self._matrix.listing, scores, limit)
        alive = self._alive()
        return best(self._matrix.listing, scores[alive], limit, alive)

    def _number(self, id: str) -> int:
        return self._places.get(id, (-1, _NOWHERE))[0]

    def _bury(self, ids: Iterable[str]) -> None:
        for id in ids:
            self._dead.add(self._places.pop(id)[1])
        self._dead.discard(_NOWHERE)

    def _put(self, came: Sequence[tuple[int, str, Any, str, int]]) -> None:
        """Those without a vector leave their rows, those that have a row take it again, others get one."""
        self._bury([id for _, id, vector, _, _ in came if vector is None and id in self._places])
        self._places |= {id: (number, _NOWHERE) for number, id, vector, _, _ in came if vector is None}
        brought = [each for each in came if each[2] is not None]
        if not brought:
            return
        vectors = _floats([each[2] for each in brought], self._matrix.dimension)
        rows = [self._places.get(each[1], (-1, _NOWHERE))[1] for each in brought]
        again = np.array([place for place, row in enumerate(rows) if row != _NOWHERE], dtype=np.int64)
        self._matrix.put(np.array(rows, dtype=np.int64)[again], vectors[again])
        new = [place for place, row in enumerate(rows) if row == _NOWHERE]
        free = len(self._matrix.listing)
        for row, place in enumerate(new, start=free):
            rows[place] = row
        added = [brought[place] for place in new]
        self._matrix.add([(id, session, seq, (number,)) for number, id, _, session, seq in added], vectors[new])
        self._places |= {each[1]: (each[0], row) for each, row in zip(brought, rows, strict=True)}

    def _alive(self) -> Integers:
        every = np.ones(len(self._matrix.listing), dtype=bool)
        every[list(self._dead)] = False
        return np.flatnonzero(every)

    def _move_together(self) -> None:
        self._matrix.some(self._alive())
        rows = {id: row for row, id in enumerate(self._matrix.listing.ids)}
        self._places = {id: (number, rows.get(id, _NOWHERE)) for id, (number, _) in self._places.items()}
        self._dead.clear()


class VectorCache:
    """What is kept of all namespaces, shared by a process's threads; the one not asked for longest goes first."""

    def __init__(self, most: int = KEPT_BYTES) -> None:
        self._most = most
        self.after_fork()
        anew_after_fork(self)

    def after_fork(self) -> None:
        """Begin with nothing, whoever else was at it."""
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, Indexed], Kept] = OrderedDict()

    def known(self, namespace: str, kinds: Iterable[Indexed]) -> dict[str, object]:
        """What the server is told of each kind."""
        with self._lock:
            found = {kind: self._kept.get((namespace, kind)) for kind in kinds}
            return {kind: kept.known() for kind, kept in found.items() if kept is not None}

    def nearest(self, namespace: str, kind: Indexed, told: Told, question: Floats, limit: int) -> NearColumns | None:
        """The best of all vectors of a kind, once what is told is kept too; None while some are lacking."""
        with self._lock:
            kept = self._following(namespace, kind, told)
            if kept is None:
                return None
            kept.learn(told)
            self._bound()
            return kept.best(question, limit) if told.whole else None

    def _following(self, namespace: str, kind: Indexed, told: Told) -> Kept | None:
        """What can be told more; it begins anew where what is kept is of something else, or lacks what is not told."""
        kept = self._kept.pop((namespace, kind), None)
        if kept is None or not kept.follows(told):
            kept = Kept(told.mark, told.dimension) if told.since < 0 else None
        if kept is not None:
            self._kept[namespace, kind] = kept
        return kept

    def _bound(self) -> None:
        while len(self._kept) > 1 and sum(each.size for each in self._kept.values()) > self._most:
            self._kept.popitem(last=False)

    def drop(self) -> None:
        """Keep nothing."""
        with self._lock:
            self._kept.clear()


def _floats(vectors: Sequence[Any], dimension: int) -> Floats:
    """Vectors as they are told: as bytes, as lists of numbers, and as nothing where all are zero."""
    if all(isinstance(each, bytes) for each in vectors):
        return np.frombuffer(b"".join(vectors), dtype=STORED).reshape(len(vectors), dimension).astype(np.float32)
    return np.array(list(_each(vectors, dimension)), dtype=np.float32).reshape(len(vectors), dimension)


def _each(vectors: Sequence[Any], dimension: int) -> Iterator[Floats]:
    for each in vectors:
        if isinstance(each, bytes):
            yield np.frombuffer(each, dtype=STORED)
        else:
            yield np.array(each or [0.0] * dimension, dtype=np.float32)
