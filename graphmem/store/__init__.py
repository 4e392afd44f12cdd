"""Where memory is kept. A URL says which store; every store answers the same protocols."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from graphmem.errors import ConfigError, InvalidInput
from graphmem.store.protocols import Counts, EmbedderMark, GraphStore, MessageStore, Store, WorkQueue

__all__ = ["Counts", "EmbedderMark", "GraphStore", "MessageStore", "Store", "WorkQueue", "holds_memory", "open_store"]

_SUPPORTED = (
    "sqlite:///relative.db, sqlite:////absolute/path.db, sqlite:///:memory: and "
    "neo4j://user:password@host:7687?database=name (neo4j and bolt, +s and +ssc)"
)
_SERVERS = ("neo4j", "bolt")
_MEMORY_URLS = ("sqlite://:memory:", "sqlite:///:memory:")
_SQLITE = "sqlite:///"


def open_store(url: str, *, key: str | Callable[[], str] | None = None) -> Store:
    """Open the store at a URL, creating the file and its directory, or what a server's database lacks.

    With a `key`, or a function that fetches it, an SQLite file is encrypted (extra `sqlcipher`).

    Raises:
        InvalidInput: when the URL names no kind of store there is, or a key is given for what is no file.
        ConfigError: when what stands there is not graphmem's, was made by a newer graphmem, or cannot be written; when a
            server refuses the log-in or is too old.
        StoreUnavailable: when it is locked, full or damaged, or the server does not answer.

    >>> store = open_store("sqlite:///:memory:")
    >>> store.namespaces()
    ()
    >>> store.close()
    """
    if url.partition("://")[0].lower().partition("+")[0] in _SERVERS:
        _no_key(url, key)
        return _open_neo4j(url)
    path = _path(url)
    if path is None:
        _no_key(url, key)
    return _open_sqlite(path, key)


def holds_memory(url: str) -> bool:
    """Whether graphmem has kept anything at a URL; looking makes no file, and nothing in a database.

    Raises:
        InvalidInput: when the URL names no kind of store there is.
        StoreUnavailable: when a server does not answer.

    >>> holds_memory("sqlite:///no/such/file.db")
    False
    """
    if url.partition("://")[0].lower().partition("+")[0] in _SERVERS:
        from graphmem.store.neo4j.address import address
        from graphmem.store.neo4j.schema import is_there

        return is_there(address(url))
    path = _path(url)
    return path is None or path.exists()


def _open_neo4j(url: str) -> Store:
    # The driver takes longer to import than all of graphmem.
    from graphmem.store.neo4j.address import address
    from graphmem.store.neo4j.store import Neo4jStore

    return Neo4jStore(address(url))


def _open_sqlite(path: Path | None, key: str | Callable[[], str] | None) -> Store:
    # The embedded store brings numpy, which `import graphmem` does not.
    from graphmem.store.sqlite.driver import Driver
    from graphmem.store.sqlite.store import SQLiteStore

    return SQLiteStore(path, Driver(key))


def _no_key(url: str, key: object) -> None:
    if key is not None:
        raise InvalidInput(f"a key encrypts an SQLite file, and {_without_password(url)} is none; leave the key out")


def _path(url: str) -> Path | None:
    """The file a URL names, None for memory."""
    if url in _MEMORY_URLS:
        return None
    name = url.removeprefix(_SQLITE)
    if name == url or not name or "\x00" in name:
        raise InvalidInput(f"a store's URL must be one of {_SUPPORTED}, not {_without_password(url)!r}")
    try:
        return Path(name).expanduser()
    except RuntimeError as error:
        raise ConfigError(f"the home directory in {url!r} cannot be found; give the whole path") from error


def _without_password(url: str) -> str:
    """The URL with what stands before `@` left out, since errors end up in logs."""
    scheme, mark, rest = url.partition("://")
    return f"{scheme}{mark}{rest.rpartition('@')[2]}" if mark else url
