"""Numbered migrations, and whose file this is.

The header of a SQLite file carries two numbers an application may set. `application_id` says that the file is
graphmem's, `user_version` how many migrations it has seen. Both are looked at before anything is written: a file that
is not ours, or that a newer graphmem made, is left as it was found.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from graphmem import texts
from graphmem.errors import ConfigError

#: The migrations in order; the position of the last one is the version of the schema.
MIGRATIONS = (
    "0001_start",
    "0002_reads",
    "0003_two_models",
    "0004_forgotten",
    "0005_clocks",
    "0006_audit",
    "0007_text_marks",
    "0008_touched",
)
SCHEMA = len(MIGRATIONS)

#: The oldest SQLite that has all the schema uses: STRICT tables.
OLDEST_SQLITE = (3, 37, 0)

#: "gmem" in ASCII.
APPLICATION_ID = 0x676D656D

_MAGIC = b"SQLite format 3\x00"
_HEADER_LENGTH = 100
_APPLICATION_ID_AT = slice(68, 72)


def refuse_foreign(path: Path) -> None:
    """Refuse a file that graphmem did not make, by its first bytes and without opening it as a database.

    `application_id` is written with the first table, before the file is switched to a write-ahead log, so it always stands in
    the file itself. An empty file is taken as new.

    Raises:
        ConfigError: when the file is not a graphmem database.
    """
    with path.open("rb") as file:
        header = file.read(_HEADER_LENGTH)
    if not header:
        return
    if not header.startswith(_MAGIC):
        raise ConfigError(
            f"{path} is not a SQLite database, or is encrypted; it was left untouched. Give graphmem a file of its own, or the key "
            "of this one, as GRAPHMEM_ENCRYPTION_KEY"
        )
    if int.from_bytes(header[_APPLICATION_ID_AT], "big") != APPLICATION_ID:
        raise ConfigError(
            f"{path} is a database, but not one of graphmem; it was left untouched. Give graphmem a file of its own"
        )


def refuse_plain(path: Path) -> None:
    """Refuse a file that anybody can read where one is wanted that nobody can.

    Raises:
        ConfigError: when the file is a database that is not encrypted.
    """
    with path.open("rb") as file:
        if file.read(len(_MAGIC)) == _MAGIC:
            raise ConfigError(
                f"{path} is not encrypted, and a key was given; export it, and import that into a new file with the key"
            )


def refuse_foreign_inside(db: sqlite3.Connection, name: str) -> None:
    """Refuse an encrypted database that graphmem did not make: its header cannot be read from outside.

    Raises:
        ConfigError: when something else made it.
    """
    held = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if held and db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise ConfigError(
            f"{name} is a database, but not one of graphmem; it was left untouched. Give graphmem a file of its own"
        )


def prepare(db: sqlite3.Connection, name: str) -> None:
    """Bring an empty or older database up to date, in one transaction; `name` is what errors call it.

    Raises:
        ConfigError: when a newer graphmem made it, or the SQLite of this Python is too old.
    """
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        oldest = ".".join(map(str, OLDEST_SQLITE))
        raise ConfigError(
            f"this Python carries SQLite {sqlite3.sqlite_version}, and graphmem needs {oldest} or newer; "
            "use a Python built with a newer one"
        )
    if _version(db, name) == SCHEMA:
        return
    db.create_function("casefolded", 1, str.casefold, deterministic=True)
    db.execute("BEGIN IMMEDIATE")
    try:
        # Read again under the write lock: another process may have done it meanwhile.
        for migration in MIGRATIONS[_version(db, name) :]:
            for statement in _statements(texts.sql(migration)):
                db.execute(statement)
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {SCHEMA}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _version(db: sqlite3.Connection, name: str) -> int:
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    if version > SCHEMA:
        raise ConfigError(
            f"{name} has schema {version}, and this graphmem knows schemas up to {SCHEMA}; it was left untouched. "
            "Upgrade graphmem to open it"
        )
    return version


def _statements(script: str) -> Iterator[str]:
    """The statements of a script one by one: `executescript` would commit the transaction they belong to."""
    pending = ""
    for line in script.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            yield pending
            pending = ""
