"""The one place where doors meet memory: every verb of its face is allowed here, and where a trail is kept, told.

A verb that another verb calls is part of it: what is allowed and told is what the caller asked for.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from types import MappingProxyType
from typing import Any, TypeVar

from graphmem.errors import GraphmemError, NotAllowed
from graphmem.memory.view import View
from graphmem.types import (
    AuditEntry,
    Context,
    EditReceipt,
    Entity,
    ExportReceipt,
    Fact,
    ForgetReceipt,
    ImportReceipt,
    Message,
    Neighbourhood,
    Recall,
    Receipt,
    Right,
)

V = TypeVar("V", bound=type[View])

#: What each verb takes.
NEEDED: MappingProxyType[str, Right] = MappingProxyType(
    {
        **dict.fromkeys(
            (
                *("recall", "context", "messages", "exchanges", "entities", "entity", "facts", "history", "changes"),
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

#: Verbs that end or narrow a memory's use, and are everybody's.
FREE = frozenset({"open", "close", "acting"})

#: How many ids of one use are kept.
IDS = 50

_inside = threading.local()


def guarded(face: V) -> V:
    """The face with every verb behind the guard."""
    for verb, right in NEEDED.items():
        setattr(face, verb, _behind(getattr(face, verb), verb, right))
    return face


def _behind(method: Callable[..., Any], verb: str, right: Right) -> Callable[..., Any]:
    @wraps(method)
    def call(self: View, /, *args: Any, **options: Any) -> Any:
        if self in _within():
            return method(self, *args, **options)
        with _told(self, verb, right) as tell, _as_part(self):
            found = method(self, *args, **options)
            tell(found)
            return found

    return call


def _within() -> list[View]:
    """The memories that this thread is inside a verb of."""
    if not hasattr(_inside, "memories"):
        _inside.memories = []
    found: list[View] = _inside.memories
    return found


@contextmanager
def _as_part(memory: View) -> Iterator[None]:
    _within().append(memory)
    try:
        yield
    finally:
        _within().remove(memory)


@contextmanager
def _told(memory: View, verb: str, right: Right) -> Iterator[Callable[[object], None]]:
    """Refuse what is not allowed, and record the use whatever comes of it."""
    found: list[object] = []
    outcome = "done"
    try:
        if not memory.actor.may(right):
            raise NotAllowed(
                f"{verb} takes a {right}, and {memory.actor.name or 'this actor'} is a {memory.actor.role}"
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
            _record(memory, verb, right, outcome, found[0] if found else None)


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
        case ImportReceipt():
            return found.new
    return len(ids)


def _ids(found: Any) -> Iterator[str]:
    """The ids of what a verb gave back."""
    match found:
        case Message() | Fact() | Entity():
            yield found.id
        case Receipt() | EditReceipt():
            yield found.message.id
            yield from (fact.id for fact in (*found.learned, *found.ended, *found.retracted))
        case Recall():
            yield from _ids((*found.facts, *found.messages, *found.entities))
        case Context():
            yield from dict.fromkeys(id for section in found.sections for id in section.ids)
        case Neighbourhood():
            yield from _ids((*found.facts, *found.entities))
        case tuple():
            for each in found:
                yield from _ids(each)
