"""Everything a recall shows, in one statement: what is not kept or was touched is read, the rest is what is kept."""

from __future__ import annotations

from collections.abc import Iterable

from graphmem.store.mentions import Whom, of_kinds
from graphmem.store.neo4j.columns import ENTITY, MESSAGE, fact_of_list, named
from graphmem.store.neo4j.noun_cache import Asked, Known, NounCache, Told
from graphmem.store.neo4j.rows import Map, Read, entity_of, message_of
from graphmem.store.neo4j.server import Server
from graphmem.store.records import WITHDRAWN_MARK
from graphmem.store.touching import LATEST
from graphmem.types import Loaded, Message


def read(
    server: Server,
    kept: NounCache,
    namespace: str,
    *,
    messages: Iterable[str],
    facts: Iterable[str],
    entities: Iterable[str],
    places: Iterable[tuple[str, int]],
    kinds: Iterable[str],
) -> Loaded:
    """Messages in message order, facts and entities in the order asked."""
    wanted = (messages, places, facts, entities)
    asked = Asked(*[list(dict.fromkeys(each)) for each in wanted])  # type: ignore[arg-type]  # places are no texts
    known = kept.known(namespace, asked)
    wanted_kinds = frozenset(kinds)
    values = {**_values(asked, known), **_mention_values(known, wanted_kinds), "withdrawn": WITHDRAWN_MARK}
    for row in server.read("read/recalled", namespace=namespace, asked=values):
        told = _told(row)
        kept.learn(namespace, known, told)
        return _loaded(asked, known, told, wanted_kinds)
    return Loaded()


def _values(asked: Asked, known: Known) -> Map:
    """What the statement is asked for, and what it is told is kept."""
    return {
        "messages": [id for id in asked.messages if id not in known.messages],
        "places": [{"session": place[0], "seq": place[1]} for place in asked.places if place not in known.places],
        "facts": [id for id in asked.facts if id not in known.facts],
        "entities": [id for id in asked.entities if id not in known.entities],
        "secret": known.secret,
        "since": known.since,
        "latest": LATEST,
        "kept_messages": list(known.messages),
        "kept_places": [{"id": each.id, "session": each.session, "seq": each.seq} for each in known.places.values()],
        "kept_facts": list(known.facts),
        "kept_entities": list(known.entities),
    }


def _mention_values(known: Known, kinds: frozenset[str]) -> Map:
    """Of which messages it is told whom they mention, if it is asked for at all."""
    ids = [each.id for each in known.messages_kept()]
    return {
        "mentions": bool(kinds),
        "mentioned": list(known.mentioned()) if kinds else [],
        "unmentioned": [id for id in ids if id not in known.mentions] if kinds else [],
    }


def _told(row: Read) -> Told:
    facts = {each[0]: fact_of_list(each) for each in row["facts"]}
    return Told(
        secret=row["secret"],
        version=row["version"],
        fresh=row["fresh"],
        touched=frozenset(row["touched"]),
        learned=frozenset(row["learned"]),
        moved=row["moved"],
        messages=[message_of(named(MESSAGE, each)) for each in row["messages"]],
        facts=facts,
        entities={each[0]: entity_of(named(ENTITY, each)) for each in row["entities"]},
        mentions={id: tuple(map(Whom._make, whom)) for id, whom in row["mentions"]},
        withdrawn=frozenset(row["withdrawn"]),
    )


def _loaded(asked: Asked, known: Known, told: Told, kinds: frozenset[str]) -> Loaded:
    """What stands of what was kept, and what was read."""
    messages: dict[str, Message] = {}
    facts, entities = told.facts, told.entities
    mentions, withdrawn = dict(told.mentions), told.withdrawn
    if told.fresh:
        messages = {each.id: each for each in known.messages_kept() if each.id not in told.learned}
        mentions |= {id: whom for id, whom in known.mentions.items() if id not in mentions and told.stands(id, whom)}
        facts = {id: fact for id, fact in known.facts.items() if not told.moved and id not in told.touched} | dict(
            facts
        )
        entities = {id: one for id, one in known.entities.items() if id not in told.touched} | dict(entities)
        withdrawn |= known.withdrawn.intersection(messages)
    messages |= {message.id: message for message in told.messages}
    return Loaded(
        messages={each.id: each for each in sorted(messages.values(), key=_place)},
        facts={id: facts[id] for id in asked.facts if id in facts},
        entities={id: entities[id] for id in asked.entities if id in entities},
        mentions=of_kinds(mentions, kinds),
        withdrawn=withdrawn,
    )


def _place(message: Message) -> tuple[object, ...]:
    return message.at, message.session, message.seq
