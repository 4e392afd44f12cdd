"""Forgetting: after it, the graph is what it would be had the messages never been said.

The messages' evidence is withdrawn, those read with them in view are read again without them, and summaries that
covered them are folded anew, all in one transaction. Then the deleted bytes are scrubbed from the files. Nobody waits for a chat model
to be rid of what was said: what one has to read again says nothing until it has, and waits in the queue.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from graphmem.errors import InvalidInput, NotFound
from graphmem.extraction import told
from graphmem.memory.asking import asks_a_model, extracted
from graphmem.memory.draining import drain
from graphmem.memory.engine import Engine
from graphmem.memory.folding import folded_without
from graphmem.memory.learning import Related, relate
from graphmem.memory.naming import USER_NAME
from graphmem.memory.working import applied, learn, turns, withdrawn
from graphmem.types import Evidence, Extraction, Fact, ForgetReceipt, Learned, Message

#: Messages that a dry run shows; it counts all.
SHOWN = 100


def select(
    engine: Engine,
    namespace: str,
    *,
    message: str | None,
    session: str | None,
    before: datetime | None,
    everything: bool,
) -> tuple[str, ...]:
    """The ids one selector means.

    Raises:
        InvalidInput: when none or several selectors are given.
        NotFound: when there is no such message or session.
    """
    given = [
        name for name, value in (("message", message), ("session", session), ("before", before)) if value is not None
    ]
    given += ["everything"] * everything
    if len(given) != 1:
        what = " and ".join(given) or "none"
        raise InvalidInput(f"forget takes one of message, session, before and everything=True, not {what}")
    if message is not None:
        found = tuple(one.id for one in engine.store.messages(namespace, [message]))
        return _or_not_found(found, f"no message {message!r}; ids are in the receipts and in recall")
    ids = engine.store.message_ids(namespace, session=session, before=before)
    return ids if session is None else _or_not_found(ids, f"no session {session!r}; {_sessions(engine, namespace)}")


def _sessions(engine: Engine, namespace: str) -> str:
    names = [repr(session.name) for session in engine.store.sessions(namespace)]
    shown = ", ".join(names[:8])
    return f"there are {shown}{' and others' if len(names) > 8 else ''}" if names else "there is none"  # noqa: PLR2004


def _or_not_found(ids: tuple[str, ...], otherwise: str) -> tuple[str, ...]:
    if not ids:
        raise NotFound(otherwise)
    return ids


def forget(engine: Engine, namespace: str, ids: Sequence[str], *, everything: bool, dry_run: bool) -> ForgetReceipt:
    """Erase the messages and all they contributed; with `everything`, the user's name as well."""
    erased = [*ids, USER_NAME] if everything else list(ids)
    if dry_run:
        planned = _related(engine, namespace, erased, planned=True)
        gone = [planned.before[fact] for fact in planned.changes.facts_gone if fact in planned.before]
        said = engine.store.messages(namespace, ids[:SHOWN])
        return replace(_receipt(planned, len(ids), dry_run=True), said=said, gone=tuple(sorted(gone, key=_by_sentence)))
    related = applied(engine, namespace, lambda: _related(engine, namespace, erased))
    if engine.background is not None:
        engine.background.notify(namespace, partial(drain, engine, namespace))
    receipt = _receipt(related, len(ids), dry_run=False, scrub_pending=not engine.store.scrub())
    return replace(receipt, remains=engine.store.remains)


def _by_sentence(fact: Fact) -> tuple[str, str]:
    return fact.sentence, fact.id


def _receipt(related: Related, messages: int, *, dry_run: bool, scrub_pending: bool = False) -> ForgetReceipt:
    changes = related.changes
    return ForgetReceipt(
        messages=messages,
        facts=len(changes.facts_gone),
        entities=len(changes.entities_gone),
        dry_run=dry_run,
        scrub_pending=scrub_pending,
        again=sum(one.again for one in changes.learned),
    )


def _related(engine: Engine, namespace: str, erased: Sequence[str], *, planned: bool = False) -> Related:
    """What it changes; `planned` leaves alone what a model would have to read again, which is not what is forgotten."""
    learned = read_again(engine, namespace, erased)
    summaries, gone = folded_without(engine, namespace, erased)
    return relate(
        engine,
        namespace,
        cause="forget",
        learned=[one for one in learned if not (planned and one.again)],
        erased=erased,
        summaries=summaries,
        summaries_gone=gone,
    )


def read_again(
    engine: Engine,
    namespace: str,
    erased: Sequence[str],
    *,
    but: Collection[str] = (),
    instead: Mapping[str, Message] | None = None,
) -> list[Learned]:
    """The messages that were read with an erased one in view, read without it or with the one that stands `instead`, `but` for some.

    What the extractor cannot read now, and whatever a chat model has to read, says nothing and is queued anew.
    Those still queued are read later anyway, and those whose word was withdrawn say nothing whatever they are read with.
    """
    gone, wanted = {*erased, *but}, engine.extractor.context_turns
    followers = {
        follower.id: follower
        for message in (engine.store.messages(namespace, erased) if wanted else ())
        for follower in engine.store.following(namespace, message, limit=wanted)
        if follower.id not in gone
    }
    if asks_a_model(engine.extractor):
        followers |= {one.id: one for one in _shown_with(engine, namespace, erased) if one.id not in gone}
    queued = {work.message_id for work in engine.store.work(namespace, list(followers))}
    queued |= withdrawn(engine, namespace, list(followers))
    again = [message for message in followers.values() if message.id not in queued]
    if asks_a_model(engine.extractor):
        return [unread(message) for message in again if not told.is_told(message)]
    read = extracted(
        engine.extractor, turns(engine, namespace, again, without=[] if instead else erased, instead=instead)
    )
    readable = [message for message in again if message.id in read.extractions]
    waiting = [unread(message) for message in again if message.id in read.failures]
    return [*(learn(engine, message, read.extractions[message.id], 0) for message in readable), *waiting]


def _shown_with(engine: Engine, namespace: str, erased: Sequence[str]) -> tuple[Message, ...]:
    """The messages that some call showed a model together with an erased one; it may have stood before them or after."""
    store, gone = engine.store, set(erased)
    sessions = sorted({message.session for message in store.messages(namespace, erased)})
    ids = [one for session in sessions for one in store.message_ids(namespace, session=session)]
    return store.messages(
        namespace, [one.message_id for one in store.extractions(namespace, ids) if gone.intersection(one.used)]
    )


def unread(message: Message) -> Learned:
    """A message that says nothing until it is read again."""
    return Learned(message.id, 0, Extraction(message.id, "none", "0"), Evidence(message.id), again=True)
