"""What goes wrong in SQLite, told in graphmem's errors: what the caller does next decides the class."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from graphmem.errors import ConfigError, GraphmemError, InvalidInput, StoreUnavailable

#: A file or folder without the right to write, in the same words whoever finds it: even who only reads is refused.
UNWRITABLE = "cannot be written, which a read takes too: SQLite keeps its log (-wal, -shm) beside the file"
MAKE_WRITABLE = (
    "Make the file and its directory writable (chmod u+rwX), or choose a file in a directory you may write to"
)

#: SQLite's primary result codes, with what happened and what helps.
_PASSING = {
    sqlite3.SQLITE_BUSY: "is locked: another process has been writing for long. Try again, or end that process",
    sqlite3.SQLITE_LOCKED: "is locked by another statement. Try again",
    sqlite3.SQLITE_FULL: "has no room: the disk is full. Free some space and try again; nothing half-written was kept",
    sqlite3.SQLITE_IOERR: "cannot be read or written: the disk reported an error. Check the disk and try again",
    sqlite3.SQLITE_CORRUPT: "is damaged. Restore it from a copy; `PRAGMA integrity_check` says what is wrong",
    sqlite3.SQLITE_NOMEM: "ran out of memory. Free some and try again",
    sqlite3.SQLITE_PROTOCOL: "is locked: too many processes are starting at once. Try again",
}
_LASTING = {
    sqlite3.SQLITE_CANTOPEN: f"{UNWRITABLE}. {MAKE_WRITABLE}",
    sqlite3.SQLITE_READONLY: f"{UNWRITABLE}. {MAKE_WRITABLE}",
    sqlite3.SQLITE_PERM: f"{UNWRITABLE}. {MAKE_WRITABLE}",
    sqlite3.SQLITE_AUTH: f"{UNWRITABLE}. {MAKE_WRITABLE}",
    sqlite3.SQLITE_NOTADB: "is not a SQLite database. Give graphmem a file of its own",
}
_PRIMARY = 0xFF


def raised(name: str) -> tuple[type[Exception], ...]:
    """The errors of a name that a driver in use may raise: SQLCipher's are of classes of its own."""
    other = sys.modules.get("sqlcipher3.dbapi2")
    return (getattr(sqlite3, name), *([] if other is None else [getattr(other, name)]))


@contextmanager
def translated(name: str) -> Iterator[None]:
    """Raise graphmem's errors for SQLite's, chained; `name` is what they call the database.

    A mistake in a statement of ours is no fault of the store and passes through unchanged.
    """
    try:
        yield
    except raised("IntegrityError") as error:
        raise InvalidInput(f"{name} refused a row: {error}. Ids and keys are unique in a namespace") from error
    except raised("DataError") as error:
        raise InvalidInput(f"{name} refused a value: {error}") from error
    except raised("DatabaseError") as error:
        if (told := _told(name, error)) is None:
            raise
        raise told from error
    except UnicodeEncodeError as error:
        raise InvalidInput(
            f"the text {error.object[error.start : error.end]!r} is half of a surrogate pair and no character; "
            "decode it anew, or replace it with text.encode('utf-8', 'replace').decode()"
        ) from error
    except OverflowError as error:
        raise InvalidInput(f"a number is too large to store: {error}; whole numbers have at most 64 bits") from error


def _told(name: str, error: Exception) -> GraphmemError | None:
    # Errors raised by the module itself, not by SQLite, carry no code.
    code = getattr(error, "sqlite_errorcode", 0) & _PRIMARY
    if code in _PASSING:
        return StoreUnavailable(f"{name} {_PASSING[code]} ({error})")
    if code in _LASTING:
        return ConfigError(f"{name} {_LASTING[code]} ({error})")
    return None
