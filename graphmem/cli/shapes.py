"""The nouns as JSON: the documented shape of every `--json` output.

Keys are only ever added. Times are ISO 8601 in UTC, what is not known is null.
"""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Any

from graphmem.types import (
    Alike,
    Backlog,
    Change,
    Conflict,
    Context,
    EditReceipt,
    Entity,
    Fact,
    ForgetReceipt,
    Message,
    Period,
    RebuildReceipt,
    Recall,
    Receipt,
    Status,
    UndoReceipt,
    Verdict,
)

Shape = dict[str, Any]


def fact(one: Fact) -> Shape:
    """A fact with its periods and where it was said."""
    return {
        "id": one.id,
        "sentence": one.sentence,
        "subject": one.subject_name,
        "predicate": one.predicate,
        "object": one.object_name,
        "value": one.value,
        "nature": one.nature,
        "positive": one.positive,
        "certainty": one.certainty,
        "person": one.person,
        "confidence": one.confidence,
        "importance": one.importance,
        "category": one.category,
        "said_at": _time(one.said_at),
        "recorded_at": _time(one.recorded_at),
        "retracted_at": _time(one.retracted_at),
        "periods": [_period(each) for each in one.periods],
        "sources": [
            {
                "message": each.message_id,
                "start": each.start,
                "end": each.end,
                "stance": each.stance,
                "at": _time(each.at),
            }
            for each in one.sources
        ],
        "namespace": one.namespace or None,
    }


def message(one: Message) -> Shape:
    """A message as it was said."""
    return {
        "id": one.id,
        "session": one.session,
        "role": one.role,
        "speaker": one.speaker,
        "at": _time(one.at),
        "text": one.text,
        "namespace": one.namespace or None,
    }


def entity(one: Entity) -> Shape:
    """Someone or something known."""
    return {
        "id": one.id,
        "name": one.name,
        "kind": one.kind,
        "aliases": list(one.aliases),
        "is_self": one.is_self,
        "namespace": one.namespace or None,
    }


def change(one: Change) -> Shape:
    """A change to the graph, as ids."""
    return {
        "id": one.id,
        "version": one.version,
        "cause": one.cause,
        "at": _time(one.at),
        "messages": list(one.messages),
        "facts": list(one.facts),
        "facts_gone": list(one.facts_gone),
    }


def recall(one: Recall) -> Shape:
    """A recall: three lists, best first, each item with its score and the channels that found it."""

    def found(item: Shape) -> Shape:
        hits = one.reasons.get(item["id"], ())
        why = [{"channel": hit.channel, "rank": hit.rank} for hit in hits]
        return {**item, "score": one.scores.get(item["id"]), "found_by": why}

    return {
        "question": one.query.text,
        "as_of": _time(one.query.as_of),
        "answered": one.answered,
        "confidence": one.confidence,
        "facts": [found(fact(each)) for each in one.facts],
        "messages": [{**found(message(each)), "taken_back": each.id in one.taken_back} for each in one.messages],
        "entities": [found(entity(each)) for each in one.entities],
        "overruled": [fact(each) for each in one.overruled],
    }


def context(one: Context) -> Shape:
    """A context: both renderings, their tokens, what each section takes, and why."""
    return {
        "messages": one.to_messages(),
        "text": one.text,
        "tokens": one.tokens,
        "text_tokens": one.text_tokens,
        "budget": one.budget.total,
        "exact": one.exact,
        "sections": [{"name": each.name, "tokens": each.tokens, "items": each.items} for each in one.sections],
        "notes": list(one.notes),
    }


def receipt(one: Receipt) -> Shape:
    """What remembering a message came to."""
    return {
        "message": message(one.message),
        "new": one.new,
        "learned": [fact(each) for each in one.learned],
        "ended": [fact(each) for each in one.ended],
        "retracted": [fact(each) for each in one.retracted],
        "pending": one.pending or None,
        "redacted": dict(one.redacted),
        "forgotten": one.forgotten,
    }


def status(one: Status) -> Shape:
    """A namespace in numbers."""
    return {
        "namespace": one.namespace,
        "url": one.url,
        "messages": one.messages,
        "sessions": one.sessions,
        "entities": one.entities,
        "facts": one.facts,
        "current_facts": one.current_facts,
        "unsupported": one.unsupported,
        "last_at": _time(one.last_at),
        **backlog(one.backlog),
        "version": one.version,
        "schema": one.schema,
        "extractor": one.extractor,
        "embedder": one.embedder,
        "llm": one.llm,
        "spent": asdict(one.spent),
        "hour": asdict(one.hour),
    }


def backlog(one: Backlog) -> Shape:
    """What is not understood yet."""
    return {
        "waiting": one.waiting,
        "in_work": one.leased,
        "failed": one.failed,
        "given_up": one.given_up,
        "errors": list(one.errors),
    }


def forgotten(one: ForgetReceipt) -> Shape:
    """What forgetting removed, or would."""
    return {
        "messages": one.messages,
        "facts": one.facts,
        "entities": one.entities,
        "dry_run": one.dry_run,
        "scrub_pending": one.scrub_pending,
        "again": one.again,
        "reworded": one.reworded,
        "mentions": one.mentions,
        "summaries": one.summaries,
        "stays": list(one.stays),
        "remains": one.remains or None,
        "said": [message(each) for each in one.said],
        "gone": [fact(each) for each in one.gone],
        "learned": [fact(each) for each in one.learned],
    }


def rebuilt(one: RebuildReceipt) -> Shape:
    """What rebuilding came to."""
    return {
        "messages": one.messages,
        "changed": one.changed,
        "facts": one.facts,
        "entities": one.entities,
        "waiting": one.waiting,
    }


def undone(one: UndoReceipt) -> Shape:
    """What undoing came to."""
    return {
        "messages": one.messages,
        "erased": one.erased,
        "learned": [fact(each) for each in one.learned],
        "ended": [fact(each) for each in one.ended],
        "retracted": [fact(each) for each in one.retracted],
        "gone": [fact(each) for each in one.gone],
        "scrub_pending": one.scrub_pending,
    }


def edited(one: EditReceipt) -> Shape:
    """What editing a message came to."""
    return {
        "message": message(one.message),
        "changed": one.changed,
        "learned": [fact(each) for each in one.learned],
        "ended": [fact(each) for each in one.ended],
        "retracted": [fact(each) for each in one.retracted],
        "gone": [fact(each) for each in one.gone],
        "again": one.again,
        "pending": one.pending or None,
        "scrub_pending": one.scrub_pending,
    }


def conflict(one: Conflict) -> Shape:
    """Facts that cannot all be so."""
    return {"why": one.why, "facts": [fact(each) for each in one.facts]}


def alike(one: Alike) -> Shape:
    """Two that may be one."""
    return {"why": one.why, "one": entity(one.one), "other": entity(one.other)}


def verdict(one: Verdict) -> Shape:
    """What a model made of two that may be one."""
    return {**alike(one.pair), "ruling": one.ruling, "because": one.why, "merged": one.merged}


def _period(one: Period) -> Shape:
    return {
        "start": _time(one.start),
        "start_granularity": one.start_granularity,
        "start_stated": one.start_stated,
        "end": _time(one.end),
        "end_granularity": one.end_granularity,
        "ended_by": one.ended_by,
        "reaches_back": one.reaches_back,
    }


def _time(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()
