"""Reading everything again with today's extractor: what each message says now takes the place of what was read of it before.

It works in blocks, each one transaction. A message read by the very extractor in use is left as it is, so that a reading that was stopped is finished
by repeating it. What could not be read keeps what was read before. Decisions and told facts are read as they stand, and a word that was withdrawn stays so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from graphmem.extraction import told
from graphmem.memory.asking import Read, extracted, names
from graphmem.memory.engine import Engine
from graphmem.memory.learning import Related, relate
from graphmem.memory.working import applied, learn, turns
from graphmem.types import Extraction, Learned, ReextractReceipt

#: Messages read together: fewer than are written together elsewhere, since a model may be slow and what it read is paid for.
BLOCK = 50

Moved = Callable[[int, int], None]


@dataclass(slots=True)
class _Tally:
    read: int = 0
    changed: int = 0
    facts: set[str] = field(default_factory=set)
    failures: dict[str, str] = field(default_factory=dict)


def reextract(engine: Engine, namespace: str, *, everything: bool, moved: Moved) -> ReextractReceipt:
    """Read all messages again; see `Memory.reextract`."""
    ids = engine.store.message_ids(namespace)
    tally = _Tally()
    for start in range(0, len(ids), BLOCK):
        block = ids[start : start + BLOCK]
        _block(engine, namespace, block, tally, everything=everything)
        moved(min(start + BLOCK, len(ids)), len(ids))
    backlog = engine.store.backlog(namespace, now=engine.clock())
    return ReextractReceipt(
        messages=len(ids),
        read=tally.read,
        changed=tally.changed,
        facts=len(tally.facts),
        failed=len(tally.failures),
        waiting=backlog.waiting + backlog.leased + backlog.failed,
        errors=tuple(sorted(set(tally.failures.values()))),
    )


def _block(engine: Engine, namespace: str, ids: Sequence[str], tally: _Tally, *, everything: bool) -> None:
    stored = {one.message_id: one for one in engine.store.extractions(namespace, ids)}
    wanted = [key for key, one in stored.items() if _is_due(engine, one, everything=everything)]
    read = _read(engine, namespace, wanted)
    tally.read += len(read.extractions)
    tally.failures |= read.failures
    changed = {key: one for key, one in read.extractions.items() if one != stored[key]}
    if not changed:
        return
    tally.changed += len(changed)
    related = applied(engine, namespace, lambda: _related(engine, namespace, changed))
    if related is not None:
        tally.facts |= {*(fact.id for fact in related.changes.facts), *related.changes.facts_gone}


def _is_due(engine: Engine, stored: Extraction, *, everything: bool) -> bool:
    """Whether a message is to be read: not what nobody reads, and else only what another extractor read."""
    if stored.extractor in (told.NAME, told.WITHDRAWN):
        return False
    return everything or (stored.extractor, stored.version) not in names(engine.extractor)


def _read(engine: Engine, namespace: str, ids: Sequence[str]) -> Read:
    return extracted(engine.extractor, turns(engine, namespace, engine.store.messages(namespace, ids)) if ids else [])


def _related(engine: Engine, namespace: str, read: dict[str, Extraction]) -> Related | None:
    """The change, without messages that were forgotten, withdrawn or queued anew since they were read."""
    ids = list(read)
    queued = {work.message_id for work in engine.store.work(namespace, ids)}
    withdrawn = {o.message_id for o in engine.store.extractions(namespace, ids) if o.extractor == told.WITHDRAWN}
    left = [one for one in engine.store.messages(namespace, ids) if one.id not in queued | withdrawn]
    learned: list[Learned] = [learn(engine, message, read[message.id], 0) for message in left]
    return relate(engine, namespace, cause="reextract", learned=learned) if learned else None
