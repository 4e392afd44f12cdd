"""What a process keeps of a text index: the documents it has met, in columns, and the lists of terms asked for before.

The same candidates come up in question after question, and looking each up again is most of what a search for words costs. As long
as no document is replaced or removed, documents only come: what is known of one stays true, and a list that is as long as its term is frequent
lacks nothing. Only what is asked for is kept, so a memory is never read whole for one question.
"""

from __future__ import annotations

import threading
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from graphmem.store.listing import Integers, Listing
from graphmem.types.columns import Places

#: What is kept takes at most about this many bytes.
KEPT_BYTES = 128 * 1024 * 1024

#: About what a document takes, and a place in a list.
_DOCUMENT, _PLACE = 300, 16

#: So many first letters of an id part nearly all of them.
_LETTERS = 8

#: What is kept of a document beside its id and place.
_LENGTH, _BEGINNING = 0, 1


class Listed(NamedTuple):
    """The documents that hold a term, by number, and how often each uses it."""

    documents: Integers
    uses: Integers

    @classmethod
    def of(cls, rows: Iterable[tuple[int, ...]]) -> Listed:
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
    standing: Places


class KeptIndex:
    """The documents of one namespace and kind that were met, and the lists that were read."""

    def __init__(self) -> None:
        self.lists: dict[Hashable, Listed] = {}
        self._lock = threading.Lock()
        self._slots: dict[int, int] = {}
        # Each with its length and the beginning of its id.
        self.listing = Listing(2)
        self._listed = 0

    @property
    def size(self) -> int:
        """Bytes taken, about."""
        return _DOCUMENT * len(self.listing) + _PLACE * self._listed

    def keep(self, term: Hashable, listed: Listed) -> Listed:
        """The same list, kept; the longer of two that threads read at once."""
        with self._lock:
            before = self.lists.get(term)
            if before is None or len(before.documents) < len(listed.documents):
                self.lists[term] = listed
                self._listed += len(listed.documents) - (len(before.documents) if before else 0)
        return listed

    def met(self, numbers: Iterable[int]) -> Documents:
        """Those of the documents of these numbers that were met, by id."""
        slots = np.array([self._slots.get(number, -1) for number in numbers], dtype=np.int64)
        places: Integers = np.flatnonzero(slots >= 0)
        order = self._by_id(slots[places])
        places = places[order]
        slots = slots[places]
        return Documents(
            places, self.listing.of(slots.tolist()), self.listing.told(_LENGTH, slots), self.listing.standing(slots)
        )

    def _by_id(self, slots: Integers) -> Integers:
        """The order by id: by how ids begin, and by the whole where two begin alike."""
        beginnings = self.listing.told(_BEGINNING, slots)
        order: Integers = np.argsort(beginnings)
        ordered = beginnings[order]
        if (ordered[1:] == ordered[:-1]).any():
            ids = self.listing.of(slots.tolist())
            order = np.array(sorted(range(len(ids)), key=ids.__getitem__), dtype=np.int64)
        return order

    def add(self, rows: Iterable[Sequence[Any]]) -> None:
        """Meet documents: number, id, length, session and place in it."""
        with self._lock:
            new = [row for row in rows if row[0] not in self._slots]
            slots = range(len(self.listing), len(self.listing) + len(new))
            self.listing.add([(id, session, seq, (length, _beginning(id))) for _, id, length, session, seq in new])
            self._slots |= zip([row[0] for row in new], slots, strict=True)


def _beginning(id: str) -> int:
    """How an id begins, as a number that orders like it."""
    letters = id.encode("utf-8", "surrogatepass")[:_LETTERS].ljust(_LETTERS, b"\0")
    return int.from_bytes(letters, "big") - 2**63
