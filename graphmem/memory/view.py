"""What every part of a memory's face stands on: an engine, the one namespace it may touch, and others it may read."""

from __future__ import annotations

from collections.abc import Iterable

from graphmem.memory import border
from graphmem.memory.closing import Closing
from graphmem.memory.engine import Engine


class View(Closing):
    """An engine seen from one namespace. Everything it does is inside it, but that some verbs also read those in `reads`."""

    def __init__(self, engine: Engine, namespace: str, *, reads: Iterable[str] = (), owns: bool = False) -> None:
        self._engine = engine
        self._owns = owns
        self.namespace = border.namespace_name(namespace)
        self.reads = border.namespaces_read(reads, beside=self.namespace)

    def close(self) -> None:
        """Release the store if this memory opened it; a view taken from `Memories` has nothing to release."""
        if self._owns:
            self._engine.close()
