"""Reading again what was read with something in view that is not there any more, or says something else now."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from graphmem.extraction import told
from graphmem.memory.asking import asks_a_model, extracted
from graphmem.memory.engine import Engine
from graphmem.memory.working import learn, turns, withdrawn
from graphmem.types import Evidence, Extraction, Learned, Message


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
