"""Documents as they are kept in memory: an id each, and everything else about them in columns that only grow.

Threads read what others append to: what a slot holds never changes, and a slot is read only by who was told of it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from graphmem.types.columns import Places

Integers = NDArray[np.int64]

_SESSION, _SEQ = 0, 1


class Listing:
    """Ids, where each stands, and as many further whole numbers of each as wanted."""

    def __init__(self, further: int) -> None:
        self.ids: list[str] = []
        self._names: list[str] = []
        self._numbers: dict[str, int] = {}
        self._table: Integers = np.empty((2 + further, 256), dtype=np.int64)

    def __len__(self) -> int:
        return len(self.ids)

    def add(self, documents: Sequence[tuple[str, str, int, Sequence[int]]]) -> None:
        """Append documents: id, session, number in it, and what further is told."""
        used, needed = len(self.ids), len(self.ids) + len(documents)
        if needed > self._table.shape[1]:
            # A new one: a search that goes on reads the old one.
            table = np.empty((len(self._table), max(needed, 2 * used)), dtype=np.int64)
            table[:, :used] = self._table[:, :used]
            self._table = table
        rows = [(self._number(session), seq, *further) for _, session, seq, further in documents]
        self._table[:, used:needed] = np.array(rows, dtype=np.int64).reshape(len(rows), len(self._table)).T
        self.ids += [id for id, _, _, _ in documents]

    def of(self, slots: Sequence[int]) -> list[str]:
        """The ids at some slots."""
        ids = self.ids
        return [ids[slot] for slot in slots]

    def standing(self, slots: Integers) -> Places:
        """Where those at some slots stand."""
        sessions, seqs = self._table[:2, slots]
        return Places(self._names, sessions, seqs)

    def told(self, number: int, slots: Integers | slice) -> Integers:
        """One of the further numbers of those at some slots."""
        column: Integers = self._table[2 + number, slots]
        return column

    def some(self, slots: Integers) -> Listing:
        """A listing of those at some slots alone."""
        table, ids, names = self._table[:, slots].T.tolist(), self.of(slots.tolist()), self._names
        found = Listing(self._table.shape[0] - 2)
        found.add([(id, names[row[_SESSION]], row[_SEQ], row[2:]) for id, row in zip(ids, table, strict=True)])
        return found

    def _number(self, session: str) -> int:
        if session not in self._numbers:
            self._names.append(session)
            self._numbers[session] = len(self._names) - 1
        return self._numbers[session]
