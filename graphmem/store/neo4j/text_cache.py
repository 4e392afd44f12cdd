"""What a process keeps of the text index on a server: lists of terms asked for before, and the documents in them.

As with the embedded store: everything kept is of one namespace and kind and of one mark, the namespace's secret and how often
documents were replaced or removed. The server is told what is kept; while its mark is the same it answers only with what came since.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable

from graphmem.forking import anew_after_fork
from graphmem.store.kept_index import KEPT_BYTES, KeptIndex
from graphmem.types import Indexed


class Kept(KeptIndex):
    """What is kept of one namespace and kind under one mark."""

    def __init__(self, mark: str) -> None:
        super().__init__()
        self.mark = mark

    def known(self, terms: Iterable[str]) -> dict[str, object]:
        """What the server is told: of each term, how many documents are kept, and the number of the last."""
        held = {term: self.lists[term].documents for term in terms if term in self.lists}
        return {"mark": self.mark, "terms": {term: [len(each), int(each[-1])] for term, each in held.items()}}


class TextCache:
    """What is kept of all namespaces, shared by a process's threads; the one not asked for longest goes first."""

    def __init__(self, most: int = KEPT_BYTES) -> None:
        self._most = most
        self.after_fork()
        anew_after_fork(self)

    def after_fork(self) -> None:
        """Begin with nothing, whoever else was at it."""
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, Indexed], Kept] = OrderedDict()

    def known(self, namespace: str, kinds: Iterable[Indexed], terms: Iterable[str]) -> dict[str, object]:
        """What the server is told of each kind."""
        asked = list(terms)
        with self._lock:
            found = {kind: self._kept.get((namespace, kind)) for kind in kinds}
        return {kind: kept.known(asked) for kind, kept in found.items() if kept is not None}

    def of(self, namespace: str, kind: Indexed, mark: str) -> Kept:
        """What is kept under the mark that the server told."""
        place = (namespace, kind)
        with self._lock:
            kept = self._kept.pop(place, None)
            if kept is None or kept.mark != mark:
                kept = Kept(mark)
            self._kept[place] = kept
            while len(self._kept) > 1 and sum(each.size for each in self._kept.values()) > self._most:
                self._kept.popitem(last=False)
        return kept

    def drop(self) -> None:
        """Keep nothing."""
        with self._lock:
            self._kept.clear()
