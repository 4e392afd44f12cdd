"""One namespace as it is read to be mirrored, and the rows of the graph that it becomes.

The labels, types and properties are those that `cypher/README.md` draws and the store on Neo4j writes, so that one statement says the same
of both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from typing import Any

from graphmem.periods import holding, is_current
from graphmem.store.records import write_lines
from graphmem.types import Access, Entity, Fact, Message, NameUse, Session, Statement, Summary

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Contents:
    """Everything that one namespace holds.

    `mentions` are (message id, entity id, use of a name), `statements` (fact id, statement); `relation` gives the type that a fact is
    projected as. `recalled` is how often facts, messages and entities came up, by id.
    """

    namespace: str
    version: int
    now: datetime
    sessions: tuple[Session, ...]
    messages: tuple[Message, ...]
    summaries: tuple[Summary, ...]
    entities: tuple[Entity, ...]
    facts: tuple[Fact, ...]
    mentions: tuple[tuple[str, str, NameUse], ...]
    statements: tuple[tuple[str, Statement], ...]
    relation: Callable[[str], str]
    recalled: Mapping[str, Access] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Nodes:
    """Nodes of one label, each with a `ref` that relationships name it by."""

    label: str
    rows: list[Row]


@dataclass(frozen=True, slots=True)
class Relationships:
    """Relationships of one type between two labels: `from` and `to` are refs."""

    type: str
    start: str
    end: str
    rows: list[Row]


def nodes(held: Contents) -> Iterator[Nodes]:
    """The nodes, label by label."""
    yield Nodes("Namespace", [{"ref": "namespace", "properties": {"name": held.namespace, "version": held.version}}])
    yield Nodes("Session", [_node(held, f"session/{each.name}", name=each.name) for each in held.sessions])
    yield Nodes("Message", [_message(held, each) for each in held.messages])
    yield Nodes("Summary", [_summary(held, each) for each in held.summaries])
    yield Nodes("Entity", [_entity(held, each) for each in held.entities])
    yield Nodes("Fact", [_fact(held, each) for each in held.facts])
    yield Nodes("Period", [row for fact in held.facts for row in _periods(held, fact)])


def relationships(held: Contents) -> Iterator[Relationships]:
    """The relationships, type by type."""
    in_order = sorted(held.messages, key=lambda each: (each.session, each.at, each.seq))
    yield Relationships("HAS_MESSAGE", "Session", "Message", [_link(f"session/{m.session}", m.id) for m in in_order])
    following = [_link(a.id, b.id) for a, b in pairwise(in_order) if a.session == b.session]
    yield Relationships("NEXT", "Message", "Message", following)
    summaries = [_link(f"session/{each.session}", f"summary/{each.session}") for each in held.summaries]
    yield Relationships("HAS_SUMMARY", "Session", "Summary", summaries)
    mentions = [
        _link(message, entity, surface=use.surface, start=use.start, end=use.end)
        for message, entity, use in held.mentions
    ]
    yield Relationships("MENTIONS", "Message", "Entity", mentions)
    yield Relationships("SUBJECT", "Fact", "Entity", [_link(fact.id, fact.subject) for fact in held.facts])
    objects = [_link(fact.id, fact.object) for fact in held.facts if fact.object is not None]
    yield Relationships("OBJECT", "Fact", "Entity", objects)
    stated = [_link(fact, said.message_id, **_stated(said)) for fact, said in held.statements]
    yield Relationships("STATED_IN", "Fact", "Message", stated)
    holds = [_link(fact.id, f"{fact.id}/{number}") for fact in held.facts for number in range(len(fact.periods))]
    yield Relationships("HOLDS", "Fact", "Period", holds)
    superseded = [
        _link(period.ended_by, fact.id, at=period.end)
        for fact in held.facts
        for period in fact.periods
        if period.ended_by is not None
    ]
    yield Relationships("SUPERSEDES", "Fact", "Fact", superseded)
    yield from _projected(held)


def turns(facts: Iterable[Fact], now: datetime) -> datetime | None:
    """When what holds now changes next by the mere passing of time."""
    edges = {edge for fact in facts for period in fact.periods for edge in (period.start, period.end)}
    return min((edge for edge in edges if edge is not None and edge > now), default=None)


def _projected(held: Contents) -> Iterator[Relationships]:
    """What is true now, a relationship a fact."""
    types: dict[str, list[Row]] = {}
    for fact in held.facts:
        now = holding(fact, held.now)
        if now is not None and _is_projected(fact, held.now):
            told = {"fact_id": fact.id, "predicate": fact.predicate, "valid_from": now.start, "valid_to": now.end}
            types.setdefault(held.relation(fact.predicate), []).append(_link(fact.subject, fact.object, **told))
    for kind, rows in sorted(types.items()):
        yield Relationships(kind, "Entity", "Entity", rows)


def _is_projected(fact: Fact, now: datetime) -> bool:
    said = fact.object is not None and fact.positive and fact.certainty == "certain" and fact.person
    return said and is_current(fact, now)


def _node(held: Contents, ref: str, **properties: object) -> Row:
    kept = {name: value for name, value in properties.items() if value is not None}
    return {"ref": ref, "properties": {"namespace": held.namespace, **kept}}


def _link(source: str | None, target: str | None, /, **properties: object) -> Row:
    kept = {name: value for name, value in properties.items() if value is not None}
    return {"from": source, "to": target, "properties": kept}


def _message(held: Contents, one: Message) -> Row:
    return _node(
        held,
        one.id,
        id=one.id,
        key=one.key,
        session=one.session,
        role=one.role,
        speaker=one.speaker,
        seq=one.seq,
        text=one.text,
        at=one.at,
        recorded_at=one.recorded_at,
        importance=one.importance,
        **_recalled(held, one.id),
    )


def _summary(held: Contents, one: Summary) -> Row:
    return _node(held, f"summary/{one.session}", session=one.session, lines=write_lines(one.lines))


def _entity(held: Contents, one: Entity) -> Row:
    return _node(
        held,
        one.id,
        id=one.id,
        name=one.name,
        kind=one.kind,
        aliases=list(one.aliases),
        keys=list(one.keys),
        is_self=one.is_self,
        **_recalled(held, one.id),
    )


def _fact(held: Contents, one: Fact) -> Row:
    return _node(
        held,
        one.id,
        id=one.id,
        slot=one.slot,
        predicate=one.predicate,
        value=one.value,
        sentence=one.sentence,
        nature=one.nature,
        positive=one.positive,
        certainty=one.certainty,
        person=one.person,
        confidence=one.confidence,
        importance=one.importance,
        category=one.category,
        said_at=one.said_at,
        recorded_at=one.recorded_at,
        retracted_at=one.retracted_at,
        **_recalled(held, one.id),
    )


def _recalled(held: Contents, id: str) -> dict[str, object]:
    """How often it came up and when last; nothing of what never did."""
    used = held.recalled.get(id)
    return {"recalled": used.times, "recalled_at": used.last_at} if used else {}


def _periods(held: Contents, fact: Fact) -> Iterator[Row]:
    for number, one in enumerate(fact.periods):
        yield _node(
            held,
            f"{fact.id}/{number}",
            start=one.start,
            start_granularity=one.start_granularity,
            start_stated=one.start_stated,
            end=one.end,
            end_granularity=one.end_granularity,
            reaches_back=one.reaches_back,
        )


def _stated(said: Statement) -> dict[str, Any]:
    return {
        "number": said.number,
        "start": said.quote[0],
        "end": said.quote[1],
        "stance": said.stance,
        "certainty": said.certainty,
        "speaker": said.speaker,
        "recorded_at": said.recorded_at,
        "valid_from": said.start and said.start.start,
        "valid_from_granularity": said.start and said.start.granularity,
        "valid_to": said.end and said.end.start,
        "valid_to_granularity": said.end and said.end.granularity,
    }
