"""How often things came up: counted while questions are answered, written by `flush` and when a memory is closed.

A question must not wait for a write, so a recall only counts here. What was counted and never written is lost with a killed process: the counts
say what is used, not what is known, and no answer depends on them.
"""

from __future__ import annotations

import logging
import threading
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

from graphmem.errors import GraphmemError
from graphmem.forking import anew_after_fork
from graphmem.store.protocols import Store
from graphmem.types import Access, Indexed

_log = logging.getLogger("graphmem")


class Accesses:
    """What came up since it was last written, by namespace. Threads may share it."""

    def __init__(self) -> None:
        self.after_fork()
        anew_after_fork(self)

    def after_fork(self) -> None:
        """Count nothing twice: what the parent process counted, it writes."""
        self._lock = threading.Lock()
        # How many times, and when last: a recall counts dozens, so that nothing is made of them yet.
        self._counted: dict[str, dict[tuple[Indexed, str], tuple[int, datetime]]] = defaultdict(dict)

    def count(self, namespace: str, kind: Indexed, ids: Iterable[str], at: datetime) -> None:
        """These came up once more."""
        with self._lock:
            counted = self._counted[namespace]
            for one in dict.fromkeys(ids):
                times, _ = counted.get((kind, one), (0, at))
                counted[kind, one] = (times + 1, at)

    def drop(self, namespace: str) -> None:
        """What was counted is of things that were forgotten."""
        with self._lock:
            self._counted.pop(namespace, None)

    def write(self, store: Store, namespace: str) -> None:
        """Add what was counted to what is stored."""
        with self._lock:
            counted = self._counted.pop(namespace, {})
        if counted:
            came_up = [Access(kind, one, times, at) for (kind, one), (times, at) in counted.items()]
            store.count_accesses(namespace, came_up)

    def write_all(self, store: Store) -> None:
        """The same of every namespace, as far as it can be: a count is no reason to fail."""
        for namespace in list(self._counted):
            try:
                self.write(store, namespace)
            except GraphmemError as error:
                _log.warning("what came up in %r was not counted: %s", namespace, error)


def last_used(accesses: Iterable[Access]) -> dict[str, datetime]:
    """When each last came up, by id."""
    return {one.id: one.last_at for one in accesses}
