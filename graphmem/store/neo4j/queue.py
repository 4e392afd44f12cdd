"""Work on a server: which messages wait to be understood, who has them, and what went wrong."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime

from graphmem.store.neo4j.part import Part
from graphmem.store.neo4j.rows import message_of
from graphmem.store.records import micros
from graphmem.types import TRIES, Backlog, Task, Work

#: Stands for "no limit".
_ALL = 2**31 - 1


class Queue(Part):
    """The protocol of work."""

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

    def tasks(self, namespace: str, message_ids: Sequence[str], *, before: int) -> tuple[Task, ...]:
        """The open work items of these messages in message order, each with its message and those before it."""
        rows = self.server.read("read/tasks", namespace=namespace, ids=list(message_ids), before=max(before, 0))
        if rows:
            self.embedders.saw(rows[0]["embedders"] or {})
        return tuple(
            Task(
                Work(row["message"]["id"], row["generation"], row["attempts"]),
                message_of(row["message"]),
                tuple(message_of(each) for each in reversed(row["before"])),
            )
            for row in rows
        )

    def fail(self, namespace: str, work: Sequence[Work], *, error: str, retry_at: datetime) -> None:
        """Give items back with the reason; they may be leased again from `retry_at`."""
        items = [{"message": item.message_id, "generation": item.generation} for item in work]
        self.server.write("write/fail", namespace=namespace, work=items, error=error, until=micros(retry_at))

    def backlog(self, namespace: str, *, now: datetime) -> Backlog:
        """How much waits, is being worked on, or has failed."""
        [row] = self.server.read("read/backlog", namespace=namespace, now=micros(now), tries=TRIES)
        return Backlog(row["waiting"], row["leased"], row["failed"], tuple(row["errors"]), row["given_up"])
