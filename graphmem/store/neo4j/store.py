"""`Neo4jStore`: each method of the protocols is one statement of `cypher/`, or few in one transaction."""

from __future__ import annotations

import secrets
import time
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from graphmem.errors import StaleRead
from graphmem.ids import opaque
from graphmem.store.neo4j import evidence, exploring, recall, schema
from graphmem.store.neo4j.address import Address
from graphmem.store.neo4j.changes import apply_values, document_map, summary_values
from graphmem.store.neo4j.embedders import Embedders
from graphmem.store.neo4j.rows import Map, entity_of, fact_of, filed, message_map, message_of
from graphmem.store.neo4j.server import Server
from graphmem.store.protocols import Counts, EmbedderMark
from graphmem.store.records import micros, micros_or_none, moment, moment_or_none, read_lines
from graphmem.types import (
    EVERYTHING,
    Appended,
    Backlog,
    Change,
    Changes,
    Document,
    Entity,
    Evidence,
    Extraction,
    Fact,
    Filter,
    Identities,
    Indexed,
    Limits,
    Loaded,
    Message,
    Near,
    Postings,
    Reached,
    Session,
    Statement,
    Summary,
    Table,
    Work,
)

if TYPE_CHECKING:
    from graphmem.types.changes import Vector

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

#: Stands for "no limit" and "not before anything"; a server counts with 64 bits.
_ALL = 2**31 - 1
_NEVER = 2**63 - 1

SALT_BYTES = 32


class Neo4jStore:
    """The three protocols over one Neo4j database. Threads may share it."""

    def __init__(self, address: Address) -> None:
        """Log in and see that the schema is there; see `schema.prepare` for what may be wrong."""
        self.server = Server(address)
        try:
            self.server.opened(lambda: schema.prepare(self.server))
        except BaseException:
            self.server.close()
            raise
        self._embedders = Embedders(self.server)
        self._salts: dict[str, bytes] = {}

    @property
    def url(self) -> str:
        """Where it is, without the password."""
        return self.server.name

    @property
    def schema(self) -> int:
        """The version of its schema."""
        return schema.SCHEMA

    # Messages

    def append(
        self,
        namespace: str,
        entries: Sequence[tuple[Message, Document]],
        *,
        followers: int,
        lease_until: datetime | None,
    ) -> tuple[Appended, ...]:
        """Store messages with their documents, and queue the new ones and those that follow them."""
        first: dict[str, tuple[Message, Document]] = {}
        for message, document in entries:
            first.setdefault(message.key, (message, document))
        values = {
            "namespace": namespace,
            "secret": secrets.token_hex(SALT_BYTES),
            "write": uuid.uuid4().hex,
            "messages": [
                {**message_map(message, order), **document_map(document)}
                for order, (message, document) in enumerate(first.values())
            ],
            "followers": max(followers, 0),
            "until": micros_or_none(lease_until),
            "epoch": _EPOCH,
        }
        vectors = self._embedders.maps(document for _, document in first.values())
        if vectors:
            rows, _ = self.server.write_all(
                [("write/append", values), ("write/vectors", {"namespace": namespace, "vectors": vectors})]
            )
        else:
            rows = self.server.write("write/append", **values)
        stored = {key: _appended(first[key][0], row) for key, row in zip(first, rows, strict=True)}
        if rows:
            self._salts.setdefault(namespace, bytes.fromhex(rows[0]["secret"]))
        told: set[str] = set()
        return tuple(_once(stored[message.key], told) for message, _ in entries)

    def messages(self, namespace: str, ids: Sequence[str]) -> tuple[Message, ...]:
        """Those of the ids that exist, in message order."""
        rows = self.server.read("read/messages", namespace=namespace, ids=list(ids))
        return tuple(message_of(row["message"]) for row in rows)

    def message_ids(
        self, namespace: str, *, session: str | None = None, before: datetime | None = None
    ) -> tuple[str, ...]:
        """Ids of all messages, or of one session's, or of those said before a moment, in message order."""
        until = micros_or_none(before)
        if session is None:
            rows = self.server.read("read/message_ids", namespace=namespace, before=until)
        else:
            rows = self.server.read("read/session_message_ids", namespace=namespace, session=session, before=until)
        return tuple(row["id"] for row in rows)

    def window(
        self,
        namespace: str,
        session: str,
        *,
        limit: int,
        before: Message | None = None,
        after: tuple[datetime, int] | None = None,
    ) -> tuple[Message, ...]:
        """The newest `limit` messages of a session in order, before a message and after (at, seq) if given."""
        rows = self.server.read(
            "read/window",
            namespace=namespace,
            session=session,
            limit=max(limit, 0),
            after_at=-_NEVER if after is None else micros(after[0]),
            after_seq=0 if after is None else after[1],
            before_at=_NEVER if before is None else micros(before.at),
            before_seq=0 if before is None else before.seq,
        )
        return tuple(message_of(row["message"]) for row in reversed(rows))

    def following(self, namespace: str, message: Message, *, limit: int) -> tuple[Message, ...]:
        """The next `limit` messages after this one in its session, in order."""
        rows = self.server.read(
            "read/following",
            namespace=namespace,
            session=message.session,
            at=micros(message.at),
            seq=message.seq,
            limit=max(limit, 0),
        )
        return tuple(message_of(row["message"]) for row in rows)

    def sessions(self, namespace: str) -> tuple[Session, ...]:
        """Every session, the one last spoken in first, ties by name."""
        rows = self.server.read("read/sessions", namespace=namespace)
        return tuple(Session(row["name"], row["messages"], moment(row["first"]), moment(row["last"])) for row in rows)

    def summary(self, namespace: str, session: str) -> Summary | None:
        """The running summary of a session, if it has one."""
        rows = self.server.read("read/summary", namespace=namespace, session=session)
        return next((Summary(session, read_lines(r["lines"]), (moment(r["covers"]), r["seq"])) for r in rows), None)

    # The graph

    def version(self, namespace: str) -> int:
        """The namespace's version."""
        rows = self.server.read("read/namespace", namespace=namespace)
        return int(rows[0]["version"]) if rows else 0

    def salt(self, namespace: str) -> bytes:
        """The namespace's secret, made with the namespace; it never changes, so it is asked for once."""
        if namespace not in self._salts:
            [row] = self.server.write("write/namespace", namespace=namespace, secret=secrets.token_hex(SALT_BYTES))
            self._salts[namespace] = bytes.fromhex(row["secret"])
        return self._salts[namespace]

    def identities(self, namespace: str, keys: Iterable[str]) -> Identities:
        """What is stored about the keys and all they are connected with."""
        asked = [filed(key) for key in dict.fromkeys(keys)]
        [found] = self.server.read("read/identities", namespace=namespace, keys=asked)
        return evidence.identities(found)

    def owned(self, namespace: str, keys: Iterable[str]) -> frozenset[str]:
        """The relation keys in use that start directly from one of the keys."""
        return evidence.owned(self.server, namespace, keys)

    def statements(
        self, namespace: str, *, keys: Iterable[str] = (), slots: Iterable[str] = (), messages: Iterable[str] = ()
    ) -> tuple[Statement, ...]:
        """Statements of the keys, the slots and the messages, each once, in message order and by number."""
        return evidence.read_statements(self.server, namespace, keys=keys, slots=slots, messages=messages)

    def evidence(self, namespace: str, message_ids: Sequence[str]) -> tuple[Evidence, ...]:
        """What the messages contribute at present, in the order asked."""
        rows = self.server.read("read/evidence", namespace=namespace, ids=list(message_ids))
        return evidence.evidence(rows, message_ids)

    def extractions(self, namespace: str, message_ids: Sequence[str]) -> tuple[Extraction, ...]:
        """The stored extractions of the messages that have one, in the order asked."""
        return evidence.extractions(self.server, namespace, message_ids)

    def take_turn(self, namespace: str, holder: str, *, seconds: float) -> None:
        """Let only the holder apply for so long, unless it is somebody else's turn."""
        now = time.time()
        self.server.write("write/take_turn", namespace=namespace, holder=holder, now=now, until=now + seconds)

    def end_turn(self, namespace: str, holder: str) -> None:
        """Give a turn back that was taken and not used."""
        self.server.write("write/end_turn", namespace=namespace, holder=holder)

    def apply(self, namespace: str, changes: Changes, *, expected_version: int, turn: str | None = None) -> Change:
        """Write all of it in one transaction, journal it and raise the version."""
        change = self._change(namespace, changes, expected_version + 1)
        write = uuid.uuid4().hex
        values: Map = {
            "namespace": namespace,
            "version": expected_version,
            "write": write,
            "turn": turn or "",
            "clock": time.time(),
            "epoch": _EPOCH,
            "vectors": self._embedders.maps(changes.documents),
            **apply_values(changes, change),
        }
        steps: list[tuple[str, Mapping[str, object]]] = [("write/apply", values)]
        if changes.summaries or changes.summaries_gone:
            steps.append(("write/summarize", {"namespace": namespace, **summary_values(changes)}))
        if changes.erased:
            steps.append(("write/erase", {"namespace": namespace, "erased": list(changes.erased)}))
        written = self.server.write_all(steps)[0] if len(steps) > 1 else self.server.write("write/apply", **values)
        if not written:
            self._refuse(namespace, changes, expected_version, turn, write)
        return change

    def entities(
        self, namespace: str, *, ids: Sequence[str] | None = None, limit: int | None = None
    ) -> tuple[Entity, ...]:
        """The entities of these ids in the order asked, or all by name, kind, id."""
        cut = _ALL if limit is None else max(limit, 0)
        if ids is None:
            rows = self.server.read("read/all_entities", namespace=namespace, limit=cut)
            return tuple(entity_of(row["entity"]) for row in rows)
        found = {
            row["entity"]["id"]: row["entity"]
            for row in self.server.read("read/entities", namespace=namespace, ids=list(ids))
        }
        return tuple(entity_of(found[asked]) for asked in dict.fromkeys(ids) if asked in found)[:cut]

    def find(self, namespace: str, keys: Sequence[str]) -> tuple[Entity, ...]:
        """The entities the keys belong to, each once, by name and id."""
        rows = self.server.read("read/find", namespace=namespace, keys=[filed(key) for key in dict.fromkeys(keys)])
        return tuple(entity_of(row["entity"]) for row in rows)

    def facts(self, namespace: str, ids: Sequence[str]) -> tuple[Fact, ...]:
        """The facts of these ids with all their periods and sources, in the order asked."""
        found = {
            row["fact"]["id"]: row["fact"] for row in self.server.read("read/facts", namespace=namespace, ids=list(ids))
        }
        return tuple(fact_of(found[asked]) for asked in dict.fromkeys(ids) if asked in found)

    def facts_about(
        self, namespace: str, entities: Sequence[str] | None, *, as_of: datetime | None, limit: int | None = None
    ) -> tuple[Fact, ...]:
        """Facts of any of the entities, None for all facts, most important first, then last said, then id."""
        values: Map = {
            "namespace": namespace,
            "as_of": micros_or_none(as_of),
            "limit": _ALL if limit is None else max(limit, 0),
        }
        if entities is None:
            rows = self.server.read("read/all_facts", **values)
        else:
            rows = self.server.read("read/facts_about", entities=list(dict.fromkeys(entities)), **values)
        return tuple(fact_of(row["fact"]) for row in rows)

    def postings(
        self, namespace: str, kinds: Sequence[Indexed], terms: Sequence[str], *, cap: int, only: Filter = EVERYTHING
    ) -> dict[Indexed, Postings]:
        """Candidates for BM25 of each kind within `cap` posting rows, rarest term first; rows by id."""
        return recall.postings(self.server, namespace, kinds, terms, cap=cap, only=only)

    def nearest(
        self,
        namespace: str,
        kinds: Sequence[Indexed],
        vector: Vector,
        *,
        limit: int,
        only: Filter = EVERYTHING,
        model: str | None = None,
    ) -> dict[Indexed, tuple[Near, ...]]:
        """The documents of each kind that pass and are nearest by cosine, best first, ties by id."""
        return recall.nearest(self.server, namespace, kinds, vector, limit=limit, only=only, model=model)

    def neighbourhood(
        self,
        namespace: str,
        entities: Sequence[str],
        *,
        hops: int,
        as_of: datetime | None,
        each: int,
        limit: int,
        only: Filter = EVERYTHING,
    ) -> tuple[Reached, ...]:
        """Facts within so many hops of the entities, nearest first."""
        return recall.neighbourhood(
            self.server, namespace, entities, hops=hops, as_of=as_of, each=each, limit=limit, only=only
        )

    def read(
        self,
        namespace: str,
        *,
        messages: Sequence[str] = (),
        facts: Sequence[str] = (),
        entities: Sequence[str] = (),
        places: Sequence[tuple[str, int]] = (),
    ) -> Loaded:
        """Everything a recall shows."""
        return recall.read(self.server, namespace, messages=messages, facts=facts, entities=entities, places=places)

    def unembedded(self, namespace: str, kind: Indexed, model: str) -> tuple[str, ...]:
        """The ids of a kind's indexed documents that have no vector of the model, by id."""
        rows = self.server.read("read/unembedded", namespace=namespace, kind=kind, model=model)
        return tuple(row["id"] for row in rows)

    def embed(self, namespace: str, documents: Sequence[Document], *, expected_version: int) -> None:
        """Store the vectors of documents that are still indexed."""
        vectors = self._embedders.maps(documents)
        if not self.server.write("write/embed", namespace=namespace, version=expected_version, vectors=vectors):
            raise StaleRead(f"the namespace is not at version {expected_version} any more; read again")

    def journal(self, namespace: str, *, limit: int) -> tuple[Change, ...]:
        """The newest changes, newest first."""
        rows = self.server.read("read/journal", namespace=namespace, limit=max(limit, 0))
        return tuple(
            Change(
                row["id"],
                row["version"],
                row["cause"],
                moment(row["at"]),
                tuple(row["messages"]),
                tuple(row["facts"]),
                tuple(row["facts_gone"]),
            )
            for row in rows
        )

    def counts(self, namespace: str) -> Counts:
        """The namespace in numbers."""
        [row] = self.server.read("read/counts", namespace=namespace)
        return Counts(**{**row, "last_at": moment_or_none(row["last_at"])})

    # Work

    def lease(
        self, namespace: str, *, now: datetime, until: datetime, limit: int, early: bool = False
    ) -> tuple[Work, ...]:
        """Take up to `limit` items that nobody has, in message order; with `early`, failed ones in their pause too."""
        rows = self.server.write(
            "write/lease",
            namespace=namespace,
            write=uuid.uuid4().hex,
            now=micros(now),
            until=micros(until),
            limit=min(max(limit, 0), _ALL),
            early=early,
        )
        return tuple(Work(row["message"], row["generation"], row["attempts"]) for row in rows)

    def work(self, namespace: str, message_ids: Sequence[str]) -> tuple[Work, ...]:
        """The open work items of these messages, in message order."""
        rows = self.server.read("read/work", namespace=namespace, ids=list(message_ids))
        return tuple(Work(row["message"], row["generation"], row["attempts"]) for row in rows)

    def fail(self, namespace: str, work: Sequence[Work], *, error: str, retry_at: datetime) -> None:
        """Give items back with the reason; they may be leased again from `retry_at`."""
        items = [{"message": item.message_id, "generation": item.generation} for item in work]
        self.server.write("write/fail", namespace=namespace, work=items, error=error, until=micros(retry_at))

    def backlog(self, namespace: str, *, now: datetime) -> Backlog:
        """How much waits, is being worked on, or has failed."""
        [row] = self.server.read("read/backlog", namespace=namespace, now=micros(now))
        return Backlog(row["waiting"], row["leased"], row["failed"], tuple(row["errors"]))

    # The store as a whole

    def embedder(self) -> EmbedderMark | None:
        """Which model the stored vectors are made with, None before one was recorded."""
        slot = self._embedders.read().used
        return slot.mark if slot else None

    def mark_embedder(self, mark: EmbedderMark) -> None:
        """Record the model before the first vector is stored."""
        self._embedders.mark(mark)

    def next_embedder(self) -> EmbedderMark | None:
        """Which model vectors are being made with beside those in use."""
        slot = self._embedders.read().coming
        return slot.mark if slot else None

    def prepare_embedder(self, mark: EmbedderMark) -> None:
        """Keep vectors of this model too, beside those in use."""
        self._embedders.prepare(mark)

    def use_embedder(self, mark: EmbedderMark) -> bool:
        """Search with this model's vectors from now on; False while some are missing."""
        return self._embedders.use(mark)

    def explore(self, namespace: str, statement: str, parameters: Mapping[str, object], *, limits: Limits) -> Table:
        """The rows of a shipped statement, read-only, inside the namespace."""
        return exploring.explore(self.server, namespace, statement, parameters, limits=limits)

    def namespaces(self) -> tuple[str, ...]:
        """Every namespace ever written to, sorted."""
        return tuple(row["name"] for row in self.server.read("read/namespaces"))

    def scrub(self) -> bool:
        """Nothing is left for graphmem to do: what stands in the server's files is erased by its operator."""
        self.server.check_open()
        return True

    def close(self) -> None:
        """Release every connection."""
        self.server.close()

    def _change(self, namespace: str, changes: Changes, version: int) -> Change:
        gone = set(changes.erased)
        return Change(
            id=opaque(self.salt(namespace), "change", str(version)),
            version=version,
            cause=changes.cause,
            at=changes.at,
            messages=tuple(each.message_id for each in changes.learned if each.message_id not in gone),
            facts=tuple(fact.id for fact in changes.facts),
            facts_gone=changes.facts_gone,
        )

    def _refuse(self, namespace: str, changes: Changes, expected: int, turn: str | None, write: str) -> None:
        """Say why nothing was written, unless it was: a commit whose answer was lost is found written when sent again."""
        [present] = self.server.read("read/namespace", namespace=namespace)
        if present["written"] == write:
            return
        if present["turn"] not in (None, turn) and present["turn_until"] >= time.time():
            raise StaleRead("it is the turn of another writer that lost many races; read again")
        if present["version"] != expected:
            raise StaleRead(
                f"the namespace is at version {present['version']}, and this was resolved from {expected}; read again"
            )
        answered = {each.message_id: each.generation for each in changes.learned}
        wanted = {item.message_id: item.generation for item in self.work(namespace, list(answered))}
        for message_id, generation in answered.items():
            if generation != wanted.get(message_id, 0):
                raise StaleRead(
                    f"message {message_id!r} was queued anew or finished meanwhile: its work is at generation "
                    f"{wanted.get(message_id, 0)}, and this answers {generation}; read again"
                )
        raise StaleRead("something moved while this was written; read again")


def _appended(message: Message, row: Mapping[str, object]) -> Appended:
    if not row["new"]:
        return Appended(message_of(row["stored"]), new=False)  # type: ignore[arg-type]
    return Appended(replace(message, seq=row["seq"]), new=True, requeued=tuple(row["requeued"]))  # type: ignore[arg-type]


def _once(appended: Appended, told: set[str]) -> Appended:
    """A key that came twice in one call is new the first time."""
    if appended.message.key in told:
        return Appended(appended.message, new=False)
    told.add(appended.message.key)
    return appended
