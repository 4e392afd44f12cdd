"""Looking at a database file as it lies there, whether or not it can be opened as a memory: nothing is written.

What cannot be seen from here is left out, not guessed.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from graphmem.errors import ConfigError
from graphmem.store.sqlite.driver import Driver
from graphmem.store.sqlite.faults import UNWRITABLE, raised
from graphmem.types import Finding

#: Less free space than this, in bytes, is worth saying; with less than the other nothing can be written soon.
LITTLE_SPACE, NO_SPACE = 500 * 1024**2, 20 * 1024**2
#: A write-ahead log that is longer was not emptied for long: somebody keeps reading.
LONG_LOG = 256 * 1024**2

#: File systems on which SQLite's locks and shared memory do not work between machines.
NETWORKED = ("nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "fuse.sshfs", "fuse.rclone", "fuse.s3fs")

_MOUNTS = Path("/proc/self/mounts")

#: How many of each kind have no entry in the text index.
_NOT_INDEXED = """
    SELECT count(*) FROM {table} AS thing WHERE NOT EXISTS (
        SELECT 1 FROM documents WHERE documents.ns = thing.ns AND documents.kind = '{kind}' AND documents.id = thing.id)
"""
_INDEXED = {"messages": "message", "facts": "fact", "entities": "entity"}


def check(path: Path, driver: Driver | None = None) -> Iterator[Finding]:
    """What can be said of the file at `path` and of where it lies; with no file there, of where it would be."""
    folder = next(one for one in (path.parent, *path.parent.parents) if os.access(one, os.F_OK))
    yield from _place(path, folder)
    yield _space(folder)
    if os.access(path, os.F_OK) and path.is_file():
        yield _log_size(path)
        yield from _inside(path, driver or Driver())


def _place(path: Path, folder: Path) -> Iterator[Finding]:
    about = "permissions"
    if os.access(path, os.F_OK) and not os.access(path, os.R_OK | os.W_OK):
        yield Finding(about, False, f"{path} {UNWRITABLE}", f"chmod u+rw {path}")
    elif not os.access(folder, os.W_OK | os.X_OK):
        yield Finding(about, False, f"{path} {UNWRITABLE}", f"chmod u+rwx {folder}, or choose another --db")
    else:
        yield Finding(about, True, f"{path if path.exists() else folder} can be written")
        if path.is_file() and (open_to := _read_by_others(path)):
            names = " ".join(map(str, open_to))
            yield Finding(about, False, f"others can read {names}", f"chmod 600 {names}")
    kind = filesystem(folder.resolve())
    if kind in NETWORKED:
        said = f"{folder} is on a network drive ({kind}), where processes on two machines can damage the file"
        yield Finding("place", False, said, "move the file to a local disk")


def _read_by_others(path: Path) -> list[Path]:
    """The file and its log, as far as their modes let others read them; Windows has no such modes."""
    files = [path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))]
    return [one for one in files if os.name == "posix" and one.exists() and one.stat().st_mode & 0o044]


def filesystem(folder: Path, mounts: Path = _MOUNTS) -> str | None:
    """The kind of file system a folder is on, None where that cannot be told."""
    try:
        lines = [line.split() for line in mounts.read_text("utf-8", "replace").splitlines()]
    except OSError:
        return None
    points = {Path(line[1].replace("\\040", " ")): line[2] for line in lines if len(line) > 2}
    return next((points[one] for one in (folder, *folder.parents) if one in points), None)


def _space(folder: Path) -> Finding:
    free = shutil.disk_usage(folder).free
    said = f"{free / 1024**2:,.0f} MB are free"
    mend = "free some space; a write that does not fit is refused and nothing half-written is kept"
    if free < NO_SPACE:
        return Finding("disk", False, f"the disk is full: {said}", mend)
    return Finding("disk", free >= LITTLE_SPACE, said, "" if free >= LITTLE_SPACE else mend)


def _log_size(path: Path) -> Finding:
    log = path.with_name(f"{path.name}-wal")
    size = log.stat().st_size if log.exists() else 0
    mend = "end processes that keep reading, then run `graphmem flush`"
    return Finding(
        "log", size <= LONG_LOG, f"the write-ahead log has {size / 1024**2:,.1f} MB", mend * (size > LONG_LOG)
    )


def _inside(path: Path, driver: Driver) -> Iterator[Finding]:
    damaged = f"restore {path} from a copy, or export what can be read and import it elsewhere"
    try:
        with closing(driver.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=5)) as db:
            db.execute("BEGIN")
            wrong = [row[0] for row in db.execute("PRAGMA quick_check(3)") if row[0] != "ok"]
            yield Finding("database", not wrong, "; ".join(wrong) or "the database is sound", damaged * bool(wrong))
            if not wrong:
                yield from _indexes(db)
    except ConfigError as error:
        mend = "give the key that it is encrypted with, as GRAPHMEM_ENCRYPTION_KEY"
        yield Finding("database", False, str(error), mend)
    except raised("OperationalError") as error:
        yield Finding("database", False, f"{path} cannot be read now: {error}", "try again when nobody writes")
    except raised("DatabaseError") as error:
        yield Finding("database", False, f"{path} is damaged: {error}", damaged)


def _indexes(db: sqlite3.Connection) -> Iterator[Finding]:
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not {"documents", *_INDEXED} <= tables:
        return  # no memory, or of a form that is not known here: opening it says so
    missing = {
        table: db.execute(_NOT_INDEXED.format(table=table, kind=kind)).fetchone()[0] for table, kind in _INDEXED.items()
    }
    if any(missing.values()):
        said = ", ".join(f"{table} {count}" for table, count in missing.items() if count)
        yield Finding("index", False, f"{said} cannot be found by their words", "graphmem rebuild --index")
    else:
        yield Finding("index", True, "everything can be found by its words")
