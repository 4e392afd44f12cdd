"""What carrying a memory to another store needs of a server: its secret, what was forgotten, what came up, where statements belong, vectors."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

import numpy as np

from graphmem.store.neo4j.part import Part
from graphmem.store.neo4j.rows import Map
from graphmem.store.records import micros, moment
from graphmem.types import Access, Document, Indexed, Placed

_PLURALS: dict[Indexed, str] = {"message": "messages", "fact": "facts", "entity": "entities"}


class Carrying(Part):
    """Taking over a secret, and giving away what no other read tells."""

    def adopt(self, namespace: str, salt: bytes) -> bool:
        """Take over a secret where nothing was written yet; whether it is the namespace's now."""
        [row] = self.server.write("write/adopt", namespace=namespace, secret=salt.hex())
        self.keep_salt(namespace, row["secret"])
        return self.salt(namespace) == salt

    def tombstones(self, namespace: str) -> tuple[str, ...]:
        """The marks of forgotten messages that no import brings back, sorted."""
        return tuple(row["mark"] for row in self.server.read("read/tombstones", namespace=namespace))

    def accesses(self, namespace: str, kind: Indexed) -> tuple[Access, ...]:
        """How often things of a kind came up, by id."""
        rows = self.server.read(f"read/recalled_{_PLURALS[kind]}", namespace=namespace)
        return tuple(Access(kind, row["id"], row["times"], moment(row["last"])) for row in rows)

    def count_accesses(self, namespace: str, accesses: Sequence[Access]) -> None:
        """Add to how often things came up; the version does not move."""
        counted: dict[str, list[Map]] = {plural: [] for plural in _PLURALS.values()}
        for each in accesses:
            row = {"id": each.id, "times": each.times, "last": micros(each.last_at)}
            counted[_PLURALS[each.kind]].append(row)
        given: Map = {"namespace": namespace, "write": uuid.uuid4().hex, **counted}
        self.server.write("write/count_accesses", **given)

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
