"""What a process keeps of namespaces in memory, within a bound, each as it was at a stamp that every change moves.

A stamp is read in the transaction that asks, so a change by any process is seen by the next search; and what one that began
before the change sees is kept for nobody. What is not asked for longest goes first. A forked child begins with nothing: a thread that is
not in it may have been about to change what is kept.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, Protocol, TypeVar

from graphmem.forking import anew_after_fork


class Kept(Protocol):
    """What is kept in one place."""

    @property
    def stamp(self) -> int:
        """What the change was numbered that it is as of."""

    @property
    def size(self) -> int:
        """Bytes taken, about."""


K = TypeVar("K", bound=Kept)
Place = TypeVar("Place", bound=Hashable)


class Keeping(Generic[Place, K]):
    """What is kept in all places, shared by a process's threads; together at most so many bytes."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.after_fork()
        anew_after_fork(self)

    def after_fork(self) -> None:
        """Begin with nothing, whoever else was at it."""
        self._lock = threading.Lock()
        self._kept: OrderedDict[Place, K] = OrderedDict()
        self._sizes: dict[Place, int] = {}
        self._size = 0

    def of(self, place: Place, stamp: int, make: Callable[[K | None], K]) -> K:
        """What is kept in a place as of a stamp, made where nothing is, of what was kept as of an earlier one if something was."""
        with self._lock:
            kept = self._kept.get(place)
            if kept is None or kept.stamp < stamp:
                kept = self._kept[place] = make(kept)
            self._kept.move_to_end(place)
            self._bound(place, kept)
        return kept if kept.stamp == stamp else make(None)

    def all(self) -> list[K]:
        """Everything that is kept."""
        with self._lock:
            return list(self._kept.values())

    def drop(self) -> None:
        """Keep nothing."""
        with self._lock:
            self._kept.clear()
            self._sizes.clear()
            self._size = 0

    def _bound(self, place: Place, kept: K) -> None:
        """Let go while all take too much; each is weighed anew when it is asked for."""
        self._size += kept.size - self._sizes.get(place, 0)
        self._sizes[place] = kept.size
        while self._size > self.most:
            gone, _ = self._kept.popitem(last=False)
            self._size -= self._sizes.pop(gone)
