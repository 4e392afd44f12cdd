"""Editing: a message says other words from now on, and the memory is what it would be had these been said in the first place.

The message keeps its place: its key, its session and its number, who said it and when. What was read of the old words is withdrawn, the new ones are
read, and so are the messages that were read with the old ones in view; a summary that covered it is folded anew. All of it is one transaction, after
which the old bytes are scrubbed as those of forgotten messages are. What a chat model has to read says nothing until it has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from graphmem.errors import InvalidInput, NotFound
from graphmem.extraction import told
from graphmem.memory import border
from graphmem.memory.asking import asks_a_model, extracted
from graphmem.memory.draining import drain, understand
from graphmem.memory.engine import Engine
from graphmem.memory.folding import folded_with
from graphmem.memory.forgetting import read_again, unread
from graphmem.memory.incoming import text_of
from graphmem.memory.learning import Related, document, relate
from graphmem.memory.working import Lesson, applied, learn, message_vectors, turns
from graphmem.types import Document, EditReceipt, Learned, Message, Part, Receipt, ToolCallPart, ToolResultPart


def edit(engine: Engine, namespace: str, meant: object, content: Sequence[Part]) -> EditReceipt:
    """Put other words in the place of a message's; see `Memory.edit_message`."""
    before = _meant(engine, namespace, meant)
    parts = _beside_its_calls(before, content)
    if parts == before.parts:
        return EditReceipt(before, changed=False)
    text = border.encodable(text_of(parts), "content")

    def build() -> Related | None:
        present = engine.store.messages(namespace, [before.id])
        return _related(engine, namespace, replace(present[0], parts=parts, text=text)) if present else None

    related = applied(engine, namespace, build)
    if related is None:
        raise NotFound(f"message {before.id!r} was forgotten meanwhile")
    lessons = _understood(engine, namespace, before.id, related)
    receipt = _receipt(engine, replace(before, parts=parts, text=text), related, lessons)
    return replace(receipt, scrub_pending=not engine.store.scrub(), remains=engine.store.remains)


def _meant(engine: Engine, namespace: str, meant: object) -> Message:
    """The message as it is stored now, of one that was returned, a receipt, or an id."""
    named = meant.message.id if isinstance(meant, (Receipt, EditReceipt)) else meant
    wanted = border.text(named.id if isinstance(named, Message) else named, "message")
    found = engine.store.messages(namespace, [wanted])
    if not found:
        raise NotFound(f"no message {wanted!r}; ids are in the receipts and in recall")
    if told.is_told(found[0]):
        raise InvalidInput(f"message {wanted!r} is a decision or a told fact, not words: correct the fact, or undo it")
    return found[0]


def _beside_its_calls(message: Message, content: Sequence[Part]) -> tuple[Part, ...]:
    """The new parts. A call stays with the result that answers it, and a result the answer to its call."""
    answered = [part.call_id for part in message.parts if isinstance(part, ToolResultPart)]
    if answered:
        return (ToolResultPart(answered[0], text_of(content)),)
    return (*content, *(part for part in message.parts if isinstance(part, ToolCallPart)))


def _related(engine: Engine, namespace: str, message: Message) -> Related:
    """What it changes that the message says this."""
    instead = {message.id: message}
    summaries, gone = folded_with(engine, namespace, message)
    related = relate(
        engine,
        namespace,
        cause="edit",
        learned=[*_read(engine, namespace, message), *read_again(engine, namespace, [message.id], instead=instead)],
        documents=[_document(engine, message)],
        summaries=summaries,
        summaries_gone=gone,
    )
    return replace(related, changes=replace(related.changes, reworded=(message,)))


def _read(engine: Engine, namespace: str, message: Message) -> list[Learned]:
    """What is read of the new words: nothing now where a model has to, or where it waits to be read anyway."""
    if engine.store.work(namespace, [message.id]):
        return []
    if asks_a_model(engine.extractor):
        return [unread(message)]
    read = extracted(engine.extractor, turns(engine, namespace, [message]))
    found = read.extractions.get(message.id)
    return [unread(message) if found is None else learn(engine, message, found, 0)]


def _document(engine: Engine, message: Message) -> Document:
    """The index entry of the new words, with their vector where one is made."""
    entry = document("message", message.id, message.text)
    vectors = message_vectors(engine, [message])
    return replace(entry, vector=vectors[0].vector, model=vectors[0].model) if vectors else entry


def _understood(engine: Engine, namespace: str, edited: str, related: Related) -> Mapping[str, Lesson]:
    """What was learned of the messages that had to be queued, by a worker of this process or in its background."""
    waiting = [edited, *(one.message_id for one in related.changes.learned if one.again)]
    queued = [work.message_id for work in engine.store.work(namespace, waiting)]
    if not queued or engine.background is None:
        return understand(engine, namespace, queued) if queued else {}
    engine.background.notify(namespace, partial(drain, engine, namespace))
    return dict.fromkeys(queued, Lesson(pending="it is read in the background; flush() waits for it"))


def _receipt(engine: Engine, message: Message, related: Related, lessons: Mapping[str, Lesson]) -> EditReceipt:
    now, read = engine.clock(), [lessons[one] for one in sorted(lessons)]
    pending = {one: lesson.pending for one, lesson in lessons.items() if lesson.pending}
    return EditReceipt(
        message=message,
        changed=True,
        learned=(*related.learned(now), *(fact for lesson in read for fact in lesson.learned)),
        ended=(*related.ended(now), *(fact for lesson in read for fact in lesson.ended)),
        retracted=(*related.retracted(), *(fact for lesson in read for fact in lesson.retracted)),
        gone=tuple(related.before[fact] for fact in related.changes.facts_gone if fact in related.before),
        again=len(pending.keys() - {message.id}),
        pending=pending.get(message.id, ""),
    )
