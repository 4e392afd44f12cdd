"""What a process keeps of the text index of a file, as of one count of `removals`.

Every replacement and removal in any process moves it, in the same transaction.
"""

from __future__ import annotations

from graphmem.store.keeping import Keeping
from graphmem.store.kept_index import KEPT_BYTES, Documents, KeptIndex
from graphmem.store.listing import Integers
from graphmem.store.sqlite.scope import Scope
from graphmem.types import Indexed

#: What is told of a candidate. A message's place is read from an index, not from the message. The `+` keeps
#: SQLite from walking through all documents of the namespace instead of looking up the numbers.
PLACED = (
    "SELECT number, documents.id, length, ifnull(session, ''), ifnull(seq, 0) FROM documents LEFT JOIN messages INDEXED BY messages_by_place "
    "ON messages.ns = documents.ns AND messages.id = documents.id WHERE +documents.ns = :ns AND number IN (:values)"
)
UNPLACED = "SELECT number, id, length, '', 0 FROM documents WHERE +ns = :ns AND number IN (:values)"


class Kept(KeptIndex):
    """What is kept of one namespace and kind as of one count of removals."""

    def __init__(self, kind: Indexed, removals: int) -> None:
        super().__init__()
        self.stamp = removals
        self._statement = PLACED if kind == "message" else UNPLACED

    def documents(self, here: Scope, numbers: Integers) -> Documents:
        """The documents of these numbers by id; those not met before are read."""
        asked = numbers.tolist()
        missing = [number for number in asked if number not in self._slots]
        if missing:
            self.add(here.rows_in(self._statement, missing))
        return self.met(asked)


class TextCache:
    """What is kept of all namespaces."""

    def __init__(self) -> None:
        self.keeping: Keeping[tuple[int, Indexed], Kept] = Keeping(KEPT_BYTES)

    def of(self, here: Scope, kind: Indexed, removals: int) -> Kept:
        """What is kept of a namespace and kind as this transaction sees it."""
        return self.keeping.of((here.ns, kind), removals, lambda _: Kept(kind, removals))
