"""All a memory holds, ids aside, so that two memories can be compared."""

from __future__ import annotations

from typing import Any

from graphmem.memory.memory import Memory
from graphmem.types import Entity, Fact, Indexed, Message
from tests.store.builders import postings

KINDS: tuple[Indexed, ...] = ("message", "fact", "entity")


def state(memory: Memory) -> dict[str, Any]:
    """Messages, entities, facts with their periods and sources, summaries, text statistics; nothing of when it was written."""
    store, namespace = memory._engine.store, memory.namespace
    messages = store.messages(namespace, store.message_ids(namespace))
    texts = {message.id: message.text for message in messages}
    facts = store.facts_about(namespace, None, as_of=None)
    sentences = {fact.id: fact.sentence for fact in facts}
    terms = sorted({term for text in (*texts.values(), *sentences.values()) for term in text.casefold().split()})
    return {
        "messages": [_message(message) for message in messages],
        "entities": sorted(_entity(entity) for entity in store.entities(namespace)),
        "facts": sorted(_fact(fact, texts, sentences) for fact in facts),
        "summaries": [_summary(memory, session.name, texts) for session in store.sessions(namespace)],
        "statistics": [_statistics(memory, kind, terms) for kind in KINDS],
    }


def _message(message: Message) -> tuple[Any, ...]:
    return message.session, message.role, message.speaker, message.text, message.at


def _entity(entity: Entity) -> tuple[Any, ...]:
    return entity.name, entity.kind, entity.aliases, entity.keys, entity.is_self


def _fact(fact: Fact, texts: dict[str, str], sentences: dict[str, str]) -> tuple[Any, ...]:
    periods = [
        (
            str(p.start),
            p.start_granularity,
            p.start_stated,
            str(p.end),
            p.end_granularity,
            sentences.get(p.ended_by or ""),
        )
        for p in fact.periods
    ]
    sources = [(texts[source.message_id], source.start, source.end, source.stance) for source in fact.sources]
    believed = (fact.certainty, fact.person, fact.confidence, fact.importance, fact.category, fact.retracted_at is None)
    return fact.sentence, fact.nature, fact.positive, believed, str(fact.said_at), repr(periods), repr(sources)


def _summary(memory: Memory, session: str, texts: dict[str, str]) -> Any:
    summary = memory._engine.store.summary(memory.namespace, session)
    return summary and (
        session,
        [(texts[line.message_id], line.text) for line in summary.lines],
        summary.covers_until[0],
    )


def _statistics(memory: Memory, kind: Indexed, terms: list[str]) -> tuple[int, int, dict[str, int]]:
    found = postings(memory._engine.store, memory.namespace, [kind], terms, cap=1000)[kind]
    return found.documents, found.total_length, {t: n for t, n in found.frequencies.items() if n}
