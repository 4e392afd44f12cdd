"""A Neo4j database that is only read: sessions that the server lets write nothing, and results page by page.

Ids are read first, in the order wanted, then the rows of a page of them: so a page costs the same whether it is the first or
the last, and what is written there meanwhile moves nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from graphmem.formats.found import Found
from graphmem.formats.times import from_iso
from graphmem.store.neo4j.address import address

if TYPE_CHECKING:
    from neo4j import Driver, ManagedTransaction

#: Rows read together.
PAGE = 500

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class GraphFormat:
    """A graph that some program leaves: what it is called, what shows that it is there, whose parts it has, and how one is read.

    `read` is given the group, whether the graph has no other, and a session for what names none.
    """

    title: str
    looked_for: str
    is_one: str
    groups: str
    read: Callable[[Database, str, bool, str | None], Iterator[Found]]


class Database:
    """Where a graph is; `done` of `total` things of it were read so far."""

    def __init__(self, driver: Driver, name: str, database: str | None) -> None:
        self.name = name
        self.total = self.done = 0
        self._driver, self._database = driver, database

    def rows(self, statement: str, **values: object) -> list[Row]:
        """All rows of a statement, read where nothing can be written."""
        from graphmem.store.neo4j.faults import translated

        def work(transaction: ManagedTransaction) -> list[Row]:
            return [record.data() for record in transaction.run(statement, values)]

        with (
            translated(self.name),
            self._driver.session(database=self._database, default_access_mode="READ") as session,
        ):
            return session.execute_read(work)

    def found(
        self, statement: str, ordered: Callable[[list[Row]], Iterable[Row]] = list, /, **values: object
    ) -> list[str]:
        """The ids a statement brings, in its order or as `ordered` puts its rows."""
        ids = [str(row["id"]) for row in ordered(self.rows(statement, **values))]
        self.total += len(ids)
        return ids

    def pages(self, statement: str, ids: list[str]) -> Iterator[Row]:
        """The rows of these ids, in order; what is gone by now is left out."""
        for start in range(0, len(ids), PAGE):
            page = ids[start : start + PAGE]
            rows = {row["id"]: row for row in self.rows(statement, ids=page)}
            for id in page:
                self.done += 1
                if id in rows:
                    yield rows[id]


@contextmanager
def connected(url: str) -> Iterator[Database]:
    """The database at a URL, as long as it is needed.

    Raises:
        InvalidInput: when the URL is none of a server.
        ConfigError: when the server refuses the log-in.
        StoreUnavailable: when it does not answer.
    """
    from neo4j import GraphDatabase

    from graphmem.store.neo4j.faults import translated

    where = address(url)
    with (
        translated(where.shown),
        GraphDatabase.driver(
            where.uri,
            auth=(where.user, where.password or "") if where.user else None,
            notifications_min_severity="OFF",
            user_agent="graphmem",
        ) as driver,
    ):
        # A statement is tried for half a minute; a server that is not there at all is told at once.
        driver.verify_connectivity()
        yield Database(driver, where.shown, where.database)


def moment(value: Any) -> datetime | None:
    """A time as it stands in a graph: a DateTime, or ISO text; UTC where it has no zone."""
    native = value.to_native() if hasattr(value, "to_native") else value
    if isinstance(native, datetime):
        return native.replace(tzinfo=UTC) if native.tzinfo is None else native.astimezone(UTC)
    return from_iso(native) if isinstance(native, str) else None


def beside(fields: Mapping[str, Any]) -> dict[str, str]:
    """What has no place of its own, as metadata; lists joined, nothing empty."""
    told: dict[str, str] = {}
    for name, value in fields.items():
        text = ", ".join(map(str, value)) if isinstance(value, list) else value
        if text is not None and text != "":
            told[name] = str(text)
    return told
