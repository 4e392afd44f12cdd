"""`Neo4jStore`: each method of the protocols is one statement of `cypher/`, or few in one transaction."""

from __future__ import annotations

from collections.abc import Mapping

from graphmem.store.neo4j import exploring, schema
from graphmem.store.neo4j.address import Address
from graphmem.store.neo4j.audit import Audit
from graphmem.store.neo4j.carrying import Carrying
from graphmem.store.neo4j.graph import Graph
from graphmem.store.neo4j.messages import Messages
from graphmem.store.neo4j.queue import Queue
from graphmem.store.neo4j.server import Server
from graphmem.store.protocols import EmbedderMark
from graphmem.types import Limits, Table

#: Nothing finds deleted text any more; that it is in no file either is not in a client's power.
REMAINS = (
    "the server's transaction logs, its query log where it keeps one, property store and indexes keep deleted text until its operator "
    "prunes the logs and dumps and loads the database"
)


class Neo4jStore(Messages, Graph, Queue, Carrying, Audit):
    """The three protocols over one Neo4j database. Threads may share it."""

    def __init__(self, address: Address) -> None:
        """Log in and see that the schema is there; see `schema.prepare` for what may be wrong."""
        server = Server(address)
        try:
            server.opened(lambda: schema.prepare(server))
        except BaseException:
            server.close()
            raise
        super().__init__(server)

    @property
    def url(self) -> str:
        """Where it is, without the password."""
        return self.server.name

    @property
    def schema(self) -> int:
        """The version of its schema."""
        return schema.SCHEMA

    def embedder(self) -> EmbedderMark | None:
        """Which model the stored vectors are made with, None before one was recorded."""
        slot = self.embedders.present().used
        return slot.mark if slot else None

    def mark_embedder(self, mark: EmbedderMark) -> None:
        """Record the model before the first vector is stored."""
        self.embedders.mark(mark)

    def next_embedder(self) -> EmbedderMark | None:
        """Which model vectors are being made with beside those in use."""
        slot = self.embedders.present().coming
        return slot.mark if slot else None

    def prepare_embedder(self, mark: EmbedderMark) -> None:
        """Keep vectors of this model too, beside those in use."""
        self.embedders.prepare(mark)

    def use_embedder(self, mark: EmbedderMark) -> bool:
        """Search with this model's vectors from now on; False while some are missing."""
        return self.embedders.use(mark)

    def explore(self, namespace: str, statement: str, parameters: Mapping[str, object], *, limits: Limits) -> Table:
        """The rows of a shipped statement, read-only, inside the namespace."""
        return exploring.explore(self.server, namespace, statement, parameters, limits=limits)

    def namespaces(self) -> tuple[str, ...]:
        """Every namespace ever written to, sorted."""
        return tuple(row["name"] for row in self.server.read("read/namespaces"))

    def problems(self) -> tuple[str, ...]:
        """Indexes that are missing, failed or not filled yet."""
        return schema.problems(self.server)

    @property
    def remains(self) -> str:
        """The files of the server are its operator's."""
        return REMAINS

    def scrub(self) -> bool:
        """Nothing is left for graphmem to do: what stands in the server's files is erased by its operator."""
        self.server.check_open()
        return True

    def close(self) -> None:
        """Release every connection, and keep nothing in memory."""
        self.texts.drop()
        self.vectors.drop()
        self.nouns.drop()
        self.server.close()
