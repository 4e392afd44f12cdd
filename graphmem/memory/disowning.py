"""Forgetting somebody while what others said stays: which messages name them, and what these say afterwards.

A message names somebody where it was read to (a pronoun as well) and where it spells a name of theirs, read or not. Nothing is read anew: of what was read, only
what leans on them is dropped, so no model is asked and no "she" turns into somebody else's. What a program told of them, and decisions
about them, say nothing else and go.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from graphmem import keys
from graphmem.errors import InvalidInput
from graphmem.extraction import told
from graphmem.memory import reading
from graphmem.memory.blotting import Span, Spelled, reread, reworded
from graphmem.memory.engine import Engine
from graphmem.memory.unseeing import unread
from graphmem.memory.working import learn
from graphmem.types import (
    AGENT,
    ApartPart,
    Entity,
    Evidence,
    Extraction,
    FactPart,
    Learned,
    Message,
    Part,
    SamePart,
    Work,
)

#: Messages read together.
BLOCK = 200


@dataclass(slots=True)
class Disowned:
    """What forgetting somebody does: messages that go, those that are reworded as they were and as they will be, and what is read of these."""

    entity: Entity
    erased: list[str] = field(default_factory=list)
    before: list[Message] = field(default_factory=list)
    reworded: list[Message] = field(default_factory=list)
    learned: list[Learned] = field(default_factory=list)
    mentions: int = 0
    stays: list[str] = field(default_factory=list)


def somebody(engine: Engine, namespace: str, name: str) -> Entity:
    """Who is to be forgotten, by name or id.

    Raises:
        NotFound: when nothing here is called so.
        InvalidInput: when several are called so, or it is the user, or the assistant.
    """
    by_id = engine.store.entities(namespace, ids=[name])
    found = by_id[0] if by_id else reading.entity_named(engine, namespace, name)
    alike = [one for one in engine.store.entities(namespace) if {name, found.name} & {one.name, *one.aliases}]
    if not by_id and len(alike) > 1:
        told_apart = ", ".join(f"{one.id} ({one.name}, {one.kind})" for one in alike)
        raise InvalidInput(f"several are called {name!r}: give the id of one, {told_apart}, or merge them first")
    if found.is_self:
        raise InvalidInput(f"{name!r} is whose memory this is; everything=True forgets them, with all of it")
    if AGENT in found.keys:
        raise InvalidInput(
            f"{name!r} is the assistant, who is named by no name; forget its sessions or messages instead"
        )
    return found


def disowned(engine: Engine, namespace: str, entity: Entity, *, messages: bool) -> Disowned:
    """What it does to forget somebody; with `messages`, all that name them or are said by them go."""
    everybody = engine.store.entities(namespace)
    spelled = _spelled(entity, everybody)
    result = Disowned(entity)
    ids = engine.store.message_ids(namespace)
    for start in range(0, len(ids), BLOCK):
        for one in _named_in(engine, namespace, ids[start : start + BLOCK], entity, spelled):
            if messages or not one.parts:
                result.erased.append(one.message.id)
            else:
                _reword(engine, one, spelled, result)
            result.mentions += len(set(one.spans))
    result.stays += _stays(engine, namespace, everybody, entity, spelled)
    return result


def _spelled(entity: Entity, everybody: Sequence[Entity]) -> Spelled:
    others = [name for one in everybody if one.id != entity.id for name in (one.name, *one.aliases)]
    relation_only = not entity.aliases and any(keys.owner(key) is not None for key in entity.keys)
    return Spelled([*entity.aliases, *(() if relation_only else (entity.name,))], others)


@dataclass(frozen=True, slots=True)
class _Named:
    """A message that names them: where, what was read of it, its open work, and the parts that are not all theirs."""

    message: Message
    spans: tuple[Span, ...]
    kept: tuple[Span, ...]
    read: Extraction | None
    work: Work | None
    parts: tuple[Part, ...]


def _named_in(engine: Engine, namespace: str, ids: Sequence[str], entity: Entity, spelled: Spelled) -> Iterator[_Named]:
    """Those of the messages that name them."""
    proof = {one.message_id: one for one in engine.store.evidence(namespace, ids)}
    read = {one.message_id: one for one in engine.store.extractions(namespace, ids)}
    work = {one.message_id: one for one in engine.store.work(namespace, ids)}
    for message in engine.store.messages(namespace, ids):
        meant, kept = _meant(proof.get(message.id, Evidence(message.id)), entity)
        spans = (*meant, *spelled.spans(message.text, kept=kept))
        parts = tuple(part for part in message.parts if not _is_of(part, entity, spelled))
        if spans or parts != message.parts or reworded(message, spelled, spans, kept=kept) != message:
            yield _Named(message, spans, kept, read.get(message.id), work.get(message.id), parts)


def _meant(evidence: Evidence, entity: Entity) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """The spans that were read to mean them, and those of others who bear a name. A joint ("John from work") tells which of two it is."""
    theirs: dict[Span, bool] = {}
    joints: dict[Span, bool] = {}
    for use in evidence.names:
        if use.start < use.end:
            of = joints if use.key.startswith("j:") else theirs
            of[use.start, use.end] = of.get((use.start, use.end), False) or use.key in entity.keys
    decided = {**theirs, **joints}
    named = {(use.start, use.end) for use in evidence.names if use.surface}
    meant = tuple(sorted(span for span, is_meant in decided.items() if is_meant))
    return meant, tuple(sorted(span for span, is_meant in decided.items() if not is_meant and span in named))


def _is_of(part: Part, entity: Entity, spelled: Spelled) -> bool:
    """Whether a told fact or a decision is about them."""
    match part:
        case FactPart():
            given = (part.subject_key, part.object_key)
            named = (
                name
                for name, key in zip((part.subject, part.object or part.value or ""), given, strict=True)
                if not key
            )
            return any(_leads(key, entity) for key in given if key) or any(spelled.names(name) for name in named)
        case SamePart() | ApartPart():
            return any(_leads(key, entity) for key in (part.left, part.right))
    return False


def _leads(key: str, entity: Entity) -> bool:
    """Whether a key is theirs, or that of who is known by a relation to them."""
    owned = {keys.owned_as(one) for one in entity.keys}
    while key:
        if key in entity.keys or key in owned:
            return True
        key = keys.owner(key) or ""
    return False


def _reword(engine: Engine, one: _Named, spelled: Spelled, result: Disowned) -> None:
    after = reworded(replace(one.message, parts=one.parts), spelled, one.spans, kept=one.kept)
    result.before.append(one.message)
    result.reworded.append(after)
    if one.read is None or one.read.extractor == told.WITHDRAWN:
        return
    if told.is_told(one.message):
        read: Extraction | None = told.read(after)
    else:
        read = reread(one.read, one.message, after, spelled, one.spans)
    generation = one.work.generation if one.work else 0
    if read is None:
        result.learned.append(replace(unread(after), generation=generation))
        return
    # What waited to be read again still does.
    result.learned.append(replace(learn(engine, after, read, generation), again=one.work is not None))


def _stays(
    engine: Engine, namespace: str, everybody: Sequence[Entity], entity: Entity, spelled: Spelled
) -> Iterator[str]:
    """What is called so and stays, and why."""
    for session in sorted(one.name for one in engine.store.sessions(namespace)):
        if spelled.names(session):
            yield f"the session {session!r} keeps its name, by which you find it; forget(session=…) forgets it"
    for one in everybody:
        if one.id != entity.id and {one.name, *one.aliases} & {*spelled.aliases, *spelled.others}:
            yield f"{one.name!r} ({one.kind}) is another; merge them first if they are one"
