"""The one write of the graph: all of a `Changes` or none of it, under the write lock, journalled.

The version is compared after the lock is taken. Everything resolution read still stands then, or the write is refused and
resolution reads again; so two processes writing about the same people end where one after the other would.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

from graphmem.errors import StaleRead
from graphmem.ids import opaque
from graphmem.store.records import micros, moment, read_strings, write_json
from graphmem.store.sqlite import (
    accesses,
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
from graphmem.store.sqlite.scope import Row, Scope
from graphmem.store.touching import touching
from graphmem.types import Change, Changes, Learned, Message

_JOURNAL = "id, version, cause, at, messages, facts, facts_gone"


def version(here: Scope) -> int:
    """The namespace's version, 0 for one never written to."""
    found = here.row("SELECT version FROM namespaces WHERE id = :ns")
    return found[0] if found else 0


def salt(here: Scope) -> bytes | None:
    """The namespace's secret, None for one never written to."""
    found = here.row("SELECT salt FROM namespaces WHERE id = :ns")
    return found[0] if found else None


def take_turn(here: Scope, holder: str, *, seconds: float) -> None:
    """Let only the holder apply for so long, unless it is somebody else's turn."""
    here.run(
        "UPDATE namespaces SET turn = :holder, turn_until = :until WHERE id = :ns AND (turn = :holder OR turn_until < :now)",
        holder=holder,
        now=time.time(),
        until=time.time() + seconds,
    )


def end_turn(here: Scope, holder: str) -> None:
    """Give a turn back that was taken and not used."""
    here.run("UPDATE namespaces SET turn = NULL, turn_until = 0 WHERE id = :ns AND turn = :holder", holder=holder)


def apply(here: Scope, changes: Changes, *, expected_version: int, turn: str | None) -> Change:
    """Write all of it and raise the version; in a transaction that holds the write lock."""
    _check_turn(here, turn)
    check_version(here, expected_version)
    _check_generations(here, changes.learned)
    _learn(here, changes.learned)
    _reword(here, changes.reworded)
    _derive(here, changes)
    _erase(here, changes.erased)
    forgotten.bury(here, changes.tombstones)
    if changes.everything:
        forgotten.erase_everything(here)
    return _record(here, changes, expected_version + 1)


def check_version(here: Scope, expected: int) -> None:
    """Refuse what was worked out from another version."""
    if (present := version(here)) != expected:
        raise StaleRead(f"the namespace is at version {present}, and this was resolved from {expected}; read again")


def journal(here: Scope, *, limit: int) -> tuple[Change, ...]:
    """The newest changes, newest first."""
    rows = here.rows(
        f"SELECT {_JOURNAL} FROM journal WHERE ns = :ns ORDER BY version DESC LIMIT :limit", limit=max(limit, 0)
    )
    return tuple(map(_change, rows))


def _check_turn(here: Scope, turn: str | None) -> None:
    found = here.row("SELECT turn FROM namespaces WHERE id = :ns AND turn_until >= :now", now=time.time())
    if found and found[0] != turn:
        raise StaleRead("it is the turn of another writer that lost many races; read again")


def _check_generations(here: Scope, learned: Iterable[Learned]) -> None:
    """Refuse what was read of a message that was queued anew, or finished by another worker, meanwhile.

    Generation 0 answers no work item: a replay of stored extractions, or a source that is no message.
    """
    expected = {each.message_id: each.generation for each in learned}
    present = queue.generations(here, expected)
    for message_id, generation in expected.items():
        if generation != (wanted := present.get(message_id, 0)):
            raise StaleRead(
                f"message {message_id!r} was queued anew or finished meanwhile: its work is at generation {wanted}, "
                f"and this answers {generation}; read again"
            )


def _learn(here: Scope, learned: Iterable[Learned]) -> None:
    latest = list({each.message_id: each for each in learned}.values())
    queue.close(here, (each.message_id for each in latest))
    evidence.write_extractions(here, latest)
    first = {each.message_id for each in latest if each.is_first}
    evidence.replace(here, [each.evidence for each in latest], first=first)
    queue.again(here, [each.message_id for each in latest if each.again])


def _reword(here: Scope, reworded: tuple[Message, ...]) -> None:
    if not reworded:
        return
    ids = [message.id for message in reworded]
    queue.outdate(here, ids)
    messages.reword(here, reworded)
    embeddings.erase(here, "message", ids)


def _derive(here: Scope, changes: Changes) -> None:
    entities.write(here, changes.entities, gone=changes.entities_gone, entity_of=changes.entity_of)
    facts.write(here, changes.facts, gone=changes.facts_gone)
    statements.place(here, changes.placed)
    accesses.erase(here, "entity", changes.entities_gone)
    accesses.erase(here, "fact", changes.facts_gone)
    for index in (text_index, embeddings):
        index.erase(here, "entity", changes.entities_gone)
        index.erase(here, "fact", changes.facts_gone)
        index.write(here, changes.documents)
    messages.write_summaries(here, changes.summaries, gone=changes.summaries_gone)


def _erase(here: Scope, ids: tuple[str, ...]) -> None:
    if not ids:
        return
    queue.outdate(here, ids)
    messages.erase(here, ids)
    queue.close(here, ids)
    evidence.erase(here, ids)
    accesses.erase(here, "message", ids)
    for index in (text_index, embeddings):
        index.erase(here, "message", ids)
    naming = "SELECT version FROM journal_messages WHERE ns = :ns AND message IN (:values)"
    versions = [row[0] for row in here.rows_in(naming, ids)]
    for table in ("journal", "journal_messages"):
        here.run_in(f"DELETE FROM {table} WHERE ns = :ns AND version IN (:values)", versions)


def _record(here: Scope, changes: Changes, version: int) -> Change:
    secret = salt(here)
    assert secret is not None
    gone = set(changes.erased)
    change = Change(
        id=opaque(secret, "change", str(version)),
        version=version,
        cause=changes.cause,
        at=changes.at,
        messages=tuple(each.message_id for each in changes.learned if each.message_id not in gone),
        facts=tuple(fact.id for fact in changes.facts),
        facts_gone=changes.facts_gone,
    )
    touched = touching(changes)
    told = (write_json(touched.ids), touched.moved) if touched else (None, None)
    here.insert("journal", f"{_JOURNAL}, touched, moved", [(*_row(change), *told)])
    here.insert("journal_messages", "message, version", ((named, version) for named in dict.fromkeys(change.messages)))
    here.run("UPDATE namespaces SET version = :version, turn = NULL, turn_until = 0 WHERE id = :ns", version=version)
    return change


def _row(change: Change) -> Row:
    ids = (write_json(each) for each in (change.messages, change.facts, change.facts_gone))
    return (change.id, change.version, change.cause, micros(change.at), *ids)


def _change(row: Row) -> Change:
    change_id, version, cause, at, *ids = row
    learned, facts, facts_gone = map(read_strings, ids)
    return Change(change_id, version, cause, moment(at), learned, facts, facts_gone)
