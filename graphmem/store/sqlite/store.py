"""`SQLiteStore`: each method of the protocols is one transaction around the functions of one noun."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from graphmem.store.protocols import Counts
from graphmem.store.sqlite import (
    accesses,
    audit,
    changes,
    counts,
    embeddings,
    entities,
    evidence,
    facts,
    forgotten,
    messages,
    queue,
    statements,
    text_index,
)
from graphmem.store.sqlite.carrying import Carrying
from graphmem.store.sqlite.recall import RecallReads
from graphmem.store.sqlite.understanding import Understanding, tasks
from graphmem.types import (
    Access,
    Appended,
    AuditEntry,
    Backlog,
    Change,
    Changes,
    Document,
    Entity,
    Evidence,
    Extraction,
    Fact,
    Identities,
    Indexed,
    Message,
    Session,
    Statement,
    Summary,
    Work,
)


class SQLiteStore(RecallReads, Carrying, Understanding):
    """The three protocols over one SQLite database. Threads may share it."""

    # Messages

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
        with self._writing(namespace) as here:
            said = [message for message, _ in entries]
            salt = changes.salt(here) or b""
            buried = forgotten.buried(here, (message.key for message in said), salt, anyway=anyway)
            appended = messages.append(here, said, buried=buried)
            new = [(each.message, document) for each, (_, document) in zip(appended, entries, strict=True) if each.new]
            documents = [document for _, document in new]
            text_index.write(here, documents)
            embeddings.write(here, documents)
            added = [message for message, _ in new]
            moved = queue.put(here, added, followers=followers, lease_until=lease_until)
            asked = [] if before is None or lease_until is None else [message.id for message in added]
            task_of = {task.message.id: task for task in tasks(here, asked, before=before or 0, at_hand=added)}
            due = set() if least is None else messages.due(here, added, least=least)
        return tuple(
            Appended(
                each.message, True, moved.get(key, ()), task=task_of.get(key), due=key in due, version=here.version
            )
            if each.new
            else each
            for each, key in ((each, each.message.id) for each in appended)
        )

    def messages(self, namespace: str, ids: Sequence[str]) -> tuple[Message, ...]:
        """Those of the ids that exist, in message order."""
        with self._reading(namespace) as here:
            return messages.by_id(here, ids)

    def message_ids(
        self, namespace: str, *, session: str | None = None, before: datetime | None = None
    ) -> tuple[str, ...]:
        """Ids of all messages, or of one session's, or of those said before a moment, in message order."""
        with self._reading(namespace) as here:
            return messages.ids(here, session=session, before=before)

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
        with self._reading(namespace) as here:
            return messages.window(here, session, limit=limit, before=before, after=after)

    def following(self, namespace: str, message: Message, *, limit: int) -> tuple[Message, ...]:
        """The next `limit` messages after this one in its session, in order."""
        with self._reading(namespace) as here:
            return messages.following(here, message, limit=limit)

    def sessions(self, namespace: str) -> tuple[Session, ...]:
        """Every session, the one last spoken in first."""
        with self._reading(namespace) as here:
            return messages.sessions(here)

    def summary(self, namespace: str, session: str) -> Summary | None:
        """The running summary of a session, if it has one."""
        with self._reading(namespace) as here:
            return messages.summary(here, session)

    # The graph

    def version(self, namespace: str) -> int:
        """The namespace's version."""
        with self._reading(namespace) as here:
            return changes.version(here)

    def salt(self, namespace: str) -> bytes:
        """The namespace's secret, made with the namespace."""
        with self._reading(namespace) as here:
            found = changes.salt(here)
        if found is None:
            with self._writing(namespace) as here:
                found = changes.salt(here)
        assert found is not None
        return found

    def identities(self, namespace: str, keys: Iterable[str]) -> Identities:
        """What is stored about the keys and all they are connected with."""
        with self._reading(namespace) as here:
            return entities.identities(here, keys)

    def owned(self, namespace: str, keys: Iterable[str]) -> frozenset[str]:
        """The relation keys in use that start directly from one of the keys."""
        with self._reading(namespace) as here:
            return entities.owned(here, keys)

    def statements(
        self, namespace: str, *, keys: Iterable[str] = (), slots: Iterable[str] = (), messages: Iterable[str] = ()
    ) -> tuple[Statement, ...]:
        """Statements of the keys, the slots and the messages, each once, in message order and by number."""
        with self._reading(namespace) as here:
            return statements.read(here, keys=keys, slots=slots, messages=messages)

    def evidence(self, namespace: str, message_ids: Sequence[str]) -> tuple[Evidence, ...]:
        """What the messages contribute at present, in the order asked."""
        with self._reading(namespace) as here:
            return evidence.read(here, message_ids)

    def extractions(self, namespace: str, message_ids: Sequence[str]) -> tuple[Extraction, ...]:
        """The stored extractions of the messages that have one, in the order asked."""
        with self._reading(namespace) as here:
            return evidence.extractions(here, message_ids)

    def take_turn(self, namespace: str, holder: str, *, seconds: float) -> None:
        """Let only the holder apply for so long, unless it is somebody else's turn."""
        with self._writing(namespace) as here:
            changes.take_turn(here, holder, seconds=seconds)

    def end_turn(self, namespace: str, holder: str) -> None:
        """Give a turn back that was taken and not used."""
        with self._writing(namespace) as here:
            changes.end_turn(here, holder)

    def apply(self, namespace: str, changes: Changes, *, expected_version: int, turn: str | None = None) -> Change:
        """Write all of it in one transaction, journal it and raise the version."""
        with self._writing(namespace) as here:
            change = _apply(here, changes, expected_version=expected_version, turn=turn)
        if changes.erased or changes.reworded or changes.everything:
            self._let_go()
        return change

    def entities(
        self, namespace: str, *, ids: Sequence[str] | None = None, limit: int | None = None
    ) -> tuple[Entity, ...]:
        """The entities of these ids in the order asked, or all by name, kind, id."""
        with self._reading(namespace) as here:
            return entities.read(here, ids=ids, limit=limit)

    def find(self, namespace: str, keys: Sequence[str]) -> tuple[Entity, ...]:
        """The entities known by any of the keys, by name and id."""
        with self._reading(namespace) as here:
            return entities.find(here, keys)

    def facts(self, namespace: str, ids: Sequence[str]) -> tuple[Fact, ...]:
        """The facts of these ids with all their periods and sources, in the order asked."""
        with self._reading(namespace) as here:
            return facts.read(here, ids)

    def facts_about(
        self, namespace: str, entities: Sequence[str] | None, *, as_of: datetime | None, limit: int | None = None
    ) -> tuple[Fact, ...]:
        """Facts of any of the entities, None for all facts, most important first, then last said, then id."""
        with self._reading(namespace) as here:
            return facts.about(here, entities, as_of=as_of, limit=limit)

    def tombstones(self, namespace: str) -> tuple[str, ...]:
        """The marks of forgotten messages that no import brings back, sorted."""
        with self._reading(namespace) as here:
            return forgotten.marks(here)

    def accesses(self, namespace: str, kind: Indexed) -> tuple[Access, ...]:
        """How often things of a kind came up, by id."""
        with self._reading(namespace) as here:
            return accesses.read(here, kind)

    def count_accesses(self, namespace: str, accesses: Sequence[Access]) -> None:
        """Add to how often things came up; the version does not move."""
        with self._leasing(namespace) as here:
            _count_accesses(here, accesses)

    def journal(self, namespace: str, *, limit: int) -> tuple[Change, ...]:
        """The newest changes, newest first."""
        with self._reading(namespace) as here:
            return changes.journal(here, limit=limit)

    def counts(self, namespace: str) -> Counts:
        """The namespace in numbers."""
        with self._reading(namespace) as here:
            return counts.counts(here)

    # Who used it

    def record(self, namespace: str, entry: AuditEntry) -> AuditEntry:
        """Add an entry to the end of a trail; it comes back with its number and its seal."""
        with self._leasing(namespace) as here:
            return audit.record(here, namespace, entry)

    def trail(self, namespace: str, *, after: int = 0, limit: int | None = None) -> tuple[AuditEntry, ...]:
        """The entries with a number above `after`, in order."""
        with self._reading(namespace) as here:
            return audit.trail(here, namespace, after=after, limit=limit)

    # Work

    def lease(
        self, namespace: str, *, now: datetime, until: datetime, limit: int, early: bool = False
    ) -> tuple[Work, ...]:
        """Take up to `limit` items that nobody has, in message order; with `early`, failed ones in their pause too."""
        with self._leasing(namespace) as here:
            return queue.lease(here, now=now, until=until, limit=limit, early=early)

    def work(self, namespace: str, message_ids: Sequence[str]) -> tuple[Work, ...]:
        """The open work items of these messages, in message order."""
        with self._reading(namespace) as here:
            return queue.open_items(here, message_ids)

    def fail(self, namespace: str, work: Sequence[Work], *, error: str, retry_at: datetime) -> None:
        """Give items back with the reason; they may be leased again from `retry_at`."""
        with self._leasing(namespace) as here:
            queue.fail(here, work, error=error, retry_at=retry_at)

    def backlog(self, namespace: str, *, now: datetime) -> Backlog:
        """How much waits, is being worked on, or has failed."""
        with self._reading(namespace) as here:
            return queue.backlog(here, now=now)


# The methods' arguments hide the modules' names.
_apply, _count_accesses = changes.apply, accesses.add
