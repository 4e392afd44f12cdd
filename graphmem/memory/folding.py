"""Keeping the running summary: block by block, what leaves the window is folded into what was kept.

The summary is a function of the session's messages in order: each step folds one block with the messages that the last
step kept lines of. So it grows at the price of a block, and folding anew from the start (after a late message, or without a
forgotten one) gives what would have been had it always been so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from graphmem.context.summary import Sentences, due, folded
from graphmem.memory.engine import Engine
from graphmem.memory.learning import Related
from graphmem.memory.working import applied
from graphmem.types import Changes, Message, Summary, SummaryLine, Unfolded

#: Messages of a session that stay verbatim, and how many leave at a time.
KEEP = 20
FOLD = 10

#: So many messages after what a summary covers are enough to fold.
ENOUGH = KEEP + FOLD


@dataclass(frozen=True, slots=True)
class Folded:
    """A summary as it was just folded: its lines `before`, and the messages of the `block` that left the window.

    The block is empty when more than one left at once, or the session was folded anew; the summary's own lines then say what
    there was. `last` is the id of the last message covered.
    """

    summary: Summary
    before: tuple[SummaryLine, ...]
    block: tuple[Message, ...]
    last: str


def keep_up(engine: Engine, namespace: str, messages: Sequence[Message]) -> list[Folded]:
    """Bring the summaries of these new messages' sessions up to date, in one change; those that changed and what left their windows."""
    step = Step(engine, namespace, messages)
    applied(engine, namespace, step.change)
    return step.folded


class Step:
    """The change to the summaries of sessions, worked out anew whenever the namespace moved; by itself, or beside what is learned."""

    def __init__(self, engine: Engine, namespace: str, new: Sequence[Message]) -> None:
        self._engine, self._namespace = engine, namespace
        self._new: dict[str, list[Message]] = defaultdict(list)
        for message in new:
            self._new[message.session].append(message)
        self.folded: list[Folded] = []

    def summaries(self) -> tuple[int, tuple[Summary, ...]]:
        """The version it was worked out from, and the summaries that change."""
        self.folded = []
        # What is read of the sessions after the version is refused if the namespace moved meanwhile.
        version, there = self._engine.store.unfolded(self._namespace, sorted(self._new), least=ENOUGH)
        found = [self._summary(session, unfolded) for session, unfolded in there.items()]
        return version, tuple(one for one in found if one is not None)

    def change(self) -> Related | None:
        """The change, None when none is needed."""
        version, summaries = self.summaries()
        if not summaries:
            return None
        return Related(Changes(cause="fold", at=self._engine.clock(), summaries=summaries), version, {}, {})

    def _summary(self, session: str, unfolded: Unfolded) -> Summary | None:
        """The summary a session has now, None when it is as it was."""
        engine, namespace = self._engine, self._namespace
        present, rest = unfolded.summary, unfolded.after
        late = present and any((message.at, message.seq) <= present.covers_until for message in self._new[session])
        anew = _from_the_start(engine, namespace, session, ()) if late else None
        summary = anew or _further(engine, unfolded)
        if summary is None or summary == present:
            return None
        left = [message for message in rest if (message.at, message.seq) <= summary.covers_until]
        if left:
            block = () if late or len(left) > 2 * FOLD else tuple(left)
            self.folded.append(Folded(summary, present.lines if present else (), block, left[-1].id))
        return summary


def folded_without(engine: Engine, namespace: str, erased: Collection[str]) -> tuple[list[Summary], list[str]]:
    """The summaries of the sessions some messages are erased from, as if they had not been; and those that end."""
    return folded_anew(engine, namespace, erased, {})


def folded_with(engine: Engine, namespace: str, reworded: Message) -> tuple[list[Summary], list[str]]:
    """The summary of a message's session, if it covers it, as if the message had always said what it says here; and those that end."""
    return folded_anew(engine, namespace, (), {reworded.id: reworded})


def folded_anew(
    engine: Engine, namespace: str, erased: Collection[str], instead: Mapping[str, Message]
) -> tuple[list[Summary], list[str]]:
    """The summaries that cover an erased message, or one that others stand `instead` of, folded from the start; and those that end."""
    summaries, gone = [], []
    gone_messages = engine.store.messages(namespace, list(erased)) if erased else ()
    for session in sorted({message.session for message in (*gone_messages, *instead.values())}):
        present = engine.store.summary(namespace, session)
        touched = [message for message in instead.values() if message.session == session]
        covered = present and any((message.at, message.seq) <= present.covers_until for message in touched)
        if present is None or not (covered or any(message.session == session for message in gone_messages)):
            continue
        summary = _from_the_start(engine, namespace, session, erased, instead)
        if summary is None:
            gone.append(session)
        else:
            summaries.append(summary)
    return summaries, gone


def _from_the_start(
    engine: Engine,
    namespace: str,
    session: str,
    without: Collection[str],
    instead: Mapping[str, Message] | None = None,
) -> Summary | None:
    left_out, others = set(without), instead or {}
    ids = [one for one in engine.store.message_ids(namespace, session=session) if one not in left_out]
    said = engine.store.messages(namespace, ids)
    return _steps(engine, None, [], [others.get(one.id, one) for one in said])


def _further(engine: Engine, unfolded: Unfolded) -> Summary | None:
    """The present summary folded on, from what comes after it; None while that is too little."""
    present, rest = unfolded.summary, unfolded.after
    if not rest:
        return None
    if present is None:
        return _steps(engine, None, (), rest)
    # A model's words stand as they are, before what was said since.
    retold = tuple(line for line in present.lines if is_retold(line))
    spoken = replace(present, lines=tuple(line for line in present.lines if not is_retold(line)))
    folded = _steps(engine, spoken, unfolded.quoted, rest)
    return None if folded is None else replace(folded, lines=(*retold, *folded.lines))


def is_retold(line: SummaryLine) -> bool:
    """Whether a line of a summary is a model's sentence, which nobody said."""
    return not line.speaker


def _steps(engine: Engine, summary: Summary | None, kept: Iterable[Message], rest: Sequence[Message]) -> Summary | None:
    """Fold block after block until the rest is a window."""
    known = {message.id: message for message in (*kept, *rest)}
    read = Sentences(engine.counter)
    left = 0
    while block := due(rest[left : left + KEEP + FOLD], keep=KEEP, block=FOLD):
        quoted = [known[one] for one in _quoted(summary)] if summary else []
        summary = folded([*quoted, *block], read)
        left += len(block)
    return summary


def _quoted(summary: Summary) -> list[str]:
    return sorted({line.message_id for line in summary.lines})
