"""The trail of a namespace's uses on a server. Whoever is slower than another writer seals their entry again, after the other's."""

from __future__ import annotations

from graphmem.chain import sealed
from graphmem.store.neo4j.part import Part
from graphmem.store.records import micros, moment
from graphmem.types import AuditEntry

_ALL = 2**62


class Audit(Part):
    """Recording uses."""

    def record(self, namespace: str, entry: AuditEntry) -> AuditEntry:
        """Add an entry to the end; it comes back with its number and its seal."""
        while True:
            head = self.server.read("read/audit_head", namespace=namespace)
            number, previous = (head[0]["number"], head[0]["hash"]) if head else (0, "")
            added = sealed(namespace, entry, number=number + 1, previous=previous)
            told = {
                "at": micros(added.at),
                "actor": added.actor,
                "role": added.role,
                "verb": added.verb,
                "why": added.why,
                "ids": list(added.ids),
                "count": added.count,
                "outcome": added.outcome,
                "hash": added.hash,
            }
            [stands] = self.server.write("write/audit", namespace=namespace, number=added.number, entry=told)
            if stands["hash"] == added.hash:
                return added

    def trail(self, namespace: str, *, after: int = 0, limit: int | None = None) -> tuple[AuditEntry, ...]:
        """The entries with a number above `after`, in order."""
        cut = _ALL if limit is None else limit
        rows = self.server.read("read/audit_trail", namespace=namespace, after=after, limit=cut)
        return tuple(
            AuditEntry(
                moment(row["at"]),
                row["actor"],
                row["role"],
                row["verb"],
                row["why"],
                tuple(row["ids"]),
                row["count"],
                row["outcome"],
                row["number"],
                row["hash"],
            )
            for row in rows
        )
