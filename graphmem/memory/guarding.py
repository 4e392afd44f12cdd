"""The one place where doors meet memory: every verb of its face is allowed here, and where a trail is kept, told.

A verb that another verb calls is part of it: what is allowed and told is what the caller asked for. One that takes more stands for itself, since
then it is no part but a caller's own function at work: an iterator of messages, or one that is told of progress.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from types import MappingProxyType
from typing import Any, TypeVar

from graphmem.errors import GraphmemError, NotAllowed, StoreUnavailable
from graphmem.memory.view import View
from graphmem.types import (
    RIGHTS,
    Alike,
    AuditEntry,
    Change,
    Conflict,
    Context,
    CopyReceipt,
    EditReceipt,
    Entity,
    Exchange,
    ExportReceipt,
    Fact,
    ForgetReceipt,
    ImportReceipt,
    Message,
    Neighbourhood,
    Recall,
    Receipt,
    Right,
    Table,
    UndoReceipt,
    Verdict,
)

V = TypeVar("V", bound=type[View])

#: What each verb takes.
NEEDED: MappingProxyType[str, Right] = MappingProxyType(
    {
        **dict.fromkeys(
            (
                *(
                    "recall",
                    "context",
                    "messages",
                    "exchanges",
                    "sessions",
                    "entities",
                    "entity",
                    "facts",
                    "history",
                    "changes",
                ),
                *("neighbourhood", "cypher", "conflicts", "pending", "repeats", "check", "status", "standalone"),
                "describe",
            ),
            "reader",
        ),
        **dict.fromkeys(
            (
                *("remember", "remember_many", "remember_fact", "edit_message", "correct", "retract", "merge", "split"),
                *("undo", "adjudicate", "import_", "flush", "work"),
            ),
            "writer",
        ),
        **dict.fromkeys(
            ("forget", "prune", "export", "copy", "rebuild", "reextract", "reembed", "audit", "verify_audit"),
            "admin",
        ),
    }
)

#: What one memory's verb does in another, and what it takes there.
HALVES: MappingProxyType[str, tuple[str, Right]] = MappingProxyType({"_copied_here": ("copy", "writer")})

#: One of each, as a sentence says it.
ONE: MappingProxyType[Right, str] = MappingProxyType({"reader": "a reader", "writer": "a writer", "admin": "an admin"})

#: Verbs that end or narrow a memory's use, and are everybody's.
FREE = frozenset({"open", "close", "acting"})

_LEARNED = ("learned", "ended", "retracted")

#: Where what a verb gives back holds messages, facts and entities.
HOLDING: MappingProxyType[type, tuple[str, ...]] = MappingProxyType(
    {
        Recall: ("facts", "messages", "entities"),
        Neighbourhood: ("facts", "entities"),
        Exchange: ("asked", "answered"),
        Receipt: ("message", *_LEARNED),
        EditReceipt: ("message", *_LEARNED, "gone"),
        UndoReceipt: (*_LEARNED, "gone"),
        Conflict: ("facts",),
        Alike: ("one", "other"),
        Verdict: ("pair",),
    }
)

#: How many ids of one use are kept.
IDS = 50

_inside = threading.local()

_log = logging.getLogger(__name__)


def guarded(face: V) -> V:
    """The face with every verb behind the guard."""
    for verb, right in NEEDED.items():
        setattr(face, verb, _behind(getattr(face, verb), verb, right))
    for half, (verb, right) in HALVES.items():
        setattr(face, half, _behind(getattr(face, half), verb, right))
    return face


def _behind(method: Callable[..., Any], verb: str, right: Right) -> Callable[..., Any]:
    @wraps(method)
    def call(self: View, /, *args: Any, **options: Any) -> Any:
        if any(one is self and RIGHTS.index(taken) >= RIGHTS.index(right) for one, taken in _within()):
            return method(self, *args, **options)
        with _told(self, verb, right) as tell, _as_part(self, right):
            found = method(self, *args, **options)
            tell(found)
            return found

    return call


def _within() -> list[tuple[View, Right]]:
    """The memories that this thread is inside a verb of, and what the verb takes; the innermost last."""
    if not hasattr(_inside, "memories"):
        _inside.memories = []
    found: list[tuple[View, Right]] = _inside.memories
    return found


@contextmanager
def _as_part(memory: View, right: Right) -> Iterator[None]:
    _within().append((memory, right))
    try:
        yield
    finally:
        _within().pop()


@contextmanager
def _told(memory: View, verb: str, right: Right) -> Iterator[Callable[[object], None]]:
    """Refuse what is not allowed, and record the use whatever comes of it."""
    found: list[object] = []
    outcome = "done"
    try:
        if not memory.actor.may(right):
            raise NotAllowed(
                f"{verb} takes {ONE[right]}, and {memory.actor.name or 'this actor'} is a {memory.actor.role}"
            )
        yield found.append
    except NotAllowed:
        outcome = "refused"
        raise
    except GraphmemError as error:
        outcome = type(error).__name__
        raise
    except BaseException:
        outcome = "interrupted"
        raise
    finally:
        if memory._engine.audited:
            _recorded(memory, verb, right, outcome, found[0] if found else None)


def _recorded(memory: View, verb: str, right: Right, outcome: str, found: object) -> None:
    """Record it; where that cannot be, what was read is not handed out, of what was written it is said, and what went wrong before stays the error."""
    try:
        _record(memory, verb, right, outcome, found)
    except StoreUnavailable as error:
        if outcome == "done":
            done = "nothing is handed out" if right == "reader" else "it was done all the same: do not repeat it"
            raise StoreUnavailable(f"{verb} could not be recorded in the audit trail, and {done}: {error}") from error
        _log.warning("%s (%s) could not be recorded in the audit trail: %s", verb, outcome, error)


def _record(memory: View, verb: str, right: Right, outcome: str, found: object) -> None:
    ids = list(dict.fromkeys(_ids(found)))
    actor = memory.actor
    entry = AuditEntry(
        memory._engine.clock(), actor.name, actor.role, verb, actor.why, tuple(ids[:IDS]), _count(found, ids), outcome
    )
    for namespace in (memory.namespace, *(memory.reads if right == "reader" else ())):
        memory._engine.store.record(namespace, entry)


def _count(found: object, ids: Sequence[str]) -> int:
    """How much it was about; of what was forgotten there are no ids to tell."""
    match found:
        case ForgetReceipt() | ExportReceipt():
            return found.messages
        case ImportReceipt() | CopyReceipt():
            return found.new
        case Table():
            return len(found.rows)
    return len(ids)


def _ids(found: Any) -> Iterator[str]:
    """The ids of what a verb gave back."""
    match found:
        case Message() | Fact() | Entity():
            yield found.id
        case Context():
            yield from dict.fromkeys(id for section in found.sections for id in section.ids)
        case Change():
            yield from (*found.messages, *found.facts, *found.facts_gone)
        case tuple():
            for each in found:
                yield from _ids(each)
        case _:
            for name in HOLDING.get(type(found), ()):
                yield from _ids(getattr(found, name))
