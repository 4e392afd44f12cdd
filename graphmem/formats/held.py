"""Everything else that is held of somebody, beside what an import needs: for the person concerned, who may ask what is known and how.

A line each, between the summaries and the end of an export, in JSON; an import passes over them, since all but the last three kinds follow from the messages.

    {"entity": {"name": "Ana", "kind": "Person", "aliases": ["Ana"], "is_self": false, "id": "…", "recalled": {"times": 2, "last_at": "…"}}}
    {"fact": {"sentence": "Ana lives in Lisbon", …, "periods": […], "sources": [{"message": "said:…", "words": "Ana lives in Lisbon", "stance": "holds", "at": "…"}]}}
    {"recalled": {"message": "said:…", "times": 1, "last_at": "…"}}
    {"change": {"id": "…", "version": 3, "cause": "learn", "at": "…", "messages": ["…"], "facts": ["…"], "facts_gone": []}}
    {"held": {"waiting": 0, "in_work": 0, "failed": 0, "tombstones": 1, "changes": 3, "vectors_of": "wordllama"}}

`recalled` is how often something came up in answers, and when it last did. A `change` is an entry of the journal, by ids. `tombstones` are marks of forgotten messages,
which are counted because nothing can be read from them.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from graphmem.store.records import write_json
from graphmem.types import Access, Backlog, Change, Entity, Fact, Message

#: What such lines begin with.
KINDS = frozenset({"entity", "fact", "recalled", "change", "held"})


def entity_line(entity: Entity, used: Access | None) -> str:
    """Someone or something known, with every spelling."""
    told = {
        "id": entity.id,
        "name": entity.name,
        "kind": entity.kind,
        "aliases": list(entity.aliases),
        "is_self": entity.is_self,
    }
    return write_json({"entity": {**told, **_recalled(used)}})


def fact_line(fact: Fact, messages: Mapping[str, Message], used: Access | None) -> str:
    """A fact with its times, and the words of each message that states it; `messages` are by id."""
    return write_json(
        {
            "fact": {
                "id": fact.id,
                "sentence": fact.sentence,
                "subject": fact.subject_name,
                "predicate": fact.predicate,
                "object": fact.object_name,
                "value": fact.value,
                "nature": fact.nature,
                "positive": fact.positive,
                "certainty": fact.certainty,
                "person": fact.person,
                "confidence": fact.confidence,
                "importance": fact.importance,
                "category": fact.category,
                "said_at": _time(fact.said_at),
                "recorded_at": _time(fact.recorded_at),
                "retracted_at": _time(fact.retracted_at),
                "periods": [
                    {
                        "start": _time(one.start),
                        "start_granularity": one.start_granularity,
                        "start_stated": one.start_stated,
                        "end": _time(one.end),
                        "end_granularity": one.end_granularity,
                        "ended_by": one.ended_by,
                    }
                    for one in fact.periods
                ],
                "sources": [
                    {
                        "message": messages[one.message_id].key,
                        "words": messages[one.message_id].text[one.start : one.end],
                        "stance": one.stance,
                        "at": _time(one.at),
                    }
                    for one in fact.sources
                    if one.message_id in messages
                ],
                **_recalled(used),
            }
        }
    )


def recalled_line(message: Message, used: Access) -> str:
    """How often a message came up."""
    return write_json({"recalled": {"message": message.key, "times": used.times, "last_at": _time(used.last_at)}})


def change_line(change: Change) -> str:
    """An entry of the journal."""
    return write_json(
        {
            "change": {
                "id": change.id,
                "version": change.version,
                "cause": change.cause,
                "at": _time(change.at),
                "messages": list(change.messages),
                "facts": list(change.facts),
                "facts_gone": list(change.facts_gone),
            }
        }
    )


def held_line(backlog: Backlog, *, tombstones: int, changes: int, vectors_of: str | None) -> str:
    """What is held beside all that, in numbers."""
    return write_json(
        {
            "held": {
                "waiting": backlog.waiting,
                "in_work": backlog.leased,
                "failed": backlog.failed,
                "errors": list(backlog.errors),
                "tombstones": tombstones,
                "changes": changes,
                "vectors_of": vectors_of,
            }
        }
    )


def _recalled(used: Access | None) -> dict[str, Any]:
    return {"recalled": {"times": used.times, "last_at": _time(used.last_at)}} if used else {}


def _time(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()
