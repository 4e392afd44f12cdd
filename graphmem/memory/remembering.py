"""Telling a memory: messages in, each on disk before anything else happens to it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import islice, repeat
from typing import Any, TypeVar

from graphmem.errors import InvalidInput
from graphmem.memory import border, incoming, reading, redacting
from graphmem.memory.draining import drain, understand, understand_new
from graphmem.memory.engine import Engine
from graphmem.memory.folding import ENOUGH
from graphmem.memory.learning import document
from graphmem.memory.retelling import retell_owed
from graphmem.memory.telling import Told, told_fact
from graphmem.memory.view import View
from graphmem.memory.working import BLOCK, LEASE, Lesson
from graphmem.types import (
    Appended,
    Backlog,
    Certainty,
    Receipt,
    Role,
    Stance,
)

#: What the receipt of a message says that the background worker will read.
WAITING = Lesson(pending="it is read in the background; flush() waits for it")

NOTHING = Lesson()

T = TypeVar("T")


class Remembering(View):
    """The verbs that put something in."""

    def remember(
        self,
        content: str | Sequence[Mapping[str, Any]] | Mapping[str, Any],
        *,
        role: Role = "user",
        session: str = "default",
        speaker: str | None = None,
        at: datetime | None = None,
        key: str | None = None,
        importance: float | None = None,
        metadata: Mapping[str, str] | None = None,
        anyway: bool = False,
    ) -> Receipt:
        """Keep a message and learn from it. Once this returns, the message is on disk, whatever extraction came to.

        `content` is text, a JSON object, or content parts as chat endpoints write them; a whole chat message, with its role
        and tool calls, goes to `remember_many`. `at` is when it was said
        (without a zone: UTC; default now); "yesterday" is a day of its zone. A message is the same one, and changes nothing, when its `key` is known, or, given `at`, when
        session, speaker, role, content and `at` are. `importance` in [0, 1] overrides what its facts' predicates
        suggest. A message that was forgotten is not kept again, and the receipt says so, unless `anyway`.

        Raises:
            InvalidInput: when an argument cannot be used; nothing is stored then.
            StoreUnavailable: when the store cannot take it now; nothing is stored then.
        """
        if isinstance(content, Mapping) and {"role", "tool_calls", "tool_call_id"} & content.keys():
            raise InvalidInput("content is a whole chat message; give it to remember_many([message]) instead")
        given = {
            "content": content,
            "role": role,
            "session": session,
            "speaker": speaker,
            "at": at,
            "key": key,
            "importance": importance,
            "metadata": metadata,
        }
        return self.remember_many([given], anyway=anyway)[0]

    def remember_many(self, messages: Iterable[Mapping[str, Any]], *, anyway: bool = False) -> tuple[Receipt, ...]:
        """Keep many messages, in blocks that are each one transaction; a receipt each, in order.

        Each is a mapping with the arguments of `remember`, a chat message with `tool_calls` or `tool_call_id`, or has as `fact` a
        mapping with the arguments of `remember_fact` in place of `content`. `anyway` is as in `remember`.

        Raises:
            InvalidInput: naming the message by its number from 0; messages of earlier blocks are stored by then, and
                giving the same ones again changes nothing if they have a key or `at`.
        """
        if isinstance(messages, (str, bytes, Mapping)) or not isinstance(messages, Iterable):
            raise InvalidInput(f"remember_many takes messages one after another, not {type(messages).__name__}")
        given = border.yes_or_no(anyway, "anyway")
        return tuple(
            receipt for block in _blocks(enumerate(messages)) for receipt in self._remember(block, anyway=given)
        )

    def remember_fact(
        self,
        subject: str,
        predicate: str,
        object: str | None = None,
        *,
        value: str | None = None,
        start: Told | None = None,
        end: Told | None = None,
        stance: Stance = "holds",
        positive: bool = True,
        certainty: Certainty = "certain",
        sentence: str | None = None,
        session: str = "facts",
        at: datetime | None = None,
        key: str | None = None,
        importance: float | None = None,
        metadata: Mapping[str, str] | None = None,
    ) -> Receipt:
        """Keep a fact that a program knows, read by no model; it takes part in timelines as if somebody had said it.

        `subject` and `object` are names ("me" is the user); `value` is a literal instead of an object. `predicate` is a name or
        phrase of the vocabulary ("lives_in", "live in"; "sister" as in "Ana is me's sister"), or any other verb phrase. `start` and `end` are as exact as they are
        written: "2024-03" is a month, a date a day; a last day, month or year counts in, a datetime is the end itself. It is kept as a message of role "system", said at `at` (default now).

        Raises:
            InvalidInput: when a name is blank, both or neither of object and value are given, or a time is none.

        >>> with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        ...     receipt = memory.remember_fact("Ana", "lives_in", "Lisbon", start="2024-05")
        ...     [fact.sentence for fact in memory.facts(about="Ana")]
        ['Ana lives in Lisbon']
        """
        fact = {
            "subject": subject,
            "predicate": predicate,
            "object": object,
            "value": value,
            "start": start,
            "end": end,
            "stance": stance,
            "positive": positive,
            "certainty": certainty,
            "sentence": sentence,
        }
        given = {"role": "system", "fact": fact, "session": session, "at": at, "key": key}
        return self.remember_many([{**given, "importance": importance, "metadata": metadata}])[0]

    def _remember(self, block: Sequence[tuple[int, Mapping[str, Any]]], *, anyway: bool) -> list[Receipt]:
        engine, now = self._engine, self._engine.clock()
        at_work = redacting.redactors(engine, self.namespace, [fields for _, fields in block])
        checked = [
            self._checked(number, one.message, fields) for one, (number, fields) in zip(at_work, block, strict=True)
        ]
        salt = engine.store.salt(self.namespace)
        messages = [incoming.message(one, salt=salt, now=now, fresh=_fresh(engine, one)) for one in checked]
        appended = engine.store.append(
            self.namespace,
            [(message, document("message", message.id, message.text)) for message in messages],
            followers=engine.extractor.context_turns,
            lease_until=None if engine.background else now + LEASE,
            anyway=anyway,
            before=engine.extractor.context_turns,
            least=ENOUGH,
        )
        queued = [one.message.id for one in appended if one.new]
        taken = [dict(one.counted) for one in at_work]
        for one, out in zip(appended, taken, strict=True):
            if one.new and out:
                engine.taken.add(self.namespace, out)
        if engine.background is not None:
            engine.background.notify(self.namespace, partial(drain, engine, self.namespace))
            return list(map(_receipt, appended, repeat(dict.fromkeys(queued, WAITING)), taken))
        lessons = understand_new(engine, self.namespace, appended)
        return list(map(_receipt, appended, repeat(lessons), taken))

    def _checked(self, number: int, clean: Callable[[Any], Any], fields: Mapping[str, Any]) -> incoming.Incoming:
        try:
            return incoming.incoming(self._with_fact(clean(fields)))
        except InvalidInput as error:
            raise InvalidInput(f"message {number}: {error}") from error

    def _with_fact(self, fields: Any) -> Any:
        """A message whose fact is given as `remember_fact` takes it, with the fact in the vocabulary's words."""
        fact = fields.get("fact") if isinstance(fields, Mapping) else None
        if not isinstance(fact, Mapping):
            return fields
        engine = self._engine
        told = told_fact(fact, engine.vocabulary, self_name=reading.self_name(engine, self.namespace))
        return {"session": "facts", "role": "system", **fields, "fact": told}

    def work(self, *, stop: Callable[[], bool] = lambda: False) -> int:
        """Understand what waits, share by share, until nothing does or `stop` says so; how many messages that were.

        For a worker beside the processes that store. What failed is taken when its pause is over; `flush` takes it at once.
        """
        return drain(self._engine, self.namespace, stop)

    def flush(self, *, progress: Callable[[int, int], None] | None = None) -> Backlog:
        """Work off everything that waits or failed, finish scrubbing, and say what still waits.

        What another process has taken is left to it; the work of one that was killed is taken over two minutes later. `progress` is
        told after each block how many messages of how many are done.
        """
        engine, now = self._engine, self._engine.clock()
        if engine.background is not None:
            engine.background.finish()
        work = engine.store.lease(self.namespace, now=now, until=now + LEASE, limit=sys.maxsize, early=True)
        done = 0
        try:
            for block in _blocks(work):
                understand(engine, self.namespace, [one.message_id for one in block])
                done += len(block)
                if progress is not None:
                    progress(done, len(work))
        except BaseException:
            # Given back at once, or the next flush would leave it alone until the lease runs out.
            engine.store.fail(self.namespace, work[done:], error="a flush was interrupted", retry_at=now)
            raise
        retell_owed(engine, self.namespace)
        engine.accesses.write(engine.store, self.namespace)
        engine.store.scrub()
        return engine.store.backlog(self.namespace, now=engine.clock())


def _blocks(items: Iterable[T]) -> Iterator[list[T]]:
    rest = iter(items)
    while block := list(islice(rest, BLOCK)):
        yield block


def _fresh(engine: Engine, one: incoming.Incoming) -> str:
    """An identity for a message that brings none."""
    return engine.fresh() if one.key is None and one.at is None else ""


def _receipt(one: Appended, lessons: Mapping[str, Lesson], taken: Mapping[str, int]) -> Receipt:
    lesson = lessons.get(one.message.id, NOTHING) if one.new else NOTHING
    return Receipt(
        message=one.message,
        new=one.new,
        learned=lesson.learned,
        ended=lesson.ended,
        retracted=lesson.retracted,
        pending=lesson.pending,
        unsupported=lesson.unsupported,
        forgotten=one.forgotten,
        redacted=taken,
    )
