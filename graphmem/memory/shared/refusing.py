"""What is only read cannot be changed: who names something of another namespace is told where it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from graphmem.errors import NotFound
from graphmem.memory import correcting, reading
from graphmem.memory.border import shown
from graphmem.memory.engine import Engine
from graphmem.types import Entity, Fact, Message, Receipt


@contextmanager
def only_here(engine: Engine, reads: Sequence[str], meant: object) -> Iterator[None]:
    """Look for what is meant here; where it is not, and one of the others has it, say so.

    Raises:
        NotFound: when it is not here.
    """
    try:
        yield
    except NotFound as error:
        there = next((each for each in reads if _is_there(engine, each, meant)), None)
        if there is None:
            raise
        raise NotFound(
            f"{shown(_called(meant))} is of {there!r}, which this memory only reads; open that namespace to change it"
        ) from error


def _called(meant: object) -> object:
    if isinstance(meant, Receipt):
        return meant.message.text
    return meant.sentence if isinstance(meant, Fact) else getattr(meant, "name", getattr(meant, "text", meant))


def _is_there(engine: Engine, namespace: str, meant: object) -> bool:
    if isinstance(meant, Receipt):
        meant = meant.message
    if isinstance(meant, Fact | Entity | Message) and meant.namespace:
        return meant.namespace == namespace
    named = meant.id if isinstance(meant, Fact | Entity | Message) else meant
    return isinstance(named, str) and (_by_id(engine, namespace, named) or _by_name(engine, namespace, named))


def _by_id(engine: Engine, namespace: str, named: str) -> bool:
    store = engine.store
    return bool(
        store.facts(namespace, [named]) or store.messages(namespace, [named]) or store.entities(namespace, ids=[named])
    )


def _by_name(engine: Engine, namespace: str, named: str) -> bool:
    for look in (reading.entity_named, correcting.fact_meant):
        try:
            look(engine, namespace, named)
        except NotFound:
            continue
        return True
    return False
