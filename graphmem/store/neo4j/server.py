"""One server: one pool of connections for all namespaces, and statements that are sent again when the server asks for it.

A statement is a transaction of its own and one round trip. What a write did when its acknowledgement was lost cannot be known, so
each write brings a token that it leaves where it wrote, and sent again it recognises its own work. Sessions share bookmarks, so what
was written is seen by the next read, whichever member of a cluster answers it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from neo4j import READ_ACCESS, WRITE_ACCESS, Driver, GraphDatabase, Query, Session
from neo4j.exceptions import ClientError, DriverError, Neo4jError, TransientError

from graphmem.errors import StoreUnavailable
from graphmem.store.isolation import required
from graphmem.store.neo4j.address import Address
from graphmem.store.neo4j.faults import translated
from graphmem.texts import CypherStatement, statement

Row = Mapping[str, Any]
Sent = Callable[[str], None]
"""Told the name of each statement that is sent."""

#: How long a server that is away is waited for, in seconds; a restart takes about half of it.
PATIENCE = 30.0

#: How long one statement may run, in seconds.
TIMEOUT = 120.0

#: How long to wait for a connection of the pool, and for a new one to be made, in seconds.
CONNECTING = 15.0

ResultT = TypeVar("ResultT")


class TimedOut(Exception):  # told in graphmem's words by whoever set the time
    """A statement ran for longer than it was given."""


class Server:
    """A driver and how this store uses it. Safe to share over threads."""

    def __init__(self, address: Address, *, patience: float = PATIENCE) -> None:
        """Make the pool; no connection is made before it is needed."""
        self.name = address.shown
        self.patience = patience
        self.sent: Sent | None = None
        self._database = address.database
        self._closed = False
        with translated(self.name):
            self._driver: Driver = GraphDatabase.driver(
                address.uri,
                auth=(address.user, address.password or "") if address.user else None,
                connection_timeout=CONNECTING,
                connection_acquisition_timeout=2 * CONNECTING,
                notifications_min_severity="OFF",
                user_agent="graphmem",
            )
        self._bookmarks = GraphDatabase.bookmark_manager()

    def read(self, name: str, /, **values: object) -> list[Row]:
        """The rows of a statement of `cypher/`, run where it can only read."""
        return self._again(lambda: self._run(statement(name), values))

    def write(self, name: str, /, **values: object) -> list[Row]:
        """The rows of a statement of `cypher/` that writes; it has to bear being run twice."""
        return self._again(lambda: self._run(statement(name), values))

    def write_all(self, steps: Sequence[tuple[str, Mapping[str, object]]]) -> list[list[Row]]:
        """The rows of several statements in one transaction, which ends without a trace when the first gives none."""
        return self._again(lambda: self._run_all(steps))

    def explored(
        self, text: str, values: Mapping[str, object], *, rows: int, seconds: float
    ) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
        """The columns and the first rows of a statement that is shipped or was checked, run where it can only read.

        Raises:
            InvalidInput: when it is told no namespace.
            TimedOut: when it ran for longer than `seconds`.
        """
        required(values.get("namespace"))
        try:
            with self._session(READ_ACCESS) as session:
                result = session.run(Query(text, timeout=seconds), dict(values))
                found = [tuple(record.values()) for record in result.fetch(rows)]
                return tuple(result.keys()), found
        except ClientError as error:
            if "TransactionTimedOut" in (error.code or ""):
                raise TimedOut from error
            raise

    def opened(self, opening: Callable[[], None]) -> None:
        """Do what is done first, without waiting for a server that is away."""
        patience, self.patience = self.patience, 0.0
        try:
            opening()
        finally:
            self.patience = patience

    def check_open(self) -> None:
        """Refuse to go on after `close`.

        Raises:
            StoreUnavailable: when it was closed.
        """
        if self._closed:
            raise StoreUnavailable(f"the store {self.name} was closed; open it again")

    def close(self) -> None:
        """Release every connection; later calls say so."""
        self._closed = True
        self._driver.close()

    def _run(self, shipped: CypherStatement, values: Mapping[str, object]) -> list[Row]:
        _keep_inside(shipped, values)
        with self._session(READ_ACCESS if shipped.mode == "read" else WRITE_ACCESS) as session:
            self._tell(shipped)
            query = Query(shipped.text, timeout=TIMEOUT)
            return [
                dict(zip(record.keys(), record.values(), strict=True)) for record in session.run(query, dict(values))
            ]

    def _run_all(self, steps: Sequence[tuple[str, Mapping[str, object]]]) -> list[list[Row]]:
        found: list[list[Row]] = []
        with self._session(WRITE_ACCESS) as session, session.begin_transaction(timeout=TIMEOUT) as transaction:
            for name, values in steps:
                shipped = statement(name)
                _keep_inside(shipped, values)
                self._tell(shipped)
                found.append(
                    [
                        dict(zip(record.keys(), record.values(), strict=True))
                        for record in transaction.run(shipped.text, dict(values))
                    ]
                )
                if not found[0]:
                    transaction.rollback()
                    return [[]]
            transaction.commit()
        return found

    def _tell(self, shipped: CypherStatement) -> None:
        if self.sent is not None:
            self.sent(shipped.name)

    @contextmanager
    def _session(self, mode: str) -> Iterator[Session]:
        self.check_open()
        with (
            translated(self.name),
            self._driver.session(
                database=self._database, default_access_mode=mode, bookmark_manager=self._bookmarks
            ) as session,
        ):
            yield session

    def _again(self, attempt: Callable[[], ResultT]) -> ResultT:
        """The result of an attempt, made again while the server says that this may help.

        A server that is away is waited for as `patience` says; one that serves somebody else first is asked again in any case.
        """
        began, pause = time.monotonic(), 0.05
        while True:
            try:
                return attempt()
            except StoreUnavailable as error:
                patience = PATIENCE if _serves_another(error.__cause__) else self.patience
                if not _may_help(error.__cause__) or time.monotonic() + pause > began + patience:
                    raise
                time.sleep(pause * random.uniform(0.5, 1.5))
                pause = min(pause * 2, 2.0)


def _keep_inside(shipped: CypherStatement, values: Mapping[str, object]) -> None:
    """Refuse a statement of one namespace that is not told which.

    Raises:
        InvalidInput: when it is missing or blank.
    """
    if any(each.name == "namespace" for each in shipped.parameters):
        required(values.get("namespace"))


def _serves_another(cause: BaseException | None) -> bool:
    """Whether the server gave way to another transaction: two that wait for each other, as when two processes make the schema."""
    return isinstance(cause, TransientError) and ".Transaction." in (cause.code or "")


def _may_help(cause: BaseException | None) -> bool:
    """Whether the driver calls an error passing. A commit whose answer was lost is sent again too: it knows its own work."""
    if isinstance(cause, (Neo4jError, DriverError)):
        return cause.is_retryable() or type(cause).__name__ == "IncompleteCommit"
    return False
