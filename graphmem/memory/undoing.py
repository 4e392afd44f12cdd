"""Undoing: the word of a message no longer counts, as if it had never been given.

What was decided by hand, and what a program told, goes with its message. What somebody said stays word for word, and is read
as saying nothing: it is marked so where what was read of it is kept, so that rebuilding, exporting and copying leave it so. Nothing hangs on what is
undone, since everything is worked out from the messages that count; so any change can be undone, in any order.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.errors import InvalidInput, ModelError, NotFound
from graphmem.extraction import told
from graphmem.memory import border
from graphmem.memory.asking import extracted
from graphmem.memory.engine import Engine
from graphmem.memory.folding import folded_without
from graphmem.memory.forgetting import read_again
from graphmem.memory.learning import Related, relate
from graphmem.memory.working import applied, learn, turns, withdrawn
from graphmem.types import Change, Evidence, Learned, Message, Receipt, UndoReceipt

#: Why a change of such a cause is not undone, and what to do instead.
_INSTEAD = {
    "forget": "what was forgotten is gone",
    "fold": "a summary is folded from messages; forget what it must not say",
    "configure": "open the memory with another user_name",
    "edit": "what it said before is gone; edit the message again",
    "rebuild": "it only made the graph what the messages say; rebuild makes it so again",
    "reextract": "it only read the messages again; reextract with the extractor you want",
}


def undo(engine: Engine, namespace: str, what: object) -> UndoReceipt:
    """Undo a change; see `Memory.undo`."""
    messages, back = _meant(engine, namespace, what)
    gone = [one.id for one in messages if told.is_told(one)]
    said = [one for one in messages if one.id not in gone]
    said = _to_change(engine, namespace, said, back=back)
    if not (gone or said):
        raise InvalidInput(
            "it counts again already" if back else "it is undone already; `changes` lists others to undo"
        )
    related = applied(engine, namespace, lambda: _related(engine, namespace, gone, said, back=back))
    now = engine.clock()
    return UndoReceipt(
        messages=len(messages),
        erased=len(gone),
        learned=related.learned(now),
        ended=related.ended(now),
        retracted=related.retracted(),
        gone=tuple(related.before[fact] for fact in related.changes.facts_gone if fact in related.before),
        scrub_pending=bool(gone) and not engine.store.scrub(),
    )


def _meant(engine: Engine, namespace: str, what: object) -> tuple[tuple[Message, ...], bool]:
    """The messages whose word is undone, and whether it counts again instead."""
    change = what if isinstance(what, Change) else None
    if isinstance(what, str):
        journal = engine.store.journal(namespace, limit=engine.store.version(namespace))
        change = next((one for one in journal if one.id == border.text(what, "change")), None)
        if change is None and not engine.store.messages(namespace, [what]):
            raise NotFound(
                f"no change or message {what!r}; `changes` lists the changes, and what was forgotten is none"
            )
    if change is not None and change.cause in _INSTEAD:
        raise InvalidInput(f"a change that came of {change.cause!r} cannot be undone: {_INSTEAD[change.cause]}")
    if change is not None:
        ids = _first_read(engine, namespace, change)
    elif isinstance(what, Receipt):
        ids = (what.message.id,)
    elif isinstance(what, str):
        ids = (what,)
    else:
        raise InvalidInput(f"undo takes a change, a receipt, or the id of one, not {border.shown(what)}")
    found = engine.store.messages(namespace, ids)
    if not found:
        raise NotFound("what made this change was forgotten, so it is undone already")
    return found, change is not None and change.cause == "undo"


def _first_read(engine: Engine, namespace: str, change: Change) -> Sequence[str]:
    """The messages that a change is of: not those that it only read again because another came before them."""
    if change.cause != "learn" or len(change.messages) == 1:
        return change.messages
    journal = engine.store.journal(namespace, limit=engine.store.version(namespace))
    before = {message for one in journal if one.version < change.version for message in one.messages}
    return [message for message in change.messages if message not in before] or change.messages


def _to_change(engine: Engine, namespace: str, said: Sequence[Message], *, back: bool) -> list[Message]:
    """Those of the messages whose word counts, or with `back` those whose word was withdrawn."""
    ids = [one.id for one in said]
    waiting = engine.store.work(namespace, ids)
    if waiting:
        raise InvalidInput(
            f"message {waiting[0].message_id!r} was not understood yet, so it changed nothing; flush() reads it"
        )
    already = withdrawn(engine, namespace, ids)
    return [one for one in said if (one.id in already) == back]


def _related(engine: Engine, namespace: str, gone: Sequence[str], said: Sequence[Message], *, back: bool) -> Related:
    learned = _counting_again(engine, namespace, said) if back else [_withdrawn(one) for one in said]
    again = read_again(engine, namespace, gone, but={one.id for one in said}) if gone else []
    summaries, summaries_gone = folded_without(engine, namespace, gone) if gone else ((), ())
    return relate(
        engine,
        namespace,
        cause="undo",
        learned=[*learned, *again],
        erased=gone,
        summaries=summaries,
        summaries_gone=summaries_gone,
    )


def _withdrawn(message: Message) -> Learned:
    return Learned(message.id, 0, told.withdrawn(message.id), Evidence(message.id))


def _counting_again(engine: Engine, namespace: str, said: Sequence[Message]) -> list[Learned]:
    read = extracted(engine.extractor, turns(engine, namespace, said))
    if read.failures:
        raise ModelError(f"nothing was undone, since a message could not be read: {sorted(read.failures.values())[0]}")
    return [learn(engine, message, read.extractions[message.id], 0) for message in said]
