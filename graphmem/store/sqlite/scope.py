"""A transaction inside one namespace: every statement about a namespace's rows is run through one.

A statement names its namespace as `:ns` and a list as `IN (:values)`. Only a `Scope` knows the number of its namespace,
so no caller can read another's rows by leaving something out.
"""

from __future__ import annotations

import re
import secrets
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

from graphmem.store.isolation import required

Row = tuple[Any, ...]
T = TypeVar("T")

#: No namespace has this number, so the scope of one never written to finds nothing anywhere.
NOWHERE = 0

SALT_BYTES = 32

#: How many values go into one `IN (…)`; SQLite takes 32,766 parameters at most.
_CHUNK = 512

#: How many rows one statement inserts, where there are as many.
_ROWS = 64

_NAME = re.compile(r":(\w+)")


@dataclass(frozen=True, slots=True)
class Scope:
    """A transaction, the namespace it works in, and the namespace's version."""

    db: sqlite3.Connection
    ns: int
    version: int = 0

    def rows(self, statement: str, **values: object) -> list[Row]:
        """All rows of a statement; `:ns` is filled in."""
        return self.db.execute(statement, {"ns": self.ns, **values}).fetchall()

    def row(self, statement: str, **values: object) -> Row | None:
        """The first row of a statement, None when it has none."""
        found: Row | None = self.db.execute(statement, {"ns": self.ns, **values}).fetchone()
        return found

    def run(self, statement: str, **values: object) -> None:
        """Run a statement that changes rows."""
        self.db.execute(statement, {"ns": self.ns, **values})

    def rows_in(self, statement: str, values: Iterable[object], **others: object) -> list[Row]:
        """The rows of a statement with `IN (:values)`, each value asked once, chunk by chunk: order them afterwards."""
        found: list[Row] = []
        for chunk in _chunks(list(dict.fromkeys(values))):
            found += self._execute(statement, chunk, others).fetchall()
        return found

    def rows_at(self, statement: str, pairs: Iterable[tuple[object, object]]) -> list[Row]:
        """The rows of a statement with `VALUES :pairs`, each pair once, chunk by chunk: order them afterwards."""
        found: list[Row] = []
        for chunk in _chunks(list(dict.fromkeys(pairs))):
            # What fills a chunk up would be found again.
            distinct = list(dict.fromkeys(chunk))
            nothing = [(None, None)] * (len(chunk) - len(distinct))
            positions = [value for pair in (*distinct, *nothing) for value in pair]
            found += self.db.execute(_paired(statement, len(chunk)), [*positions, self.ns]).fetchall()
        return found

    def run_in(self, statement: str, values: Iterable[object], **others: object) -> None:
        """Run a statement with `IN (:values)` that changes rows."""
        for chunk in _chunks(list(dict.fromkeys(values))):
            self._execute(statement, chunk, others)

    def _execute(self, statement: str, chunk: list[object], others: Mapping[str, object]) -> sqlite3.Cursor:
        spread, names = _spread(statement, len(chunk))
        given = {"ns": self.ns, **others}
        positions: list[object] = []
        for name in names:
            if name == "values":
                positions += chunk
            else:
                positions.append(given[name])
        return self.db.execute(spread, positions)

    def run_many(self, statement: str, rows: Iterable[Mapping[str, object]]) -> None:
        """Run a statement once for each row of named values; `:ns` is filled in."""
        self.db.executemany(statement, ({"ns": self.ns, **row} for row in rows))

    def run_rows(self, statement: str, rows: Iterable[Row]) -> None:
        """Run a statement once for each row of values in its places, `ns` being the first: at half the cost of names where rows are many."""
        self.db.executemany(statement, ((self.ns, *row) for row in rows))

    def insert(self, table: str, columns: str, rows: Iterable[Row], *, replace: bool = False) -> None:
        """Insert rows into a table with the columns named, `ns` added; `replace` rows that have their primary key."""
        verb = "INSERT OR REPLACE" if replace else "INSERT"
        values = [value for row in rows for value in (self.ns, *row)]
        put(self.db, f"{verb} INTO {table} (ns, {columns})", values, width=2 + columns.count(","))


def put(db: sqlite3.Connection, insert: str, values: Sequence[object], *, width: int) -> None:
    """Insert rows of so many values, which come one after another: many rows by one statement, at half the cost of one each."""
    size = _ROWS * width
    whole = len(values) - len(values) % size
    for start in range(0, whole, size):
        db.execute(_inserting(insert, width, _ROWS), values[start : start + size])
    left = (values[start : start + width] for start in range(whole, len(values), width))
    db.executemany(_inserting(insert, width, 1), left)


@lru_cache(maxsize=64)
def _inserting(insert: str, width: int, rows: int) -> str:
    row = f"({', '.join('?' * width)})"
    return f"{insert} VALUES {', '.join([row] * rows)}"


def scope(db: sqlite3.Connection, namespace: str) -> Scope:
    """The scope of a namespace for reading; one never written to has no rows.

    Raises:
        InvalidInput: when it is missing or blank.
    """
    required(namespace)
    found = db.execute("SELECT id, version FROM namespaces WHERE name = ?", (namespace,)).fetchone()
    return Scope(db, *found) if found else Scope(db, NOWHERE)


def scope_to_write(db: sqlite3.Connection, namespace: str) -> Scope:
    """The scope of a namespace, created if need be; wants the write lock."""
    here = scope(db, namespace)
    if here.ns != NOWHERE:
        return here
    made = db.execute("INSERT INTO namespaces (name, salt) VALUES (?, ?)", (namespace, secrets.token_bytes(SALT_BYTES)))
    assert made.lastrowid is not None
    return Scope(db, made.lastrowid)


def _chunks(values: list[T]) -> Iterator[list[T]]:
    """The values in chunks whose sizes are powers of two, so that few statements are ever prepared; the last value fills up."""
    for start in range(0, len(values), _CHUNK):
        chunk = values[start : start + _CHUNK]
        room = 1 << (len(chunk) - 1).bit_length()
        yield chunk + chunk[-1:] * (room - len(chunk))


@lru_cache(maxsize=256)
def _paired(statement: str, count: int) -> str:
    """The statement with marks for so many pairs, and after them one for the namespace."""
    return statement.replace(":pairs", ", ".join(["(?, ?)"] * count)).replace(":ns", "?")


@lru_cache(maxsize=1024)
def _spread(statement: str, count: int) -> tuple[str, tuple[str, ...]]:
    """The statement with a mark for each value, and the name that stands for each mark, `values` for all of its own.

    Values by position are bound several times faster than by name.
    """
    names = tuple(_NAME.findall(statement))
    return _NAME.sub(lambda found: ", ".join("?" * count) if found[1] == "values" else "?", statement), names
