"""The trail of a namespace's uses. Its end is read and written in one transaction, so that two writers seal one after the other."""

from __future__ import annotations

import json

from graphmem.chain import sealed
from graphmem.store.records import micros, moment
from graphmem.store.sqlite.scope import Scope
from graphmem.types import AuditEntry

_ADD = """
    INSERT INTO audit (namespace, number, at, actor, role, verb, why, ids, count, outcome, hash)
    VALUES (:namespace, :number, :at, :actor, :role, :verb, :why, :ids, :count, :outcome, :hash)
"""

_READ = """
    SELECT at, actor, role, verb, why, ids, count, outcome, number, hash FROM audit
    WHERE namespace = :namespace AND number > :after ORDER BY number LIMIT :limit
"""


def record(here: Scope, namespace: str, entry: AuditEntry) -> AuditEntry:
    """Add an entry to the end."""
    last = here.row(
        "SELECT number, hash FROM audit WHERE namespace = :namespace ORDER BY number DESC LIMIT 1", namespace=namespace
    )
    number, previous = last or (0, "")
    added = sealed(namespace, entry, number=number + 1, previous=previous)
    here.run(
        _ADD,
        namespace=namespace,
        number=added.number,
        at=micros(added.at),
        actor=added.actor,
        role=added.role,
        verb=added.verb,
        why=added.why,
        ids=json.dumps(added.ids),
        count=added.count,
        outcome=added.outcome,
        hash=added.hash,
    )
    return added


def trail(here: Scope, namespace: str, *, after: int, limit: int | None) -> tuple[AuditEntry, ...]:
    """The entries after a number, in order."""
    rows = here.rows(_READ, namespace=namespace, after=after, limit=-1 if limit is None else limit)
    return tuple(
        AuditEntry(moment(at), actor, role, verb, why, tuple(json.loads(ids)), count, outcome, number, seal)
        for at, actor, role, verb, why, ids, count, outcome, number, seal in rows
    )
