"""What every part of a memory's face stands on: an engine, the one namespace it may touch, others it may read, and who acts."""

from __future__ import annotations

from collections.abc import Iterable

from graphmem.errors import InvalidInput
from graphmem.memory import border
from graphmem.memory.closing import Closing
from graphmem.memory.engine import Engine
from graphmem.types import Actor

#: Who acts where nobody is named: somebody who may do everything.
ANYBODY = Actor()


class View(Closing):
    """An engine seen from one namespace. Everything it does is inside it, but that some verbs also read those in `reads`."""

    def __init__(
        self,
        engine: Engine,
        namespace: str,
        *,
        reads: Iterable[str] = (),
        actor: Actor = ANYBODY,
        owns: bool = False,
    ) -> None:
        if not isinstance(actor, Actor):
            raise InvalidInput(f"actor must be Actor(name, role), not {border.shown(actor)}")
        self.actor = actor
        self._engine = engine
        self._owns = owns
        self.namespace = border.namespace_name(namespace)
        self.reads = border.namespaces_read(reads, beside=self.namespace)

    def close(self) -> None:
        """Release the store if this memory opened it; a view taken from `Memories` has nothing to release."""
        if self._owns:
            self._engine.close()
