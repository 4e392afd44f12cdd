"""What a process keeps of the text index: the documents it has met, in columns, and the lists of terms asked for before.

The same candidates come up in question after question, and looking each up again is most of what a search for words costs.
Everything kept is of one namespace and kind and of one count of `removals`, which every replacement and removal in any process
moves, in the same transaction. While it stands, documents only come: what is known of one stays true, and a list that
is as long as its term is frequent lacks nothing. Only what is asked for is kept, so a memory is never read whole for one question.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphmem.store.sqlite.keeping import Keeping
from graphmem.store.sqlite.scope import Row, Scope
from graphmem.types import Indexed

Integers = NDArray[np.int64]

#: What is kept takes at most about this many bytes.
KEPT_BYTES = 128 * 1024 * 1024

#: About what a document takes, and a place in a list.
_DOCUMENT, _PLACE = 300, 16

#: So many first letters of an id part nearly all of them.
_BEGINNING = 8

#: What is told of a candidate. A message's place is read from an index, not from the message. The `+` keeps
#: SQLite from walking through all documents of the namespace instead of looking up the numbers.
PLACED = (
    "SELECT number, documents.id, length, ifnull(session, ''), ifnull(seq, 0) FROM documents LEFT JOIN messages INDEXED BY messages_by_place "
    "ON messages.ns = documents.ns AND messages.id = documents.id WHERE +documents.ns = :ns AND number IN (:values)"
)
UNPLACED = "SELECT number, id, length, '', 0 FROM documents WHERE +ns = :ns AND number IN (:values)"


class Listed(NamedTuple):
    """The documents that hold a term, by number, and how often each uses it."""

    documents: Integers
    uses: Integers

    @classmethod
    def of(cls, rows: Iterable[Row]) -> Listed:
        """Rows of document and uses, in whatever order."""
        table = np.array(sorted(rows), dtype=np.int64).reshape(-1, 2)
        return cls(table[:, 0], table[:, 1])

    def and_then(self, newer: Listed) -> Listed:
        """These, and those that came after them."""
        return Listed(np.append(self.documents, newer.documents), np.append(self.uses, newer.uses))

    def newest(self, limit: int) -> Listed:
        """The last ones, at most so many."""
        over = max(len(self.documents) - limit, 0)
        return Listed(self.documents[over:], self.uses[over:])

    def among(self, documents: Integers) -> Listed:
        """Those of these that are some documents, which are in order."""
        held = np.isin(self.documents, documents, assume_unique=True)
        return Listed(self.documents[held], self.uses[held])


class Documents(NamedTuple):
    """Some documents by id: their place among those asked for, and a column for each thing that is told of them."""

    places: Integers
    ids: list[str]
    lengths: Integers
    sessions: list[str]
    seqs: Integers


class Kept:
    """What is kept of one namespace and kind."""

    def __init__(self, kind: Indexed, removals: int) -> None:
        self.stamp = removals
        self.lists: dict[int, Listed] = {}
        self._statement = PLACED if kind == "message" else UNPLACED
        self._lock = threading.Lock()
        self._slots: dict[int, int] = {}
        self._ids: list[str] = []
        self._sessions: list[str] = []
        self._names: dict[str, str] = {}
        # Length, place in the session and beginning of the id.
        self._table: Integers = np.empty((3, 256), dtype=np.int64)
        self._listed = 0

    @property
    def size(self) -> int:
        """Bytes taken, about."""
        return _DOCUMENT * len(self._ids) + _PLACE * self._listed

    def keep(self, term: int, listed: Listed) -> Listed:
        """The same list, kept; the longer of two that threads read at once."""
        with self._lock:
            before = self.lists.get(term)
            if before is None or len(before.documents) < len(listed.documents):
                self.lists[term] = listed
                self._listed += len(listed.documents) - (len(before.documents) if before else 0)
        return listed

    def documents(self, here: Scope, numbers: Integers) -> Documents:
        """The documents of these numbers by id; those not met before are read."""
        asked = numbers.tolist()
        missing = [number for number in asked if number not in self._slots]
        if missing:
            self._add(here.rows_in(self._statement, missing))
        slots = np.array([self._slots.get(number, -1) for number in asked], dtype=np.int64)
        places: Integers = np.flatnonzero(slots >= 0)
        slots = slots[places]
        told = self._table[:, slots]
        order = self._by_id(told[2], slots)
        listed = slots[order].tolist()
        return Documents(
            places=places[order],
            ids=[self._ids[slot] for slot in listed],
            lengths=told[0][order],
            sessions=[self._sessions[slot] for slot in listed],
            seqs=told[1][order],
        )

    def _by_id(self, beginnings: Integers, slots: Integers) -> Integers:
        """The order by id: by how ids begin, and by the whole where two begin alike."""
        order: Integers = np.argsort(beginnings)
        ordered = beginnings[order]
        if (ordered[1:] == ordered[:-1]).any():
            ids = list(map(self._ids.__getitem__, slots.tolist()))
            order = np.array(sorted(range(len(ids)), key=ids.__getitem__), dtype=np.int64)
        return order

    def _add(self, rows: Iterable[Row]) -> None:
        with self._lock:
            for number, id, length, session, seq in rows:
                if number in self._slots:
                    continue
                slot = len(self._ids)
                if slot == self._table.shape[1]:
                    # A new one: a search that goes on reads the old one.
                    self._table = np.concatenate([self._table, np.empty_like(self._table)], axis=1)
                self._ids.append(id)
                self._sessions.append(self._names.setdefault(session, session))
                self._table[:, slot] = length, seq, _beginning(id)
                self._slots[number] = slot


class TextCache:
    """What is kept of all namespaces."""

    def __init__(self) -> None:
        self.keeping: Keeping[tuple[int, Indexed], Kept] = Keeping(KEPT_BYTES)

    def of(self, here: Scope, kind: Indexed, removals: int) -> Kept:
        """What is kept of a namespace and kind as this transaction sees it."""
        return self.keeping.of((here.ns, kind), removals, lambda: Kept(kind, removals))


def _beginning(id: str) -> int:
    """How an id begins, as a number that orders like it."""
    letters = id.encode("utf-8", "surrogatepass")[:_BEGINNING].ljust(_BEGINNING, b"\0")
    return int.from_bytes(letters, "big") - 2**63
