"""A chain of seals over an audit trail: each entry is hashed with the seal before it, so none can be changed, moved or left out unseen."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256

from graphmem.types import AuditEntry


def sealed(namespace: str, entry: AuditEntry, *, number: int, previous: str) -> AuditEntry:
    """The entry with its number and its seal: SHA-256 over the seal before it and all of its fields."""
    fields = [
        previous,
        namespace,
        number,
        entry.at.isoformat(),
        entry.actor,
        entry.role,
        entry.verb,
        entry.why,
        list(entry.ids),
        entry.count,
        entry.outcome,
    ]
    written = json.dumps(fields, ensure_ascii=True).encode("ascii")
    return replace(entry, number=number, hash=sha256(written).hexdigest())


def broken_at(namespace: str, entries: Iterable[AuditEntry]) -> int | None:
    """The number of the first entry that is not as it was sealed, or that stands where another was; None when all are in order."""
    previous = ""
    for number, entry in enumerate(entries, start=1):
        if entry != sealed(namespace, entry, number=number, previous=previous):
            return number
        previous = entry.hash
    return None
