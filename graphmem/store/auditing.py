"""What a store keeps of how it was used: a trail for each namespace that only grows."""

from __future__ import annotations

from typing import Protocol

from graphmem.types import AuditEntry


class AuditTrail(Protocol):
    """The trails. They are no part of what is remembered: nothing of them is recalled, exported, copied or forgotten."""

    def record(self, namespace: str, entry: AuditEntry) -> AuditEntry:
        """Add an entry to the end; it comes back with its number and its seal. It creates no namespace."""

    def trail(self, namespace: str, *, after: int = 0, limit: int | None = None) -> tuple[AuditEntry, ...]:
        """The entries with a number above `after`, in order."""
