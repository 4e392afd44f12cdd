"""Copying one namespace into a mirror, by the reads that every store has, and keeping the copy until the namespace has moved."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from threading import Lock
from typing import TYPE_CHECKING

from graphmem.errors import InvalidInput, StoreUnavailable
from graphmem.exploration.contents import Contents
from graphmem.exploration.mirror import Mirror, too_large
from graphmem.resolution.placing import Placing
from graphmem.types import Access, Evidence, Indexed, NameUse, Statement

if TYPE_CHECKING:
    from graphmem.memory.engine import Engine

#: The source of what the user is called, which is no message.
USER_NAME = "user_name"

KINDS: tuple[Indexed, ...] = ("message", "fact", "entity")

#: Mirrors kept at a time, the last used ones: a store may hold thousands of namespaces.
KEPT = 4

#: How often a copy is begun anew that was written to meanwhile.
TRIES = 5


class Mirrors:
    """The mirrors of an engine's namespaces, each made when it is asked for and made anew when its namespace has moved."""

    def __init__(self) -> None:
        self._made: OrderedDict[str, Mirror] = OrderedDict()
        self._lock = Lock()

    def of(self, engine: Engine, namespace: str) -> Mirror:
        """A mirror of what the namespace holds now.

        Raises:
            ConfigError: when the package that runs Cypher is not installed.
            InvalidInput: when the namespace is too large for one.
        """
        with self._lock:
            version = engine.store.version(namespace)
            # Messages that wait to be understood have not raised the version yet.
            messages = sum(session.messages for session in engine.store.sessions(namespace))
            recalls = sum(one.times for one in recalled(engine, namespace).values())
            made = self._made.pop(namespace, None)
            if made is None or not made.is_of(version, messages, recalls, engine.clock()):
                _check_size(engine, namespace)
                made = Mirror(contents(engine, namespace))
            self._made[namespace] = made
            while len(self._made) > KEPT:
                self._made.popitem(last=False)
            return made


def recalled(engine: Engine, namespace: str) -> dict[str, Access]:
    """How often things came up, by id, with what was counted since the last flush."""
    engine.accesses.write(engine.store, namespace)
    return {one.id: one for kind in KINDS for one in engine.store.accesses(namespace, kind)}


def _check_size(engine: Engine, namespace: str) -> None:
    counts = engine.store.counts(namespace)
    if why := too_large(counts.messages + counts.entities + counts.facts):
        raise InvalidInput(why)


def contents(engine: Engine, namespace: str) -> Contents:
    """Everything a namespace holds, read again when something moved while it was read.

    Raises:
        StoreUnavailable: when it moved every time.
    """
    for _ in range(TRIES):
        version = engine.store.version(namespace)
        try:
            read = _contents(engine, namespace, version)
        except KeyError:
            # Somebody who was spoken of in one read was merged or forgotten before the next.
            if engine.store.version(namespace) == version:
                raise
            continue
        if engine.store.version(namespace) == version:
            return read
    raise StoreUnavailable(f"the memory was written to each of the {TRIES} times it was copied; try again")


def _contents(engine: Engine, namespace: str, version: int) -> Contents:
    store = engine.store
    ids = store.message_ids(namespace)
    sessions = store.sessions(namespace)
    evidence = store.evidence(namespace, [*ids, USER_NAME])
    placing = _placing(engine, namespace, evidence)
    summaries = (store.summary(namespace, session.name) for session in sessions)
    return Contents(
        namespace=namespace,
        version=version,
        now=engine.clock(),
        sessions=sessions,
        messages=store.messages(namespace, ids),
        summaries=tuple(summary for summary in summaries if summary is not None),
        entities=store.entities(namespace),
        facts=store.facts_about(namespace, None, as_of=None),
        mentions=tuple(_mentions(evidence, placing)),
        statements=tuple(_statements(evidence, placing)),
        relation=lambda predicate: engine.vocabulary.relation(predicate) or "RELATED_TO",
        recalled=recalled(engine, namespace),
    )


def _placing(engine: Engine, namespace: str, evidence: tuple[Evidence, ...]) -> Placing:
    """Who is who among everything that was said."""
    used = {use.key for one in evidence for use in one.names}
    used |= {key for one in evidence for said in one.statements for key in (said.subject, said.object) if key}
    known = engine.store.identities(namespace, sorted(used))
    salt = engine.store.salt(namespace) if evidence else b""
    return Placing(known.entity_of, known.names, salt=salt, vocabulary=engine.vocabulary)


def _mentions(evidence: tuple[Evidence, ...], placing: Placing) -> Iterator[tuple[str, str, NameUse]]:
    for one in evidence:
        for use in one.names:
            if one.message_id != USER_NAME and use.key in placing.entity_of:
                yield one.message_id, placing.entity_of[use.key], use


def _statements(evidence: tuple[Evidence, ...], placing: Placing) -> Iterator[tuple[str, Statement]]:
    for one in evidence:
        for said in one.statements:
            yield placing(said).fact_id, said
