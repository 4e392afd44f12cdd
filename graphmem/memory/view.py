"""What every part of a memory's face stands on: an engine, and the one namespace it may touch."""

from __future__ import annotations

from graphmem.memory import border
from graphmem.memory.closing import Closing
from graphmem.memory.engine import Engine


class View(Closing):
    """An engine seen from one namespace. Everything it does is inside it."""

    def __init__(self, engine: Engine, namespace: str, *, owns: bool = False) -> None:
        self._engine = engine
        self._owns = owns
        self.namespace = border.namespace_name(namespace)

    def close(self) -> None:
        """Release the store if this memory opened it; a view taken from `Memories` has nothing to release."""
        if self._owns:
            self._engine.close()
