"""Which SQLite opens a file: Python's own, or SQLCipher (extra `sqlcipher`), which encrypts every page of the file and of its log.

The key is asked for once, when the file is first opened, and is held in memory only: no URL, error or log names it. SQLCipher derives the
real key from it slowly on purpose, with a salt that stands in the file.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from graphmem.errors import ConfigError, InvalidInput

#: A key as it is given: itself, or a function that fetches it, from a keyring say.
Key = str | Callable[[], str]

#: Seconds that a change of key waits for others to close the file.
PATIENCE = 5.0

_MISSING = 'the file is to be encrypted, and SQLCipher is not installed; pip install "graphmem[sqlcipher]"'


class Driver:
    """Opens connections to one file, with or without a key."""

    def __init__(self, key: Key | None = None) -> None:
        """Nothing is opened yet; `key` None is for a file that anybody can read.

        Raises:
            ConfigError: when there is a key, and SQLCipher is not installed.
        """
        self.encrypts = key is not None
        self._given = key
        self._key: str | None = None
        self._asking = threading.Lock()
        self._module: ModuleType = sqlcipher() if self.encrypts else sqlite3

    def __repr__(self) -> str:
        return f"Driver({'an encrypted file' if self.encrypts else 'a plain file'})"

    def connect(self, name: str, **options: Any) -> sqlite3.Connection:
        """A connection that can read the file, or make it.

        Raises:
            ConfigError: when the file is not encrypted with this key.
        """
        db: sqlite3.Connection = self._module.connect(name, **options)
        if not self.encrypts:
            return db
        try:
            unlock(db, self._asked())
            db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except self._module.DatabaseError as error:
            db.close()
            if getattr(error, "sqlite_errorcode", 0) != sqlite3.SQLITE_NOTADB:
                raise
            raise ConfigError(
                f"{name} cannot be opened with this key: it is encrypted with another one, or is no encrypted database"
            ) from error
        except BaseException:
            db.close()
            raise
        return db

    def _asked(self) -> str:
        with self._asking:
            if self._key is None:
                self._key = checked(self._given() if callable(self._given) else self._given)
            return self._key


def checked(key: object) -> str:
    """A key, if it can be one.

    Raises:
        InvalidInput: when it is empty, no string, or holds what cannot be written.
    """
    if not isinstance(key, str) or not key or "\x00" in key:
        raise InvalidInput(f"an encryption key must be a string that is not empty, not {type(key).__name__}")
    return key


def unlock(db: sqlite3.Connection, key: str, *, pragma: str = "key") -> None:
    """Give a connection its key; SQLite binds no parameters in a pragma."""
    quoted = key.replace("'", "''")
    db.execute(f"PRAGMA {pragma} = '{quoted}'")


def sqlcipher() -> ModuleType:
    """SQLCipher's module.

    Raises:
        ConfigError: when it is not installed.
    """
    try:
        return import_module("sqlcipher3.dbapi2")
    except ImportError as error:
        raise ConfigError(_MISSING) from error


def rekey(path: Path, old: Key, new: Key) -> None:
    """Encrypt a file with another key, all of it or nothing; nobody else may have it open meanwhile.

    Raises:
        ConfigError: when it is not encrypted with the old key.
        StoreUnavailable: when another process has it open.
    """
    from graphmem.store.sqlite.faults import translated

    wanted = checked(new() if callable(new) else new)
    with translated(str(path)):
        db = Driver(old).connect(str(path), timeout=PATIENCE, isolation_level=None)
        try:
            # Only with a rollback journal is a change of key one transaction; leaving the write-ahead log takes the file alone.
            db.execute("PRAGMA journal_mode = DELETE").fetchone()
            unlock(db, wanted, pragma="rekey")
            db.execute("PRAGMA journal_mode = WAL").fetchone()
        finally:
            db.close()
