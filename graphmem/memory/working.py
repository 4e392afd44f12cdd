"""Working off the queue: read messages, extract, resolve, apply; what fails goes back with its reason.

A message is safe before any of this starts. A model is called outside every transaction; what it found is written only if
nothing it was read from changed meanwhile, else it is read again.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

from graphmem.errors import ConfigError, ModelError, StaleRead
from graphmem.extraction.protocol import Turn
from graphmem.memory.engine import Engine
from graphmem.memory.learning import Related, relate
from graphmem.resolution.evidence import evidence
from graphmem.store.protocols import EmbedderMark
from graphmem.types import Document, Extraction, Fact, Learned, Message, Work

#: How long a leased item is ours; a killed process's work is taken over after it.
LEASE = timedelta(minutes=2)

#: Messages extracted and written together.
BLOCK = 200

#: How often a write that keeps meeting newer versions is tried before its messages go back to the queue.
ATTEMPTS = 60

FIRST_WAIT = timedelta(seconds=10)
LONGEST_WAIT = timedelta(hours=1)

BuiltT = TypeVar("BuiltT", bound=Related | None)

_log = logging.getLogger("graphmem")


@dataclass(frozen=True, slots=True)
class Lesson:
    """What one message taught, or why it waits to be understood."""

    learned: tuple[Fact, ...] = ()
    ended: tuple[Fact, ...] = ()
    retracted: tuple[Fact, ...] = ()
    pending: str = ""


def work_off(engine: Engine, namespace: str, message_ids: Sequence[str]) -> dict[str, Lesson]:
    """Understand these messages, as far as they are still work; a lesson for each that was."""
    for attempt in range(ATTEMPTS):
        work = engine.store.work(namespace, message_ids)
        if not work:
            return {}
        try:
            return _understand(engine, namespace, work)
        except StaleRead:
            _step_aside(attempt)
        except (ModelError, ConfigError) as error:
            return _give_back(engine, namespace, work, str(error))
    return _give_back(engine, namespace, engine.store.work(namespace, message_ids), "others write without pause")


def applied(engine: Engine, namespace: str, build: Callable[[], BuiltT]) -> BuiltT:
    """Build changes from what is stored and apply them, anew as often as the namespace moved meanwhile.

    `build` may find that there is nothing to change and give None.

    Raises:
        StaleRead: when others write without pause.
    """
    for attempt in range(ATTEMPTS):
        related = build()
        if related is None:
            return related
        try:
            engine.store.apply(namespace, related.changes, expected_version=related.version)
        except StaleRead:
            _step_aside(attempt)
        else:
            return related
    raise StaleRead(f"namespace {namespace!r} is written to without pause; try again when it is quieter")


def _step_aside(attempt: int) -> None:
    """Wait a random while, longer the more often it was in vain, so that rivals do not meet again."""
    time.sleep(random.uniform(0, 0.002 * min(attempt + 1, 10)))


def _give_back(engine: Engine, namespace: str, work: Sequence[Work], reason: str) -> dict[str, Lesson]:
    attempts = max((one.attempts for one in work), default=0)
    wait = min(FIRST_WAIT * 2 ** min(attempts, 12), LONGEST_WAIT)
    engine.store.fail(namespace, work, error=reason, retry_at=engine.clock() + wait)
    _log.warning("%d messages wait in the queue: %s", len(work), reason)
    return {one.message_id: Lesson(pending=reason) for one in work}


def _understand(engine: Engine, namespace: str, work: Sequence[Work]) -> dict[str, Lesson]:
    generation = {one.message_id: one.generation for one in work}
    messages = engine.store.messages(namespace, list(generation))
    extractions = engine.extractor.extract(turns(engine, namespace, messages))
    learned = [
        learn(engine, message, extraction, generation[message.id])
        for message, extraction in zip(messages, extractions, strict=True)
    ]
    related = relate(engine, namespace, cause="learn", learned=learned, documents=_message_vectors(engine, messages))
    engine.store.apply(namespace, related.changes, expected_version=related.version)
    return {message.id: _lesson(engine, message, related) for message in messages}


def learn(engine: Engine, message: Message, extraction: Extraction, generation: int) -> Learned:
    """What was understood of a message, with the evidence it comes to."""
    return Learned(message.id, generation, extraction, evidence(extraction, message, engine.vocabulary))


def turns(engine: Engine, namespace: str, messages: Sequence[Message], without: Sequence[str] = ()) -> list[Turn]:
    """Each message with those before it in its session, as if those in `without` did not exist."""
    wanted = engine.extractor.context_turns
    return [Turn(message, _previous(engine, namespace, message, wanted, frozenset(without))) for message in messages]


def _previous(
    engine: Engine, namespace: str, message: Message, wanted: int, without: frozenset[str]
) -> tuple[Message, ...]:
    limit = wanted
    while True:
        window = engine.store.window(namespace, message.session, limit=limit, before=message) if wanted else ()
        kept = tuple(one for one in window if one.id not in without)
        if len(kept) >= wanted or len(window) < limit:
            return kept[-wanted:] if wanted else ()
        limit *= 2


def _message_vectors(engine: Engine, messages: Sequence[Message]) -> list[Document]:
    if engine.embedder is None:
        return []
    engine.store.mark_embedder(EmbedderMark(engine.embedder.model, engine.embedder.dimension))
    readable = [message for message in messages if message.text.strip()]
    vectors = engine.embedder.embed([message.text for message in readable])
    return [Document("message", message.id, vector=vector) for message, vector in zip(readable, vectors, strict=True)]


def _lesson(engine: Engine, message: Message, related: Related) -> Lesson:
    """The part of a block's changes that happened in the slots this message states something of."""
    now = engine.clock()
    stated = [fact for fact in related.after.values() if any(one.message_id == message.id for one in fact.sources)]
    facts, slots = {fact.id for fact in stated}, {fact.slot for fact in stated}
    return Lesson(
        learned=tuple(fact for fact in related.learned(now) if fact.id in facts),
        ended=tuple(fact for fact in related.ended(now) if fact.slot in slots),
        retracted=tuple(fact for fact in related.retracted() if fact.slot in slots),
    )
