"""Copying a memory into another store or namespace, with nothing lost and no model asked.

A namespace that is new in another store becomes a replica, with the ids of the original (`replicating`). One that has messages of its
own, or stands in the same store, gets what an export holds: messages are told apart by their keys, and ids are made with its own
secret. Either way a copy that was stopped anywhere is finished by copying again, and one made while somebody wrote is brought up to
date so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from graphmem.errors import InvalidInput, NotFound
from graphmem.ids import mark
from graphmem.memory import exporting
from graphmem.memory.engine import Engine
from graphmem.memory.naming import user_name_of
from graphmem.memory.replicating import Replica
from graphmem.memory.restoring import restore
from graphmem.types import CopyReceipt, ImportReceipt

Moved = Callable[[int, int], None]
"""Told after each block how many messages of how many are done."""


def copy(source: Engine, namespace: str, target: Engine, to: str, *, moved: Moved) -> CopyReceipt:
    """Copy one namespace into another; see `Memory.copy`."""
    if namespace == to and _same_store(source, target):
        raise InvalidInput(f"{namespace!r} cannot be copied to itself; name another namespace or another store")
    if namespace not in (there := source.store.namespaces()):
        known = ", ".join(map(repr, there)) or "none"
        raise NotFound(f"there is no namespace {namespace!r} in {source.store.url}; there are {known}")
    salt = source.store.salt(namespace)
    adopted = not _taken(target, salt, namespace, to) and target.store.adopt(to, salt)
    ids = source.store.message_ids(namespace)
    if adopted and _holds_nothing_else(source, namespace, target, to, ids):
        new, known_before = Replica(source, namespace, target, to).make(ids, moved)
        came = ImportReceipt(new, known_before)
    else:
        came = _merge(source, namespace, target, to, total=len(ids), moved=moved)
    backlog = target.store.backlog(to, now=target.clock())
    waiting = backlog.waiting + backlog.leased + backlog.failed
    return CopyReceipt(namespace, to, came.new, came.known, waiting, same_ids=adopted, forgotten=came.forgotten)


def _same_store(source: Engine, target: Engine) -> bool:
    """Whether both are one store. Each `:memory:` is one of its own."""
    named = source.store.url == target.store.url and not source.store.url.endswith(":memory:")
    return source.store is target.store or named


def _taken(target: Engine, salt: bytes, namespace: str, to: str) -> bool:
    """Whether a namespace of another name has this secret there: two of one store never share an id."""
    if namespace == to or namespace not in target.store.namespaces():
        return False
    return target.store.salt(namespace) == salt


def _holds_nothing_else(source: Engine, namespace: str, target: Engine, to: str, ids: Sequence[str]) -> bool:
    """Whether the copy knows only what the original does: it was told nothing, and nothing was forgotten in either that the other has."""
    named, marks = user_name_of(target, to), set(target.store.tombstones(to))
    salt = target.store.salt(to)
    if marks and any(mark(salt, message.key) in marks for message in source.store.messages(namespace, ids)):
        return False
    return set(target.store.message_ids(to)) <= set(ids) and named in (None, user_name_of(source, namespace))


def _merge(source: Engine, namespace: str, target: Engine, to: str, *, total: int, moved: Moved) -> ImportReceipt:
    """Take in what an export of the original says."""
    lines = ((number, line.encode()) for number, line in enumerate(exporting.lines(source, namespace), start=1))
    # What was kept there is kept here: a copy is no entrance.
    as_it_is = replace(target, redaction=target.redaction.trusting())
    return restore(as_it_is, to, lines, report=_never, moved=lambda seen: moved(seen, total))


def _never(problem: object) -> None:
    raise AssertionError(f"an export of a memory cannot be read back: {problem}")
