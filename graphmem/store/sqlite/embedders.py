"""Which models the vectors are of: one in use, and while vectors are being made anew, the next one beside it.

Each has a slot of its own, so vectors of two models never meet. What stands in a slot without a model is left over from an
interrupted change, and is cleared before the slot is used again.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from graphmem.errors import ConfigError
from graphmem.store.protocols import EmbedderMark

#: Vectors removed in one transaction, so that nobody waits long for the lock.
BLOCK = 2000


@dataclass(frozen=True, slots=True)
class Slot:
    """Where the vectors of a model stand."""

    number: int
    mark: EmbedderMark
    in_use: bool


def slots(db: sqlite3.Connection) -> list[Slot]:
    """The slots that have a model, the one in use first."""
    rows = db.execute("SELECT slot, model, dimension, in_use FROM embedders ORDER BY in_use DESC").fetchall()
    return [Slot(number, EmbedderMark(model, dimension), bool(in_use)) for number, model, dimension, in_use in rows]


def used(db: sqlite3.Connection) -> Slot | None:
    """The slot in use."""
    return next((slot for slot in slots(db) if slot.in_use), None)


def coming(db: sqlite3.Connection) -> Slot | None:
    """The slot being filled."""
    return next((slot for slot in slots(db) if not slot.in_use), None)


def mark(db: sqlite3.Connection, wanted: EmbedderMark, *, name: str) -> None:
    """Record the model, unless there are vectors of another."""
    present = used(db)
    if present is None or (present.mark != wanted and not _filled(db, present.number)):
        _put(db, wanted, slot=present.number if present else 0, in_use=True)
    elif present.mark != wanted:
        raise ConfigError(
            f"{name} holds vectors of {present.mark.model!r} with {present.mark.dimension} dimensions, and they cannot be "
            f"compared with those of {wanted.model!r} with {wanted.dimension}; open it with {present.mark.model!r}, or make "
            "them anew with `graphmem reembed`"
        )


def prepare(db: sqlite3.Connection, wanted: EmbedderMark) -> int | None:
    """Give the model a slot, if it has none; the number of a slot to clear first, if there is one."""
    present = slots(db)
    if not present:
        _put(db, wanted, slot=0, in_use=True)
    if any(slot.mark == wanted for slot in present) or not present:
        return None
    idle = 1 - present[0].number
    db.execute("DELETE FROM embedders WHERE slot = ?", (idle,))
    if _filled(db, idle):
        return idle
    _put(db, wanted, slot=idle, in_use=False)
    return None


def use(db: sqlite3.Connection, wanted: EmbedderMark) -> bool:
    """Search with the model's vectors from now on; False while some are missing."""
    present = {slot.mark: slot for slot in slots(db)}
    if wanted not in present:
        raise ConfigError(f"vectors of {wanted.model!r} were not prepared here; run `graphmem reembed` again")
    if present[wanted].in_use:
        return True
    old, new = 1 - present[wanted].number, present[wanted].number
    missing = db.execute(
        "SELECT 1 FROM vectors AS old JOIN documents USING (ns, kind, id) WHERE slot = ? AND NOT EXISTS (SELECT 1 "
        "FROM vectors AS new WHERE new.slot = ? AND new.ns = old.ns AND new.kind = old.kind AND new.id = old.id) LIMIT 1",
        (old, new),
    ).fetchone()
    if missing:
        return False
    db.execute("DELETE FROM embedders WHERE slot = ?", (old,))
    db.execute("UPDATE embedders SET in_use = 1")
    return True


def clear(db: sqlite3.Connection, slot: int) -> bool:
    """Remove a block of what a slot without a model holds; whether there is more."""
    if any(each.number == slot for each in slots(db)):
        return False
    kinds = db.execute(
        "SELECT DISTINCT ns, kind FROM vectors WHERE number IN (SELECT number FROM vectors WHERE slot = ? LIMIT ?)",
        (slot, BLOCK),
    ).fetchall()
    db.execute("DELETE FROM vectors WHERE number IN (SELECT number FROM vectors WHERE slot = ? LIMIT ?)", (slot, BLOCK))
    db.executemany(
        "UPDATE vector_marks SET removals = removals + 1 WHERE slot = ? AND ns = ? AND kind = ?",
        ((slot, ns, kind) for ns, kind in kinds),
    )
    return _filled(db, slot)


def _put(db: sqlite3.Connection, wanted: EmbedderMark, *, slot: int, in_use: bool) -> None:
    db.execute(
        "INSERT OR REPLACE INTO embedders (slot, model, dimension, in_use) VALUES (?, ?, ?, ?)",
        (slot, wanted.model, wanted.dimension, in_use),
    )


def _filled(db: sqlite3.Connection, slot: int) -> bool:
    return db.execute("SELECT 1 FROM vectors WHERE slot = ? LIMIT 1", (slot,)).fetchone() is not None
