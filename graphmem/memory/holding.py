"""Reading all that is held of a namespace beside its messages: what was derived, what came up, what waits, what is kept of the forgotten."""

from __future__ import annotations

from collections.abc import Iterator

from graphmem.formats import held
from graphmem.memory.engine import Engine
from graphmem.types import Access, Indexed

#: Facts whose messages are read together.
BLOCK = 200


def lines(engine: Engine, namespace: str) -> Iterator[str]:
    """A line for each thing, in an order that depends on nothing but them."""
    store = engine.store
    engine.accesses.write(store, namespace)
    used = _used(engine, namespace, "entity")
    yield from (held.entity_line(one, used.get(one.id)) for one in store.entities(namespace))
    yield from _facts(engine, namespace)
    came_up = _used(engine, namespace, "message")
    for message in store.messages(namespace, sorted(came_up)):
        yield held.recalled_line(message, came_up[message.id])
    changes = store.journal(namespace, limit=store.version(namespace))
    yield from map(held.change_line, reversed(changes))
    yield held.held_line(
        store.backlog(namespace, now=engine.clock()),
        tombstones=len(store.tombstones(namespace)),
        changes=len(changes),
        vectors_of=_vectors_of(engine),
    )


def beside(engine: Engine, namespace: str) -> list[tuple[str, str]]:
    """The same in words and numbers, for the page that people read."""
    store = engine.store
    engine.accesses.write(store, namespace)
    backlog = store.backlog(namespace, now=engine.clock())
    waiting = backlog.waiting + backlog.leased + backlog.failed
    came_up = sum(one.times for kind in ("message", "fact") for one in store.accesses(namespace, kind))
    changes = len(store.journal(namespace, limit=store.version(namespace)))
    return [
        ("Messages that wait to be understood", str(waiting)),
        ("Changes in the journal, by ids", str(changes)),
        ("How often messages and facts came up in answers", str(came_up)),
        ("Marks of forgotten messages, which say nothing of them", str(len(store.tombstones(namespace)))),
        ("Vectors of texts, made by", _vectors_of(engine) or "none"),
    ]


def _vectors_of(engine: Engine) -> str | None:
    mark = engine.store.embedder()
    return mark.model if mark else None


def _used(engine: Engine, namespace: str, kind: Indexed) -> dict[str, Access]:
    return {one.id: one for one in engine.store.accesses(namespace, kind)}


def _facts(engine: Engine, namespace: str) -> Iterator[str]:
    used = _used(engine, namespace, "fact")
    facts = engine.store.facts_about(namespace, None, as_of=None)
    for start in range(0, len(facts), BLOCK):
        block = facts[start : start + BLOCK]
        stating = sorted({source.message_id for fact in block for source in fact.sources})
        messages = {one.id: one for one in engine.store.messages(namespace, stating)}
        yield from (held.fact_line(fact, messages, used.get(fact.id)) for fact in block)
