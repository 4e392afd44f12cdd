"""The embedder as far as it fits the store: vectors of two models cannot be compared, so only one may search.

Another process may make the vectors anew with another model at any time. Whoever writes looks now and then which model is
in use; whoever searches says which model asked, and is near to nothing when it is not the one in use. Meanwhile words and
the graph go on.
"""

from __future__ import annotations

import logging
import time
from typing import Literal

from graphmem.embedding.protocol import Embedder
from graphmem.errors import ConfigError, ModelError
from graphmem.memory.asking import Guarded
from graphmem.store.protocols import EmbedderMark, Store

_log = logging.getLogger("graphmem")

#: How long what was seen is relied on, in seconds: by who writes, and by who would search and could not.
WRITING = 1.0
SEARCHING = 5.0

#: `first`: the store has no model yet. `next`: it is the one that vectors are being made with.
Role = Literal["first", "used", "next", "another"]


class Fitting:
    """An embedder beside a store."""

    def __init__(self, store: Store, embedder: Embedder | None) -> None:
        self.given = None if embedder is None else Guarded(embedder)
        self._store = store
        self._role: Role = "another"
        self._looked = float("-inf")
        self._warned = False
        mark = store.embedder()
        if self.given is not None and mark is not None and mark.model != self.given.model:
            self._warn(mark)

    def to_search(self) -> Embedder | None:
        """The embedder, unless the store's vectors are of another model."""
        if self.given is not None and self._role not in ("first", "used"):
            self._look(every=SEARCHING)
        return self.given if self._role in ("first", "used") else None

    def to_write(self) -> Embedder | None:
        """The embedder, unless the store keeps no vectors of its model; the first to write decides on the model."""
        if self.given is None:
            return None
        self._look(every=0.0 if self._role == "first" else WRITING)
        if self._role == "first":
            try:
                self._store.mark_embedder(self.mark())
            except ConfigError:
                # Another process was first, with another model.
                self._look(every=0.0)
            else:
                self._role = "used"
        return None if self._role == "another" else self.given

    def mark(self) -> EmbedderMark:
        """The embedder's model and dimension.

        Raises:
            ConfigError: when there is no embedder.
            ModelError: when it has to be asked, and failed.
        """
        if self.given is None:
            raise ConfigError(
                "there is no embedder to make vectors with; pip install 'graphmem[local]', or choose one with GRAPHMEM_EMBEDDER"
            )
        return EmbedderMark(self.given.model, self.given.dimension)

    def refresh(self) -> None:
        """Look anew which model is in use."""
        self._look(every=0.0)

    def _look(self, *, every: float) -> None:
        if time.monotonic() - self._looked < every:
            return
        self._role = self._seen()
        self._looked = time.monotonic()

    def _seen(self) -> Role:
        used = self._store.embedder()
        if used is None:
            return "first"
        try:
            mine = self.mark()
        except ModelError as error:
            _log.warning("going on without vectors: %s", error)
            return "another"
        if used == mine:
            return "used"
        if self._store.next_embedder() == mine:
            return "next"
        self._warn(used)
        return "another"

    def _warn(self, used: EmbedderMark) -> None:
        if not self._warned and self.given is not None:
            _log.warning(
                "going on without vectors: those of the store are of %s, and the embedder is %s; "
                "`graphmem reembed` makes them anew",
                used.model,
                self.given.model,
            )
        self._warned = True
