"""Messages on a server: appended once each, read in message order."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from graphmem.ids import mark
from graphmem.store.neo4j.changes import document_map
from graphmem.store.neo4j.part import Part
from graphmem.store.neo4j.rows import Map, Read, message_map, message_of
from graphmem.store.neo4j.server import Row
from graphmem.store.records import micros, micros_or_none, moment, read_lines
from graphmem.types import Appended, Document, Message, Session, Summary, Task, Unfolded, Work

#: Stands for "not before anything"; a server counts with 64 bits.
_NEVER = 2**63 - 1


class Messages(Part):
    """The protocol of messages."""

    def append(
        self,
        namespace: str,
        entries: Sequence[tuple[Message, Document]],
        *,
        followers: int,
        lease_until: datetime | None,
        anyway: bool = False,
        before: int | None = None,
        least: int | None = None,
    ) -> tuple[Appended, ...]:
        """Store messages with their documents, and queue the new ones and those that follow them."""
        first: dict[str, tuple[Message, Document]] = {}
        for message, document in entries:
            first.setdefault(message.key, (message, document))
        given = {
            "write": uuid.uuid4().hex,
            "anyway": anyway,
            "followers": max(followers, 0),
            "until": micros_or_none(lease_until),
            "before": before,
            "least": least,
        }
        vectors = self.embedders.maps(document for _, document in first.values())
        if not first:
            self.salt(namespace)
            return ()
        rows = self._append(namespace, list(first.values()), given, vectors)
        self.embedders.saw(rows[0]["embedders"] or {})
        stored = {row["key"]: _appended(first[row["key"]][0], row) for row in rows}
        told: set[str] = set()
        return tuple(_once(stored[message.key], told) for message, _ in entries)

    def _append(
        self, namespace: str, entries: Sequence[tuple[Message, Document]], given: Map, vectors: list[Map]
    ) -> list[Row]:
        """The rows of the statement, sent again while the namespace has another secret than the marks were made with."""
        while True:
            salt = self.salt(namespace)
            messages = [
                {**message_map(message, order), **document_map(document), "mark": mark(salt, message.key)}
                for order, (message, document) in enumerate(entries)
            ]
            values: Map = {"namespace": namespace, "given": {**given, "secret": salt.hex(), "messages": messages}}
            steps: list[tuple[str, Map]] = [("write/append", values)]
            if vectors:
                steps.append(("write/vectors", {"namespace": namespace, "vectors": vectors}))
            rows = self.server.write_all(steps)[0] if vectors else self.server.write("write/append", **values)
            if rows:
                return rows
            self.lose_salt(namespace)

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
        return _summary(session, rows[0]) if rows else None

    def unfolded(self, namespace: str, sessions: Sequence[str], *, least: int) -> tuple[int, dict[str, Unfolded]]:
        """The version, and what there is to fold in each session."""
        asked = {"sessions": list(dict.fromkeys(sessions)), "least": least}
        rows = self.server.read("read/unfolded", namespace=namespace, asked=asked)
        found = {row["session"]: self._unfolded(namespace, row) for row in rows}
        return (rows[0]["version"] if rows else 0), {session: found[session] for session in dict.fromkeys(sessions)}

    def _unfolded(self, namespace: str, row: Read) -> Unfolded:
        summary, after = _summary(row["session"], row), tuple(map(message_of, row["after"]))
        lines = summary.lines if summary and after else ()
        wanted = dict.fromkeys(line.message_id for line in lines if line.speaker)
        quoted = sorted(map(message_of, row["quoted"]), key=lambda m: (m.at, m.session, m.seq))
        # A summary that an earlier graphmem wrote does not say what it quotes.
        whole = wanted.keys() <= {message.id for message in quoted}
        return Unfolded(summary, after, tuple(quoted) if whole else self.messages(namespace, list(wanted)))


def _appended(message: Message, row: Read) -> Appended:
    if row["forgotten"]:
        return Appended(message, new=False, forgotten=True)
    if not row["new"]:
        return Appended(message_of(row["stored"]), new=False)
    stored = replace(message, seq=row["seq"])
    return Appended(
        stored,
        new=True,
        requeued=tuple(row["requeued"]),
        task=_task(stored, row["before"]),
        due=row["due"],
        version=row["version"],
    )


def _task(message: Message, before: Sequence[Read] | None) -> Task | None:
    """The work it was queued as, if what comes before it was told: leased for the first time."""
    if before is None:
        return None
    return Task(Work(message.id, 1, 1), message, tuple(message_of(each) for each in reversed(before)))


def _once(appended: Appended, told: set[str]) -> Appended:
    """A key that came twice in one call is new the first time."""
    if appended.message.key in told:
        return Appended(appended.message, new=False, forgotten=appended.forgotten)
    told.add(appended.message.key)
    return appended


def _summary(session: str, row: Read) -> Summary | None:
    if row["lines"] is None:
        return None
    return Summary(session, read_lines(row["lines"]), (moment(row["covers"]), row["seq"]))
