"""Looking into several namespaces at once: each is read alone, and what was read is put in one order, the memory's own first among equals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.errors import NotFound
from graphmem.memory import reading
from graphmem.memory.engine import Engine
from graphmem.memory.shared import others
from graphmem.memory.shared.merging import distinct
from graphmem.memory.shared.overruling import overruled
from graphmem.types import LONG_AGO, Entity, Fact, Neighbourhood

#: An entity in each namespace where one was found.
Found = dict[str, Entity]


def entities(engine: Engine, namespace: str, reads: Sequence[str], *, limit: int | None) -> tuple[Entity, ...]:
    """Everyone and everything known, by name, kind, and where; the same name in two namespaces is two."""
    if not reads:
        return engine.store.entities(namespace, limit=limit)
    found = list(engine.store.entities(namespace, limit=limit))
    for each in reads:
        found += (others.entity(one, each) for one in engine.store.entities(each, limit=limit))
    return tuple(sorted(found, key=lambda one: (one.name, one.kind, _place(one.namespace, reads), one.id))[:limit])


def entity_named(engine: Engine, namespace: str, reads: Sequence[str], name: str) -> Entity:
    """Who is called so here, else in the first of the others where somebody is; nobody there is "me".

    Raises:
        NotFound: when nobody is called so anywhere.
    """
    try:
        return reading.entity_named(engine, namespace, name)
    except NotFound:
        if name.strip().casefold() in reading.MYSELF:
            raise
        for each in reads:
            if found := _named(engine, each, name):
                return others.entity(found, each)
        raise


def everywhere(engine: Engine, namespace: str, reads: Sequence[str], about: str | Entity) -> Found:
    """Whom a name means in each namespace that knows it; an entity is the one it is.

    Raises:
        NotFound: when nobody is called so anywhere, or the entity is of a namespace that is not read.
    """
    if isinstance(about, Entity):
        if about.namespace and about.namespace not in reads:
            raise NotFound(f"{about.name!r} is of {about.namespace!r}, which this memory does not read")
        return {about.namespace or namespace: about}
    first = entity_named(engine, namespace, reads, about)
    found = {first.namespace or namespace: first}
    if about.strip().casefold() not in reading.MYSELF:
        found |= {each: one for each in reads if each not in found and (one := _named(engine, each, about))}
    return found


def _named(engine: Engine, namespace: str, name: str) -> Entity | None:
    try:
        return reading.entity_named(engine, namespace, name)
    except NotFound:
        return None


@dataclass(frozen=True, slots=True)
class Asked:
    """Facts about whom, in each namespace that knows them (None: anybody), held when, believed when, and how many."""

    about: Found | None
    as_of: datetime
    known_at: datetime | None
    limit: int | None

    def read(self, engine: Engine, namespace: str, limit: int | None) -> tuple[Fact, ...]:
        """The first facts of one namespace."""
        if self.about is not None and namespace not in self.about:
            return ()
        about = self.about[namespace] if self.about else None
        return reading.facts(engine, namespace, about, as_of=self.as_of, known_at=self.known_at, limit=limit)


def facts(engine: Engine, namespace: str, reads: Sequence[str], asked: Asked) -> tuple[Fact, ...]:
    """What is asked for, most important first, without what the memory's own facts contradict."""
    own = asked.read(engine, namespace, asked.limit)
    if not reads:
        return own
    theirs = [fact for each in reads for fact in _standing(engine, namespace, each, asked)]
    found = sorted([*own, *theirs], key=lambda one: (-one.importance, _place(one.namespace, reads)))
    return tuple(distinct(found)[: asked.limit])


def _standing(engine: Engine, namespace: str, there: str, asked: Asked) -> list[Fact]:
    """The first facts of another namespace that stand, reading on as long as contradicted ones take the places."""
    most = asked.limit
    while True:
        found = [others.fact(one, there) for one in asked.read(engine, there, most)]
        against = overruled(engine, namespace, found, moment=asked.as_of, known_at=asked.known_at)
        gone = {one.id for one in against}
        standing = [one for one in found if one.id not in gone]
        if not most or asked.limit is None or len(found) < most or len(standing) >= asked.limit:
            return standing
        most *= 2


def history(engine: Engine, reads: Sequence[str], about: Found) -> tuple[Fact, ...]:
    """Everything ever stated, here and there, oldest first: also what the memory's own facts contradict."""
    said = [_from(one, each, reads) for each, entity in about.items() for one in reading.history(engine, each, entity)]
    return tuple(sorted(said, key=lambda one: (_begun(one), one.sentence, _place(one.namespace, reads), one.id)))


def _from(one: Fact, namespace: str, reads: Sequence[str]) -> Fact:
    return others.fact(one, namespace) if namespace in reads else one


def _begun(fact: Fact) -> datetime:
    first = fact.periods[0] if fact.periods else None
    return first.start or LONG_AGO if first else fact.said_at


def neighbourhood(
    engine: Engine,
    namespace: str,
    reads: Sequence[str],
    around: Iterable[Found],
    *,
    hops: int,
    as_of: datetime,
    known_at: datetime | None,
    each: int,
    limit: int,
) -> Neighbourhood:
    """What stands around somebody in every namespace that knows them; no step leads from one into another."""
    asked = list(around)
    if not reads:
        starts = tuple(dict.fromkeys(one[namespace] for one in asked))
        return reading.neighbourhood(
            engine, namespace, starts, hops=hops, as_of=as_of, known_at=known_at, each=each, limit=limit
        )
    found: list[Neighbourhood] = []
    for there in (namespace, *reads):
        starts = tuple(dict.fromkeys(one[there] for one in asked if there in one))
        if starts:
            walked = reading.neighbourhood(
                engine, there, starts, hops=hops, as_of=as_of, known_at=known_at, each=each, limit=limit
            )
            found.append(walked if there == namespace else others.neighbourhood(walked, there))
    facts = [fact for walked in found for fact in walked.facts]
    gone = {one.id for one in overruled(engine, namespace, facts, moment=as_of, known_at=known_at)}
    away = {key: hop for walked in found for key, hop in walked.hops.items()}
    standing = distinct(sorted((one for one in facts if one.id not in gone), key=lambda one: away[one.id]))[:limit]
    kept = {one.id for one in standing} | {end for one in standing for end in (one.subject, one.object) if end}
    kept |= {entity.id for one in asked for entity in one.values()}
    return Neighbourhood(
        entities=tuple(
            sorted((one for walked in found for one in walked.entities if one.id in kept), key=lambda one: away[one.id])
        ),
        facts=tuple(standing),
        hops={key: hop for key, hop in away.items() if key in kept},
    )


def _place(namespace: str, reads: Sequence[str]) -> int:
    return reads.index(namespace) + 1 if namespace else 0
