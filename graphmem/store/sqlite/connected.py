"""What every part of the embedded store stands on: its connections, and a transaction inside one namespace."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from graphmem.store.sqlite import noun_cache, schema, text_cache, vectors
from graphmem.store.sqlite.connection import Connections
from graphmem.store.sqlite.driver import Driver
from graphmem.store.sqlite.scope import Scope, scope, scope_to_write


class Connected:
    """A store over one database: opened, scoped, scrubbed, closed."""

    def __init__(self, path: Path | None, driver: Driver | None = None) -> None:
        """Open the database at `path`, None for one in memory; see `Connections` for what may be wrong with it."""
        self._connections = Connections(path, driver)
        self._vectors = vectors.VectorCache()
        self._texts = text_cache.TextCache()
        self._nouns = noun_cache.NounCache()

    @property
    def url(self) -> str:
        """Where it is."""
        return f"sqlite:///{self._connections.name}"

    @property
    def schema(self) -> int:
        """The version of its schema."""
        return schema.SCHEMA

    def namespaces(self) -> tuple[str, ...]:
        """Every namespace ever written to, sorted."""
        with self._connections.reading() as db:
            return tuple(name for (name,) in db.execute("SELECT name FROM namespaces ORDER BY name"))

    def problems(self) -> tuple[str, ...]:
        """None: a file has the schema of this version, or is brought to it when it is opened."""
        return ()

    @property
    def remains(self) -> str:
        """Nothing: what is scrubbed is gone from the files."""
        return ""

    def scrub(self) -> bool:
        """Remove deleted bytes from the files; False when another's reading put it off."""
        return self._connections.checkpoint()

    def close(self) -> None:
        """Release every connection, and what is kept in memory."""
        self._connections.close()
        self._let_go()
        self._vectors.drop()

    def _let_go(self) -> None:
        """Keep no text in memory."""
        self._texts.keeping.drop()
        self._nouns.keeping.drop()

    @contextmanager
    def _reading(self, namespace: str) -> Iterator[Scope]:
        with self._connections.reading() as db:
            yield scope(db, namespace)

    @contextmanager
    def _writing(self, namespace: str) -> Iterator[Scope]:
        with self._connections.writing() as db:
            yield scope_to_write(db, namespace)

    @contextmanager
    def _leasing(self, namespace: str) -> Iterator[Scope]:
        """Writing that creates no namespace: where there is none, there is no work either."""
        with self._connections.writing() as db:
            yield scope(db, namespace)
