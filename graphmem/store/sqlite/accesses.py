"""How often things came up. What goes takes its count with it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graphmem.store.records import micros, moment
from graphmem.store.sqlite.scope import NOWHERE, Scope
from graphmem.types import Access, Indexed

_TABLES: dict[Indexed, str] = {"message": "messages", "fact": "facts", "entity": "entities"}

_ADD = """
    INSERT INTO accesses (ns, kind, id, times, last_at)
    SELECT :ns, :kind, :id, :times, :last_at WHERE EXISTS (SELECT 1 FROM {table} WHERE ns = :ns AND id = :id)
    ON CONFLICT (ns, kind, id) DO UPDATE SET times = times + excluded.times, last_at = max(last_at, excluded.last_at)
"""


def read(here: Scope, kind: Indexed) -> tuple[Access, ...]:
    """What came up of a kind, by id."""
    rows = here.rows("SELECT id, times, last_at FROM accesses WHERE ns = :ns AND kind = :kind ORDER BY id", kind=kind)
    return tuple(Access(kind, id, times, moment(last)) for id, times, last in rows)


def add(here: Scope, accesses: Sequence[Access]) -> None:
    """Add to the counts of things that are there."""
    if here.ns == NOWHERE:
        return
    for kind, table in _TABLES.items():
        here.run_many(
            _ADD.format(table=table),
            (
                {"kind": kind, "id": each.id, "times": each.times, "last_at": micros(each.last_at)}
                for each in accesses
                if each.kind == kind
            ),
        )


def erase(here: Scope, kind: Indexed, ids: Iterable[str]) -> None:
    """Forget how often things that go came up."""
    here.run_in("DELETE FROM accesses WHERE ns = :ns AND kind = :kind AND id IN (:values)", ids, kind=kind)
