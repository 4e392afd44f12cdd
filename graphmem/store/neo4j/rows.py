"""Nouns as maps that a server stores, and back: moments as whole microseconds, nested things as the JSON that both stores write.

An index holds no value above 8 kB, so a text that is looked up by is cut at a length no name reaches, with a digest of the whole; the
whole stands beside it then.
"""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Iterable, Mapping
from hashlib import sha256
from operator import itemgetter
from typing import Any

from graphmem.store.records import micros, micros_or_none, moment, moment_or_none, read_parts, write_json, write_parts
from graphmem.types import (
    Entity,
    Fact,
    Granularity,
    Message,
    Period,
    Provenance,
    Statement,
    TextPart,
    When,
)

Map = dict[str, Any]
Read = Mapping[str, Any]

#: Labels of the graph itself, which no kind may take.
OURS = frozenset(
    [
        "Change",
        "Document",
        "Entity",
        "EntityText",
        "Extraction",
        "Fact",
        "FactText",
        "FreshText",
        "Graphmem",
        "Key",
        "Message",
        "MessageText",
        "Namespace",
        "Period",
        "Session",
        "Spelling",
        "Statement",
        "Summary",
        "Term",
        "Tombstone",
        "Work",
    ]
)

#: Where a text that is looked up by is cut, in bytes.
_LONGEST = 1200
_KEPT = 100

#: Digits of a digest that only tells what changed.
_DIGEST = 24

_TYPE = re.compile(r"[A-Z][A-Z0-9_]*")
RELATED = "RELATED_TO"


def filed(text: str) -> str:
    """The text as an index can hold it: itself, or its beginning and a digest."""
    encoded = text.encode()
    return text if len(encoded) <= _LONGEST else f"{text[:_KEPT]}…{sha256(encoded).hexdigest()}"


def whole(text: str) -> str | None:
    """The text if it was cut to be filed."""
    return None if filed(text) == text else text


def message_map(message: Message, order: int) -> Map:
    """A message to be appended, without its words."""
    return {
        "order": order,
        "id": message.id,
        "key": message.key,
        "session": message.session,
        "role": message.role,
        "speaker": message.speaker,
        "voice": voice(message),
        "text": message.text,
        "parts": _parts(message),
        "at": micros(message.at),
        "recorded": micros(message.recorded_at),
        "importance": message.importance,
        "metadata": write_json(dict(message.metadata)),
        "utc_offset": message.utc_offset,
    }


def reworded_map(message: Message) -> Map:
    """What another text changes of a message."""
    return {
        "id": message.id,
        "text": message.text,
        "parts": _parts(message),
        "speaker": message.speaker,
        "voice": voice(message),
        "metadata": write_json(dict(message.metadata)),
    }


def voice(message: Message) -> str:
    """Who speaks in it, as speakers are compared."""
    return (message.speaker or message.role).casefold()


def _parts(message: Message) -> str | None:
    return None if message.parts == (TextPart(message.text),) else write_parts(message.parts)


def message_of(read: Read) -> Message:
    """A stored message."""
    return Message(
        id=read["id"],
        key=read["key"],
        session=read["session"],
        role=read["role"],
        speaker=read["speaker"],
        text=read["text"],
        at=moment(read["at_micros"]),
        seq=read["seq"],
        parts=(TextPart(read["text"]),) if read["parts"] is None else read_parts(read["parts"]),
        recorded_at=moment(read["recorded_micros"]),
        importance=read["importance"],
        metadata=json.loads(read["metadata"]),
        utc_offset=read.get("utc_offset"),
    )


def entity_map(entity: Entity) -> Map:
    """An entity; its kind is a label too, where it can be one."""
    label = entity.kind if entity.kind.strip() and entity.kind not in OURS else None
    return {
        "id": entity.id,
        "labels": [label] if label else [],
        "properties": {
            "name": filed(entity.name),
            "whole_name": whole(entity.name),
            "kind": entity.kind,
            "aliases": list(entity.aliases),
            "keys": list(entity.keys),
            "is_self": entity.is_self,
        },
    }


def entity_of(read: Read) -> Entity:
    """A stored entity."""
    name = read["whole_name"] or read["name"]
    return Entity(read["id"], name, read["kind"], tuple(read["aliases"]), tuple(read["keys"]), read["is_self"])


def statement_map(of: Statement) -> Map:
    """A statement, of no fact yet."""
    return {
        "number": of.number,
        "subject": filed(of.subject),
        "whole_subject": whole(of.subject),
        "predicate": of.predicate,
        "phrase": of.phrase,
        "object": None if of.object is None else filed(of.object),
        "whole_object": None if of.object is None else whole(of.object),
        "value": of.value,
        "nature": of.nature,
        "stance": of.stance,
        "positive": of.positive,
        "certainty": of.certainty,
        "current": of.current,
        "person": of.person,
        "speaker": of.speaker,
        "confidence": float(of.confidence),
        "importance": of.importance,
        "quote_start": of.quote[0],
        "quote_end": of.quote[1],
        "at_micros": micros(of.at),
        "session": of.session,
        "seq": of.seq,
        "recorded_micros": micros(of.recorded_at),
        **_when_map("start", of.start),
        **_when_map("end", of.end),
    }


def statement_of(read: Read) -> Statement:
    """A stored statement."""
    return Statement(
        message_id=read["message"],
        number=read["number"],
        subject=read.get("whole_subject") or read["subject"],
        predicate=read["predicate"],
        phrase=read["phrase"],
        object=read.get("whole_object") or read.get("object"),
        value=read.get("value"),
        nature=read["nature"],
        stance=read["stance"],
        positive=read["positive"],
        certainty=read["certainty"],
        current=read["current"],
        person=read["person"],
        speaker=read["speaker"],
        confidence=read["confidence"],
        importance=read.get("importance"),
        quote=(read["quote_start"], read["quote_end"]),
        at=moment(read["at_micros"]),
        session=read["session"],
        seq=read["seq"],
        recorded_at=moment(read["recorded_micros"]),
        start=_when_of("start", read),
        end=_when_of("end", read),
    )


def fact_map(fact: Fact, relation: str) -> Map:
    """A fact with its periods, as lists, since names would be sent with each; `relation` is the type of its relationship while it holds."""
    shown = fact.object is not None and fact.positive and fact.certainty == "certain" and fact.person
    kind = relation if shown and fact.nature == "state" and fact.retracted_at is None else None
    periods = [_period_list(number, period) for number, period in enumerate(fact.periods)]
    values = [
        fact.slot,
        fact.subject,
        fact.subject_name,
        fact.predicate,
        fact.object,
        fact.object_name,
        fact.value,
        fact.sentence,
        fact.nature,
        fact.positive,
        fact.certainty,
        fact.person,
        float(fact.confidence),
        float(fact.importance),
        fact.category,
        rank(fact),
        kind,
        micros(fact.said_at),
        micros(fact.recorded_at),
        micros_or_none(fact.retracted_at),
        _drawn(fact.subject, fact.object, fact.predicate, kind, periods),
    ]
    return {"id": fact.id, "values": values, "periods": periods}


def _drawn(*what: object) -> str:
    """Stands for what is drawn of a fact, nodes and relationships: where it is the same, they are."""
    return sha256(repr(what).encode()).hexdigest()[:_DIGEST]


def fact_of(read: Read) -> Fact:
    """A stored fact with its periods and sources."""
    return fact_from(read, read["periods"], _sources(read["sources"]))


def fact_from(read: Read, periods: Iterable[Read], sources: tuple[Provenance, ...]) -> Fact:
    """A stored fact, of its periods as they were read and its sources."""
    return Fact(
        id=read["id"],
        slot=read["slot"],
        subject=read["subject"],
        subject_name=read["subject_name"],
        predicate=read["predicate"],
        object=read["object"],
        object_name=read["object_name"],
        value=read["value"],
        sentence=read["sentence"],
        nature=read["nature"],
        positive=read["positive"],
        certainty=read["certainty"],
        person=read["person"],
        confidence=read["confidence"],
        importance=read["importance"],
        category=read["category"],
        said_at=moment(read["said_micros"]),
        recorded_at=moment(read["recorded_micros"]),
        retracted_at=moment_or_none(read["retracted_micros"]),
        periods=tuple(_period_of(read["id"], each) for each in sorted(periods, key=itemgetter("number"))),
        sources=sources,
    )


def rank(fact: Fact) -> str:
    """A text that sorts facts as they are listed: most important first, then last said, then by id."""
    (bits,) = struct.unpack(">q", struct.pack(">d", fact.importance + 0.0))
    importance = bits if bits >= 0 else bits ^ 0x7FFFFFFFFFFFFFFF
    return f"{_descending(importance)}{_descending(micros(fact.said_at))}{fact.id}"


def relation_type(relation: str | None) -> str:
    """A relationship type that can be written."""
    return relation if relation and _TYPE.fullmatch(relation) else RELATED


def _descending(number: int) -> str:
    """A whole number of 64 bits as a text that sorts the largest first."""
    return f"{2**63 - 1 - number:016x}"


def _sources(rows: Iterable[Iterable[Any]]) -> tuple[Provenance, ...]:
    return tuple(
        Provenance(message, start, end, stance, moment(at))
        for at, _, _, message, _, start, end, stance in sorted(tuple(row) for row in rows)
    )


def _period_list(number: int, period: Period) -> list[Any]:
    return [
        number,
        micros_or_none(period.start),
        period.start_granularity,
        period.start_stated,
        micros_or_none(period.end),
        period.end_granularity,
        period.ended_by,
        period.reaches_back,
    ]


def _period_of(fact: str, read: Read) -> Period:
    return Period(
        fact,
        moment_or_none(read["start_micros"]),
        _granularity(read["start_granularity"]),
        read["start_stated"],
        moment_or_none(read["end_micros"]),
        _granularity(read["end_granularity"]),
        read["ended_by"],
        read["reaches_back"],
    )


def _granularity(value: str | None) -> Granularity | None:
    return None if value is None else Granularity(value)


def _when_map(name: str, when: When | None) -> Map:
    if when is None:
        return {}
    return {
        f"{name}_from": micros(when.start),
        f"{name}_to": micros(when.end),
        f"{name}_granularity": when.granularity.value,
    }


def _when_of(name: str, read: Read) -> When | None:
    if read.get(f"{name}_from") is None:
        return None
    return When(moment(read[f"{name}_from"]), moment(read[f"{name}_to"]), Granularity(read[f"{name}_granularity"]))
