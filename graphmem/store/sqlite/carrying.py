"""What carrying a memory to another store needs of the embedded one: its secret, where statements belong, vectors as they are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from graphmem.store.matrices import STORED
from graphmem.store.sqlite import changes, embedders
from graphmem.store.sqlite.connected import Connected
from graphmem.types import Document, Indexed, Placed


class Carrying(Connected):
    """Taking over a secret, and giving away what no other read tells."""

    def adopt(self, namespace: str, salt: bytes) -> bool:
        """Take over a secret where nothing was written yet; whether it is the namespace's now."""
        with self._writing(namespace) as here:
            here.run(
                "UPDATE namespaces SET salt = :salt WHERE id = :ns AND version = 0 "
                "AND NOT EXISTS (SELECT 1 FROM messages WHERE ns = :ns)",
                salt=salt,
            )
            return changes.salt(here) == salt

    def placed(self, namespace: str, message_ids: Sequence[str]) -> tuple[Placed, ...]:
        """Which fact and slot each statement of the messages belongs to, by message and number."""
        with self._reading(namespace) as here:
            rows = here.rows_in(
                "SELECT message, number, fact, slot FROM statements WHERE ns = :ns AND fact IS NOT NULL "
                "AND message IN (:values)",
                message_ids,
            )
            return tuple(Placed(*row) for row in sorted(set(rows)))

    def embedded(self, namespace: str, kind: Indexed, ids: Sequence[str]) -> tuple[Document, ...]:
        """The vectors in use of these documents, by id, each with its model."""
        with self._reading(namespace) as here:
            slot = embedders.used(here.db)
            if slot is None:
                return ()
            rows = here.rows_in(
                "SELECT id, vector FROM vectors WHERE slot = :slot AND ns = :ns AND kind = :kind AND id IN (:values)",
                ids,
                kind=kind,
                slot=slot.number,
            )
            return tuple(
                Document(kind, id, vector=np.frombuffer(stored, STORED).astype(np.float32), model=slot.mark.model)
                for id, stored in sorted(rows)
            )
