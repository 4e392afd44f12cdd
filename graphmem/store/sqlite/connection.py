"""Connections: one for each thread at work, and transactions that never mix.

A thread takes a connection for the length of a transaction and gives it back, so a thread that ends leaves none
behind. Reads run in one snapshot. Writes take SQLite's write lock at once (`BEGIN IMMEDIATE`): a transaction that begins
as a read and writes later can fail half-way when another process wrote between. `:memory:` is one connection, and threads
take turns.

A connection does not survive a fork: SQLite's locks belong to the process that took them, and a child using them
destroys data. So idle connections are closed just before a fork, and the child opens its own.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from graphmem.errors import ConfigError, StoreUnavailable
from graphmem.store.sqlite import schema
from graphmem.store.sqlite.driver import Driver
from graphmem.store.sqlite.faults import MAKE_WRITABLE, UNWRITABLE, raised, translated

MEMORY = ":memory:"

#: How long to wait for another process's write, in seconds. An import commits in blocks that take far less.
BUSY_TIMEOUT = 30.0
#: Kilobytes of pages a connection keeps. Ids are random, so a block of messages touches pages all over the file: with SQLite's two
#: megabytes, what a large import just wrote is written and read again and again.
CACHE = 16_000
#: How long `checkpoint` waits for readers; it is tried again later.
CHECKPOINT_PATIENCE = 0.5


class Connections:
    """The connections to one database. Safe to share over threads; a forked child opens its own."""

    def __init__(self, path: Path | None, driver: Driver | None = None) -> None:
        """Open the database at `path`, None for one in memory, creating or migrating it; `driver` is for an encrypted one.

        Raises:
            ConfigError: when it is not graphmem's, is newer than this graphmem, or cannot be written.
            StoreUnavailable: when it is locked, full or damaged.
        """
        self.name = MEMORY if path is None else str(path)
        self._path = path
        self._driver = driver or Driver()
        self._idle: list[sqlite3.Connection] = []
        self._taken = 0
        self._guard = threading.Condition()
        # Threads queue here for the write lock; SQLite's own waiting is a sleep that may starve one of them.
        self._writer = threading.Lock()
        self._closed = ""
        if path is not None:
            _make_room(path, encrypted=self._driver.encrypts)
        with translated(self.name):
            self._idle.append(self._open())
        self._file = _file(path)
        _living.add(self)

    def reading(self) -> AbstractContextManager[sqlite3.Connection]:
        """A transaction that sees one snapshot from its first statement on."""
        return self._transaction("BEGIN")

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction that alone may write; committed and on disk when the block ends, undone when it raises."""
        with self._writer, self._transaction("BEGIN IMMEDIATE") as db:
            yield db

    def checkpoint(self) -> bool:
        """Move the write-ahead log into the database and empty it; False when a reader put it off."""
        with translated(self.name), self._writer:
            db = self._take()
            try:
                db.execute(f"PRAGMA busy_timeout = {int(CHECKPOINT_PATIENCE * 1000)}")
                busy = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            finally:
                db.execute(f"PRAGMA busy_timeout = {int(BUSY_TIMEOUT * 1000)}")
                self._give_back(db)
        return not busy

    def close(self) -> None:
        """Close every connection; one at work is closed when its transaction ends."""
        with self._guard:
            self._closed = self._closed or "was closed; open it again"
            self._release_idle()
            self._guard.notify_all()

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[sqlite3.Connection]:
        with translated(self.name):
            db = self._take()
            try:
                db.execute(begin)
                yield db
                db.execute("COMMIT")
            except BaseException:
                # SQLite has already rolled back after some errors, a full disk among them.
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise
            finally:
                self._give_back(db)

    def _take(self) -> sqlite3.Connection:
        with self._guard:
            while self._path is None and self._taken and not self._closed:
                self._guard.wait()
            if self._closed:
                raise StoreUnavailable(f"the store {self.name} {self._closed}")
            if _file(self._path) != self._file:
                # What is written to a file without a name is gone when it is closed, and SQLite would not say so.
                raise StoreUnavailable(
                    f"{self.name} was removed or replaced while it was open; close the store and open it again"
                )
            self._taken += 1
            if self._idle:
                return self._idle.pop()
        try:
            return self._open()
        except BaseException:
            with self._guard:
                self._taken -= 1
            raise

    def _give_back(self, db: sqlite3.Connection) -> None:
        with self._guard:
            self._taken -= 1
            self._idle.append(db)
            if self._closed:
                self._release_idle()
            self._guard.notify()

    def _open(self) -> sqlite3.Connection:
        db = self._driver.connect(self.name, timeout=BUSY_TIMEOUT, isolation_level=None, check_same_thread=False)
        try:
            if self._driver.encrypts:
                schema.refuse_foreign_inside(db, self.name)
            # Deleted text is overwritten in the file, and a commit is on the disk when it returns.
            db.execute("PRAGMA secure_delete = ON")
            db.execute("PRAGMA synchronous = FULL")
            db.execute(f"PRAGMA cache_size = -{CACHE}")
            schema.prepare(db, self.name)
            if self._path is not None:
                _use_write_ahead_log(db, self.name)
        except BaseException:
            db.close()
            raise
        return db

    def _release_idle(self) -> None:
        while self._idle:
            self._idle.pop().close()

    def _before_fork(self) -> None:
        self._guard.acquire()
        if self._path is not None:
            self._release_idle()

    def _after_fork_in_parent(self) -> None:
        self._guard.release()

    def _after_fork_in_child(self) -> None:
        if self._taken:
            self._closed = "was in use by another thread when this process was forked; start processes with 'spawn'"
        elif self._path is None and not self._closed:
            self._closed = "lives in the memory of the process that opened it; a forked process has to use a file"
        # A thread that is not in the child may have been about to write.
        self._writer = threading.Lock()
        self._guard.release()


def _file(path: Path | None) -> tuple[int, int] | None:
    """Which file stands at the path; None for none, and for a database in memory."""
    try:
        found = os.stat(path) if path is not None else None  # noqa: PTH116  # at every transaction, and twice as fast
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if found else None


def _make_room(path: Path, *, encrypted: bool) -> None:
    """See that a database can stand at `path`, creating its directory, and that what stands there is ours.

    What is created nobody else can read, log included, to which SQLite gives the mode of the file; what exists keeps its own.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not all(os.access(place, os.W_OK) for place in (path, path.parent) if place.exists()):
            raise ConfigError(f"{path} {UNWRITABLE}. {MAKE_WRITABLE}")
        if path.exists():
            (schema.refuse_plain if encrypted else schema.refuse_foreign)(path)
        else:
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except PermissionError as error:
        raise ConfigError(f"{path} {UNWRITABLE}. {MAKE_WRITABLE}") from error
    except OSError as error:
        raise ConfigError(
            f"{path} cannot be used as a database: {error.strerror or error}. Choose a file in a directory you may write to"
        ) from error


def _use_write_ahead_log(db: sqlite3.Connection, name: str) -> None:
    """Let readers go on while one writes. The switch needs the file for a moment and does not wait by itself."""
    deadline = time.monotonic() + BUSY_TIMEOUT
    while True:
        try:
            mode = db.execute("PRAGMA journal_mode = WAL").fetchone()[0]
        except raised("OperationalError") as error:
            if getattr(error, "sqlite_errorcode", 0) != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
            continue
        if mode != "wal":
            raise ConfigError(f"{name} cannot use a write-ahead log, only {mode!r}; put it on a local disk")
        return


_living: weakref.WeakSet[Connections] = weakref.WeakSet()
_forking: list[Connections] = []


def _before_fork() -> None:
    _forking[:] = _living
    for connections in _forking:
        connections._before_fork()


def _after_fork_in_parent() -> None:
    while _forking:
        _forking.pop()._after_fork_in_parent()


def _after_fork_in_child() -> None:
    while _forking:
        _forking.pop()._after_fork_in_child()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=_after_fork_in_parent, after_in_child=_after_fork_in_child)
