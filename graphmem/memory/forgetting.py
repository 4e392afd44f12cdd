"""Forgetting: after it, the graph is what it would be had the messages never been said.

The messages' evidence is withdrawn, those read with them in view are read again without them, and summaries that
covered them are folded anew, all in one transaction. Then the deleted bytes are scrubbed from the files. Nobody waits for a chat model
to be rid of what was said: what one has to read again says nothing until it has, and waits in the queue. A mark of each message stays, so that no
import brings it back; of everything, not even these, nor the secret they were made with.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from graphmem.errors import ModelError
from graphmem.ids import mark
from graphmem.memory.disowning import Disowned, disowned
from graphmem.memory.draining import drain
from graphmem.memory.engine import Engine
from graphmem.memory.folding import folded_anew
from graphmem.memory.learning import Related, document, relate
from graphmem.memory.reviving import believed_again
from graphmem.memory.selecting import Selected
from graphmem.memory.unseeing import read_again, unread
from graphmem.memory.working import applied, message_vectors
from graphmem.types import Changes, Document, Fact, ForgetReceipt, Message

__all__ = ["forget", "read_again", "unread"]

#: Messages that a dry run shows, and facts that a receipt says stay; it counts all.
SHOWN = 100

#: Messages whose names are counted together.
BLOCK = 200


def forget(engine: Engine, namespace: str, selected: Selected, *, messages: bool, dry_run: bool) -> ForgetReceipt:
    """Erase what was selected and all that only it taught; of somebody, with `messages` also what names them."""
    if selected.everything:
        return _everything(engine, namespace, dry_run=dry_run)
    if dry_run:
        planned = _planned(engine, namespace, selected, messages=messages, dry=True)
        said = (*engine.store.messages(namespace, planned.erased[:SHOWN]), *planned.before)
        return replace(
            _receipt(engine, planned), dry_run=True, said=_in_order(said)[:SHOWN], gone=_gone(planned.related)
        )
    plans: list[_Planned] = []

    def build() -> Related:
        plans.append(_planned(engine, namespace, selected, messages=messages))
        return plans[-1].related

    applied(engine, namespace, build)
    engine.owed.add(namespace, [one.session for one in plans[-1].related.changes.summaries])
    return _scrubbed(engine, namespace, _receipt(engine, plans[-1]))


def without(engine: Engine, namespace: str, ids: Sequence[str]) -> Related:
    """What would change if these messages went; nothing does."""
    return _related(engine, namespace, ids, None, dry=True)


@dataclass(frozen=True, slots=True)
class _Planned:
    """What forgetting changes: messages that go, those that are reworded as they were, and how often anybody is named in them."""

    related: Related
    erased: tuple[str, ...]
    before: tuple[Message, ...] = ()
    mentions: int = 0
    stays: tuple[str, ...] = ()


def _planned(engine: Engine, namespace: str, selected: Selected, *, messages: bool, dry: bool = False) -> _Planned:
    """What it changes; `dry` leaves alone what a model would have to read again, which is not what is forgotten, and makes no vectors."""
    if selected.entity is None:
        named = _named(engine, namespace, selected.ids)
        return _Planned(_related(engine, namespace, selected.ids, None, dry=dry), selected.ids, mentions=named)
    of_them = disowned(engine, namespace, selected.entity, messages=messages)
    erased = tuple(of_them.erased)
    related = _related(engine, namespace, erased, of_them, dry=dry)
    return _Planned(related, erased, tuple(of_them.before), of_them.mentions, tuple(of_them.stays))


def _related(engine: Engine, namespace: str, erased: Sequence[str], of_them: Disowned | None, *, dry: bool) -> Related:
    reworded = of_them.reworded if of_them else []
    instead = {message.id: message for message in reworded}
    again = read_again(engine, namespace, erased, but=instead) if erased else []
    learned = [*(of_them.learned if of_them else ()), *(one for one in again if not (dry and one.again))]
    summaries, gone = folded_anew(engine, namespace, erased, instead)
    related = relate(
        engine,
        namespace,
        cause="forget",
        learned=learned,
        erased=erased,
        documents=() if dry else _documents(engine, reworded),
        summaries=summaries,
        summaries_gone=gone,
    )
    salt = engine.store.salt(namespace)
    marks = tuple(sorted(mark(salt, message.key) for message in engine.store.messages(namespace, erased)))
    changes = replace(related.changes, reworded=tuple(reworded), tombstones=marks)
    return replace(related, changes=changes)


def _named(engine: Engine, namespace: str, ids: Sequence[str]) -> int:
    """How often anybody is named in these messages."""
    blocks = (ids[start : start + BLOCK] for start in range(0, len(ids), BLOCK))
    return sum(len(one.names) for block in blocks for one in engine.store.evidence(namespace, block))


def _documents(engine: Engine, reworded: Sequence[Message]) -> list[Document]:
    """The index entries of the new words, with vectors where they can be made; `reembed` makes those that cannot now."""
    entries = [document("message", message.id, message.text) for message in reworded]
    try:
        vectors = {one.id: one for one in message_vectors(engine, reworded)} if reworded else {}
    except ModelError:
        vectors = {}
    return [
        replace(one, vector=vectors[one.id].vector, model=vectors[one.id].model) if one.id in vectors else one
        for one in entries
    ]


def _receipt(engine: Engine, planned: _Planned) -> ForgetReceipt:
    changes = planned.related.changes
    return ForgetReceipt(
        messages=len(planned.erased),
        facts=len(changes.facts_gone),
        entities=len(changes.entities_gone),
        dry_run=False,
        again=sum(one.again for one in changes.learned),
        reworded=len(planned.before),
        mentions=planned.mentions,
        summaries=len(changes.summaries) + len(changes.summaries_gone),
        stays=(*planned.stays, *_also_said(planned)),
        learned=believed_again(planned.related, engine.clock()),
    )


def _also_said(planned: _Planned) -> list[str]:
    """The facts that the erased messages stated and that stay, since others state them too."""
    related, erased = planned.related, set(planned.erased)
    shared = [f for f in related.after.values() if _sources(f) and _sources(related.before.get(f.id)) & erased]
    told = [f"“{one.sentence}” is also said in {len(_sources(one))} other messages" for one in shared]
    return sorted(one.replace(" 1 other messages", " another message") for one in told)[:SHOWN]


def _sources(fact: Fact | None) -> set[str]:
    """The messages that say it is so; one that ends it, or takes it back, says something else."""
    return {source.message_id for source in fact.sources if source.stance == "holds"} if fact else set()


def _gone(related: Related) -> tuple[Fact, ...]:
    gone = [related.before[fact] for fact in related.changes.facts_gone if fact in related.before]
    return tuple(sorted(gone, key=_by_sentence))


def _by_sentence(fact: Fact) -> tuple[str, str]:
    return fact.sentence, fact.id


def _in_order(messages: Sequence[Message]) -> tuple[Message, ...]:
    return tuple(sorted(messages, key=lambda one: (one.at, one.session, one.seq)))


def _everything(engine: Engine, namespace: str, *, dry_run: bool) -> ForgetReceipt:
    """All of the namespace, with its secret: nothing is left that could tell what was there."""
    store = engine.store
    ids, counts = store.message_ids(namespace), store.counts(namespace)
    summaries = sum(store.summary(namespace, one.name) is not None for one in store.sessions(namespace))
    receipt = ForgetReceipt(
        messages=counts.messages,
        facts=counts.facts,
        entities=counts.entities,
        dry_run=dry_run,
        mentions=_named(engine, namespace, ids),
        summaries=summaries,
        stays=(f"the name of the namespace, {namespace!r}, and the number of its changes",),
    )
    if dry_run:
        gone = store.facts_about(namespace, None, as_of=None)
        said = store.messages(namespace, ids[:SHOWN])
        return replace(receipt, said=said, gone=tuple(sorted(gone, key=_by_sentence)))

    def build() -> Related:
        version = store.version(namespace)
        return Related(Changes("forget", engine.clock(), everything=True), version, {}, {})

    applied(engine, namespace, build)
    engine.accesses.drop(namespace)
    return _scrubbed(engine, namespace, receipt)


def _scrubbed(engine: Engine, namespace: str, receipt: ForgetReceipt) -> ForgetReceipt:
    if engine.background is not None:
        engine.background.notify(namespace, partial(drain, engine, namespace))
    return replace(receipt, scrub_pending=not engine.store.scrub(), remains=engine.store.remains)
