"""Reading an export of graphmem back: what was read of messages is taken as it is, so no model is asked.

What an extractor reads of a message depends on the messages before it. In a memory that knows other messages of the same session, a message may
stand behind others than where it was read; then, and where the export does not say what was read, it is read anew. Everything
is keyed, so an import that was stopped is finished by repeating it.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from graphmem.errors import InvalidInput
from graphmem.extraction.told import WITHDRAWN
from graphmem.formats.archive import End, Folded, Header, Kept, Record, parse
from graphmem.formats.found import Problem
from graphmem.ids import mark, opaque
from graphmem.memory.bringing import Counted, Report
from graphmem.memory.engine import Engine
from graphmem.memory.folding import keep_up
from graphmem.memory.incoming import text_of
from graphmem.memory.learning import document, relate
from graphmem.memory.naming import name_user, user_name_of
from graphmem.memory.redacting import redacted, redactor
from graphmem.memory.working import LEASE, applied, work_off
from graphmem.types import Extraction, ImportReceipt, Message, Summary, SummaryLine

#: Messages stored together.
BLOCK = 200


def restore(
    engine: Engine,
    namespace: str,
    lines: Iterable[tuple[int, bytes]],
    *,
    report: Report,
    moved: Callable[[int], None],
    anyway: bool = False,
) -> ImportReceipt:
    """Take in an export line by line; `moved` is told after each block how many messages were looked at.

    What was forgotten here is passed over, unless `anyway`.

    Raises:
        InvalidInput: when the first line is no header of an export.
    """
    restoring = _Restoring(engine, namespace, report, anyway=anyway)
    for number, line in lines:
        if line.strip() and restoring.take(number, line):
            moved(restoring.seen)
    restoring.finish()
    moved(restoring.seen)
    return restoring.counted.receipt()


class _Restoring:
    """An import on its way."""

    def __init__(self, engine: Engine, namespace: str, report: Report, *, anyway: bool) -> None:
        self._engine, self._namespace, self._report = engine, namespace, report
        self._anyway = anyway
        self._marks = frozenset() if anyway else frozenset(engine.store.tombstones(namespace))
        self._salt = engine.store.salt(namespace)
        self._before = {one.name: one.messages for one in engine.store.sessions(namespace)}
        self._previous: dict[str, deque[str]] = defaultdict(lambda: deque(maxlen=engine.extractor.context_turns))
        self._block: list[Kept] = []
        self._count: Counter[str] = Counter()
        self._first: dict[str, Message] = {}
        self._folded: dict[str, Folded] = {}
        self._header: Header | None = None
        self._ended = False
        self._line = 0
        self.counted = Counted()

    @property
    def seen(self) -> int:
        """How many messages were looked at."""
        return self.counted.new + self.counted.known + self.counted.forgotten

    def take(self, number: int, line: bytes) -> bool:
        """Take in one line; True when a block was stored."""
        self._line = number
        try:
            record = parse(line)
        except ValueError as error:
            if self._header is None:
                raise InvalidInput(f"this is no export of graphmem: line {number} {error}") from error
            self._problem(f"{error}")
            return False
        return self._taken(record)

    def _taken(self, record: Record) -> bool:
        if self._header is None and not isinstance(record, Header):
            raise InvalidInput("this is no export of graphmem: it does not begin with a header")
        match record:
            case Header():
                self._header = self._header or record
            case Kept():
                self._keep(record)
                if len(self._block) == BLOCK:
                    self._store()
                    return True
            case Folded():
                self._folded[record.session] = record
            case End():
                self._ended = True
        return False

    def _keep(self, kept: Kept) -> None:
        """Take in a message; what was read of one that held what must not be kept was read of other words, and is read anew."""
        try:
            clean = redacted(self._engine, self._namespace, kept.message)
        except InvalidInput as error:
            self._problem(str(error))
            return
        if clean is not kept.message:
            kept = replace(kept, message=replace(clean, text=text_of(clean.parts)), read=None)
        self._block.append(kept)

    def _problem(self, reason: str) -> None:
        problem = Problem(f"line {self._line}", reason)
        self.counted.count(problem)
        self._report(problem)

    def finish(self) -> None:
        """Store what is left, the summaries and the user's name."""
        if self._header is None:
            raise InvalidInput("this is no export of graphmem: it is empty")
        self._store()
        if not self._ended:
            self._problem("the file ends here and seems cut off; what came before it is kept")
        self._summarise()
        name = self._header.user_name
        if name is not None and user_name_of(self._engine, self._namespace) is None:
            name_user(self._engine, self._namespace, name)

    def _store(self) -> None:
        block = [replace(one, message=self._identified(one.message)) for one in self._block]
        self._block = []
        for understood, some in groupby(block, lambda one: one.read is not None):
            self._append(list(some), understood=understood)

    def _identified(self, message: Message) -> Message:
        return replace(message, id=self._id(message.key))

    def _id(self, key: str) -> str:
        return opaque(self._salt, "message", key)

    def _append(self, kept: Sequence[Kept], *, understood: bool) -> None:
        """Store messages in one transaction, then what was read of them in another."""
        store, shared = self._engine.store, any(one.message.session in self._before for one in kept)
        appended = store.append(
            self._namespace,
            [(one.message, document("message", one.message.id, one.message.text)) for one in kept],
            followers=self._engine.extractor.context_turns if shared else 0,
            lease_until=self._engine.clock() + LEASE if understood else None,
            anyway=self._anyway,
        )
        new = [one.message for one in appended if one.new]
        self.counted.new += len(new)
        self.counted.forgotten += sum(one.forgotten for one in appended)
        self.counted.known += sum(not (one.new or one.forgotten) for one in appended)
        for message in new:
            self._first.setdefault(message.session, message)
        taken = [self._taken_over(one.message, was) for one, was in zip(appended, kept, strict=True)]
        known = {one.message_id: one for one in taken if one is not None}
        wanted = {*known, *(message.id for message in new if understood)}
        wanted |= {moved for one in appended for moved in one.requeued}
        if wanted:
            work_off(self._engine, self._namespace, sorted(wanted), known=known)

    def _taken_over(self, message: Message, kept: Kept) -> Extraction | None:
        """What was read of a message, if it says here what it said there, and stands behind the same messages."""
        read = kept.read if kept.message.text == message.text else None
        before = self._previous[message.session]
        expected = list(before)
        before.append(message.key)
        self._count[message.session] += 1
        if read is None or self._is_forgotten(message.key):
            return None
        if read.extractor != WITHDRAWN and any(map(self._is_forgotten, [*expected, *read.used])):
            return None
        if message.session in self._before and read.extractor != WITHDRAWN:
            wanted = self._engine.extractor.context_turns
            here = self._engine.store.window(self._namespace, message.session, limit=wanted, before=message)
            if [each.key for each in here] != expected:
                return None
        return replace(read, message_id=message.id, used=tuple(self._id(key) for key in read.used))

    def _is_forgotten(self, key: str) -> bool:
        return bool(self._marks) and mark(self._salt, key) in self._marks

    def _summarise(self) -> None:
        """Take over the summaries of sessions that are here as they were there; fold the others."""
        here = {one.name: one.messages for one in self._engine.store.sessions(self._namespace)}
        summaries = []
        for session in sorted(self._count):
            folded = self._folded.get(session)
            if self._ended and here.get(session) == self._count[session]:
                summary = folded and self._summary(folded)
                if summary and summary != self._engine.store.summary(self._namespace, session):
                    summaries.append(summary)
            elif session in self._first:
                keep_up(self._engine, self._namespace, [self._first[session]])
        if summaries:
            applied(
                self._engine,
                self._namespace,
                lambda: relate(self._engine, self._namespace, cause="fold", summaries=summaries),
            )

    def _summary(self, folded: Folded) -> Summary | None:
        """The summary with ids of this memory; None when what it covers is not here."""
        found = _by_key(self._engine.store.messages(self._namespace, [self._id(folded.covers)]))
        covers = found.get(folded.covers)
        if covers is None:
            return None
        clean = redactor(self._engine, self._namespace, refusing=False).text
        lines = tuple(SummaryLine(self._id(one.message), one.at, one.speaker, clean(one.text)) for one in folded.lines)
        return Summary(folded.session, lines, (covers.at, covers.seq))


def _by_key(messages: Iterable[Message]) -> Mapping[str, Message]:
    return {one.key: one for one in messages}
