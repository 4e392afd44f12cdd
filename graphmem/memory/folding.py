"""Keeping the running summary: block by block, what leaves the window is folded into what was kept.

The summary is a function of the session's messages in order: each step folds one block with the messages that the last
step kept lines of. So it grows at the price of a block, and folding anew from the start (after a late message, or without a
forgotten one) gives what would have been had it always been so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from graphmem.context.summary import due, fold
from graphmem.memory.engine import Engine
from graphmem.memory.learning import Related, relate
from graphmem.memory.working import applied
from graphmem.types import Message, Summary

#: Messages of a session that stay verbatim, and how many leave at a time.
KEEP = 20
FOLD = 10


def keep_up(engine: Engine, namespace: str, messages: Sequence[Message]) -> None:
    """Bring the summaries of these new messages' sessions up to date."""
    for session in sorted({message.session for message in messages}):
        new = [message for message in messages if message.session == session]
        applied(engine, namespace, lambda new=new: _kept_up(engine, namespace, new))  # type: ignore[misc]


def _kept_up(engine: Engine, namespace: str, new: Sequence[Message]) -> Related | None:
    """The change to one session's summary, None when it needs none."""
    session = new[0].session
    present, rest = engine.store.unfolded(namespace, session, least=KEEP + FOLD)
    if present and any((message.at, message.seq) <= present.covers_until for message in new):
        summary = _from_the_start(engine, namespace, session, ())
    else:
        summary = _further(engine, namespace, present, rest)
    if summary is None or summary == present:
        return None
    return relate(engine, namespace, cause="fold", summaries=[summary])


def folded_without(engine: Engine, namespace: str, erased: Collection[str]) -> tuple[list[Summary], list[str]]:
    """The summaries of the sessions some messages are erased from, as if they had not been; and those that end."""
    summaries, gone = [], []
    for session in sorted({message.session for message in engine.store.messages(namespace, list(erased))}):
        if engine.store.summary(namespace, session) is not None:
            summary = _from_the_start(engine, namespace, session, erased)
            if summary is None:
                gone.append(session)
            else:
                summaries.append(summary)
    return summaries, gone


def _from_the_start(engine: Engine, namespace: str, session: str, without: Collection[str]) -> Summary | None:
    left_out = set(without)
    ids = [one for one in engine.store.message_ids(namespace, session=session) if one not in left_out]
    return _steps(engine, None, [], engine.store.messages(namespace, ids))


def _further(engine: Engine, namespace: str, present: Summary | None, rest: Sequence[Message]) -> Summary | None:
    """The present summary folded on, from what comes after it; None while that is too little."""
    if not rest:
        return None
    kept = engine.store.messages(namespace, _quoted(present)) if present else ()
    return _steps(engine, present, kept, rest)


def _steps(engine: Engine, summary: Summary | None, kept: Iterable[Message], rest: Sequence[Message]) -> Summary | None:
    """Fold block after block until the rest is a window."""
    known = {message.id: message for message in (*kept, *rest)}
    left = 0
    while block := due(rest[left : left + KEEP + FOLD], keep=KEEP, block=FOLD):
        quoted = [known[one] for one in _quoted(summary)] if summary else []
        summary = fold([*quoted, *block], counter=engine.counter)
        left += len(block)
    return summary


def _quoted(summary: Summary) -> list[str]:
    return sorted({line.message_id for line in summary.lines})
