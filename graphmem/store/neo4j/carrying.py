"""What carrying a memory to another store needs of a server: its secret, where statements belong, vectors as they are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from graphmem.store.neo4j.part import Part
from graphmem.types import Document, Indexed, Placed


class Carrying(Part):
    """Taking over a secret, and giving away what no other read tells."""

    def adopt(self, namespace: str, salt: bytes) -> bool:
        """Take over a secret where nothing was written yet; whether it is the namespace's now."""
        [row] = self.server.write("write/adopt", namespace=namespace, secret=salt.hex())
        self.keep_salt(namespace, row["secret"])
        return self.salt(namespace) == salt

    def placed(self, namespace: str, message_ids: Sequence[str]) -> tuple[Placed, ...]:
        """Which fact and slot each statement of the messages belongs to, by message and number."""
        rows = self.server.read("read/placed", namespace=namespace, ids=list(dict.fromkeys(message_ids)))
        return tuple(Placed(row["message"], row["number"], row["fact"], row["slot"]) for row in rows)

    def embedded(self, namespace: str, kind: Indexed, ids: Sequence[str]) -> tuple[Document, ...]:
        """The vectors in use of these documents, by id, each with its model; one without a direction is zeros."""
        rows = self.server.read("read/embedded", namespace=namespace, kind=kind, ids=list(dict.fromkeys(ids)))
        return tuple(
            Document(
                kind,
                row["id"],
                vector=np.array(row["vector"] or np.zeros(row["dimension"]), dtype=np.float32),
                model=row["model"],
            )
            for row in rows
        )
