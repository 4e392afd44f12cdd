"""Understanding messages and keeping their sessions' summaries: what `remember`, `flush` and every worker come down to."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence

from graphmem.errors import StaleRead
from graphmem.memory.engine import Engine
from graphmem.memory.folding import Folded, Step, keep_up
from graphmem.memory.retelling import retell, retell_owed
from graphmem.memory.working import LEASE, Lesson, work_off
from graphmem.types import Appended, Message

_log = logging.getLogger("graphmem")

#: Messages a worker takes at once: few enough that another one finds some too.
SHARE = 50


def understand(engine: Engine, namespace: str, ids: Sequence[str]) -> dict[str, Lesson]:
    """Understand messages leased to the caller, and fold what left the window of their sessions."""
    lessons = work_off(engine, namespace, list(dict.fromkeys(ids)))
    _fold(engine, namespace, _messages(engine, namespace, ids, lessons))
    return lessons


def understand_new(engine: Engine, namespace: str, appended: Sequence[Appended]) -> dict[str, Lesson]:
    """Understand messages as they were just stored, and those after them; what storing them told is not asked again."""
    new = [one for one in appended if one.new]
    ids = dict.fromkeys([*(one.message.id for one in new), *(moved for one in new for moved in one.requeued)])
    tasks, due = [one.task for one in new if one.task], [one.message for one in new if one.due]
    step = Step(engine, namespace, due)
    at = next((one.version for one in new), None)
    lessons = work_off(engine, namespace, list(ids), tasks=tasks, beside=step.summaries if due else None, at=at)
    # Where nothing was learned, there was nothing to fold beside.
    apart = all(one.pending for one in lessons.values())
    _retell(engine, namespace, lambda: keep_up(engine, namespace, due) if apart and due else step.folded)
    return lessons


def _fold(engine: Engine, namespace: str, messages: Sequence[Message]) -> None:
    """Fold what left the window of the sessions of these messages."""
    if messages:
        _retell(engine, namespace, lambda: keep_up(engine, namespace, messages))


def _retell(engine: Engine, namespace: str, fold: Callable[[], Iterable[Folded]]) -> None:
    """Have what is folded said by a model, where there is one."""
    try:
        for folded in fold():
            retell(engine, namespace, folded)
    except StaleRead as error:
        # The messages are kept and the next one folds what this one could not.
        _log.warning("the running summary waits: %s", error)


def _messages(engine: Engine, namespace: str, ids: Sequence[str], lessons: Mapping[str, Lesson]) -> tuple[Message, ...]:
    """The messages of these ids; those that were understood are at hand."""
    known = {one: lessons[one].message for one in ids if one in lessons}
    at_hand = [message for message in known.values() if message is not None]
    unknown = [one for one in ids if known.get(one) is None]
    return (*at_hand, *(engine.store.messages(namespace, unknown) if unknown else ()))


def drain(engine: Engine, namespace: str, until: Callable[[], bool] = lambda: False) -> int:
    """Take what waits, share by share, until nothing does or `until` says so; how many messages that were."""
    done = 0
    while not until():
        now = engine.clock()
        work = engine.store.lease(namespace, now=now, until=now + LEASE, limit=SHARE)
        if not work:
            break
        understand(engine, namespace, [one.message_id for one in work])
        done += len(work)
    retell_owed(engine, namespace)
    return done
