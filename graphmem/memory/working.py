"""Working off the queue: read messages, extract, resolve, apply; what fails goes back with its reason.

A message is safe before any of this starts. A model is called outside every transaction; what it found is written only if
nothing it was read from changed meanwhile, else it is read again.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar

from graphmem.embedding.meaning import meaning
from graphmem.errors import ConfigError, ModelError, StaleRead
from graphmem.extraction import told
from graphmem.extraction.protocol import Turn
from graphmem.llm.lines import flat
from graphmem.memory.asking import extracted
from graphmem.memory.contention import contended
from graphmem.memory.engine import Engine
from graphmem.memory.foreseeing import FEW
from graphmem.memory.learning import Related, relate
from graphmem.privacy.redacting import masked
from graphmem.privacy.special import without as without_special
from graphmem.resolution.evidence import evidence
from graphmem.types import TRIES, Document, Extraction, Fact, Learned, Message, Summary, Task, Work

#: How long a leased item is ours; a killed process's work is taken over after it.
LEASE = timedelta(minutes=2)

#: Messages extracted and written together.
BLOCK = 200

FIRST_WAIT = timedelta(seconds=10)
LONGEST_WAIT = timedelta(hours=1)
#: The pause of what was tried `TRIES` times.
GIVEN_UP_WAIT = timedelta(days=1)

#: Characters of a reason that are kept.
REASON = 500

Beside = Callable[[], tuple[int, Sequence[Summary]]]
"""Tells summaries that change, and the version they were worked out from."""

BuiltT = TypeVar("BuiltT", bound=Related | None)

_log = logging.getLogger("graphmem")


@dataclass(frozen=True, slots=True)
class Lesson:
    """What one message taught, or why it waits to be understood; `message` is the one, where it was read."""

    learned: tuple[Fact, ...] = ()
    ended: tuple[Fact, ...] = ()
    retracted: tuple[Fact, ...] = ()
    pending: str = ""
    unsupported: bool = False
    message: Message | None = None


def work_off(
    engine: Engine,
    namespace: str,
    message_ids: Sequence[str],
    *,
    known: Mapping[str, Extraction] | None = None,
    tasks: Sequence[Task] = (),
    beside: Beside | None = None,
    at: int | None = None,
) -> dict[str, Lesson]:
    """Understand these messages, as far as they are still work; a lesson for each that was.

    `known` holds what was read of some of them before, by whoever exported them; it is taken once. `tasks` are those of them that are at
    hand: the first attempt does not ask for them. `beside` tells the summaries that are written with what is learned, in one change. `at` is
    the version they were stored at: what is kept as of it is not read either.
    """
    reading = _Reading(engine, namespace, known or {}, tasks, beside=beside, at=at)
    try:
        return contended(engine.store, namespace, lambda turn: _understand(reading, message_ids, turn))
    except (ConfigError, ModelError, StaleRead) as error:
        return _give_back(engine, namespace, engine.store.work(namespace, message_ids), str(error))


def applied(engine: Engine, namespace: str, build: Callable[[], BuiltT]) -> BuiltT:
    """Build changes from what is stored and apply them, anew as often as the namespace moved meanwhile.

    `build` may find that there is nothing to change and give None.

    Raises:
        StaleRead: when others write without pause.
    """

    def attempt(turn: str | None) -> BuiltT:
        related = build()
        if related is not None:
            engine.store.apply(namespace, related.changes, expected_version=related.version, turn=turn)
            engine.continued.drop(namespace)
        return related

    return contended(engine.store, namespace, attempt)


def _give_back(engine: Engine, namespace: str, work: Sequence[Work], reason: str) -> dict[str, Lesson]:
    """Return work to the queue with the reason, to be tried again after a pause that doubles each time, in the end once a day."""
    reason = masked(flat(reason))[:REASON]
    for attempts in sorted({one.attempts for one in work}):
        tried = [one for one in work if one.attempts == attempts]
        wait = GIVEN_UP_WAIT if attempts >= TRIES else min(FIRST_WAIT * 2**attempts, LONGEST_WAIT)
        engine.store.fail(namespace, tried, error=reason, retry_at=engine.clock() + wait)
    _log.warning("%d messages wait in the queue: %s", len(work), reason)
    return {one.message_id: Lesson(pending=reason) for one in work}


class _Reading:
    """What was read so far: a message is read again only if it was queued anew meanwhile, however often its write is."""

    def __init__(
        self,
        engine: Engine,
        namespace: str,
        known: Mapping[str, Extraction],
        at_hand: Sequence[Task],
        *,
        beside: Beside | None,
        at: int | None,
    ) -> None:
        self.engine, self.namespace, self.beside = engine, namespace, beside
        self._known = dict(known)
        self._at_hand = at_hand
        self._at = at
        self._read: dict[tuple[str, int], Extraction] = {}

    def tasks(self, message_ids: Sequence[str]) -> tuple[Task, ...]:
        """The open work of these messages in message order; what is at hand is of the first attempt alone, since it may be overtaken."""
        at_hand, self._at_hand = self._at_hand, ()
        asked = set(message_ids) - {one.message.id for one in at_hand}
        before = self.engine.extractor.context_turns
        found = self.engine.store.tasks(self.namespace, sorted(asked), before=before) if asked else ()
        return tuple(sorted((*at_hand, *found), key=lambda one: (one.message.at, one.message.session, one.message.seq)))

    def at(self) -> int | None:
        """The version the messages were stored at, for the first attempt alone."""
        at, self._at = self._at, None
        return at

    def read(self, tasks: Sequence[Task]) -> tuple[list[tuple[Message, Extraction]], dict[str, str]]:
        """The messages of the work that could be read, with what was read, and why the others could not."""
        generation = {one.message.id: one.work.generation for one in tasks}
        messages = [one.message for one in tasks]
        self._read |= {(key, generation[key]): self._known.pop(key) for key in generation if key in self._known}
        # Only what was read before can have been withdrawn since.
        again = [key for key, number in generation.items() if number > 1]
        for key in withdrawn(self.engine, self.namespace, again) if again else ():
            self._read[key, generation[key]] = told.withdrawn(key)
        new = [one for one in tasks if (one.message.id, one.work.generation) not in self._read]
        found = extracted(self.engine.extractor, [Turn(one.message, one.before) for one in new])
        self._read |= {(key, generation[key]): one for key, one in found.extractions.items()}
        read = [(m, self._read[m.id, generation[m.id]]) for m in messages if (m.id, generation[m.id]) in self._read]
        return read, dict(found.failures)


def _understand(reading: _Reading, message_ids: Sequence[str], turn: str | None) -> dict[str, Lesson]:
    engine, namespace = reading.engine, reading.namespace
    tasks = reading.tasks(message_ids)
    work = {one.message.id: one.work for one in tasks}
    read, failures = reading.read(tasks)
    lessons = _learn(reading, work, read, turn) if read else {}
    for reason in sorted(set(failures.values())):
        failed = [work[key] for key, why in failures.items() if why == reason]
        lessons |= _give_back(engine, namespace, failed, reason)
    return lessons


def _learn(
    reading: _Reading, work: Mapping[str, Work], read: Sequence[tuple[Message, Extraction]], turn: str | None
) -> dict[str, Lesson]:
    engine, namespace = reading.engine, reading.namespace
    learned = [learn(engine, message, extraction, work[message.id].generation) for message, extraction in read]
    messages = [message for message, _ in read]
    vectors = message_vectors(engine, messages)
    version, summaries = reading.beside() if reading.beside is not None else (None, ())
    related = relate(
        engine, namespace, cause="learn", learned=learned, documents=vectors, summaries=summaries, at=reading.at()
    )
    if summaries and version != related.version:
        raise StaleRead(f"the summaries were folded at version {version}, and this was resolved from {related.version}")
    engine.store.apply(namespace, related.changes, expected_version=related.version, turn=turn)
    if related.read is not None and len(learned) <= FEW:
        engine.continued.learned(namespace, related.read, related.said, related.changes, related.after.values())
    taught = _Taught(related, engine.clock())
    return {
        message.id: taught.lesson(message, unsupported=extraction.reading == "unsupported")
        for message, extraction in read
    }


def learn(engine: Engine, message: Message, extraction: Extraction, generation: int) -> Learned:
    """What was understood of a message, with the evidence it comes to."""
    read = without_special(extraction, engine.redaction.kept_out) if engine.redaction.kept_out else extraction
    return Learned(message.id, generation, read, evidence(read, message, engine.vocabulary))


def withdrawn(engine: Engine, namespace: str, ids: Sequence[str]) -> set[str]:
    """Those of the messages whose word no longer counts."""
    read = engine.store.extractions(namespace, ids) if ids else ()
    return {one.message_id for one in read if one.extractor == told.WITHDRAWN}


def turns(
    engine: Engine,
    namespace: str,
    messages: Sequence[Message],
    without: Sequence[str] = (),
    instead: Mapping[str, Message] | None = None,
) -> list[Turn]:
    """Each message with those before it in its session, as if those in `without` did not exist, and some stood `instead` of theirs."""
    wanted, others = engine.extractor.context_turns, instead or {}
    previous = (_previous(engine, namespace, message, wanted, frozenset(without)) for message in messages)
    return [
        Turn(message, tuple(others.get(one.id, one) for one in before))
        for message, before in zip(messages, previous, strict=True)
    ]


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


def message_vectors(engine: Engine, messages: Sequence[Message]) -> list[Document]:
    """The vectors of the messages that have words, where vectors are made."""
    embedder = engine.fitting.to_write()
    if embedder is None:
        return []
    readable = [message for message in messages if message.text.strip()]
    if not readable:
        return []
    vectors = embedder.embed([meaning(message.text) for message in readable])
    return [
        Document("message", message.id, vector=vector, model=embedder.model)
        for message, vector in zip(readable, vectors, strict=True)
    ]


class _Taught:
    """What the changes of a block did, told message by message."""

    def __init__(self, related: Related, now: datetime) -> None:
        self._learned, self._ended, self._retracted = related.learned(now), related.ended(now), related.retracted()
        self._stated: dict[str, list[Fact]] = defaultdict(list)
        for fact in related.after.values():
            for message_id in {one.message_id for one in fact.sources}:
                self._stated[message_id].append(fact)

    def lesson(self, message: Message, *, unsupported: bool) -> Lesson:
        """The part of it that happened in the slots this message states something of."""
        stated = self._stated.get(message.id)
        if stated is None:
            return Lesson(message=message, unsupported=unsupported)
        facts, slots = {fact.id for fact in stated}, {fact.slot for fact in stated}
        return Lesson(
            learned=tuple(fact for fact in self._learned if fact.id in facts),
            ended=tuple(fact for fact in self._ended if fact.slot in slots),
            retracted=tuple(fact for fact in self._retracted if fact.slot in slots),
            unsupported=unsupported,
            message=message,
        )
