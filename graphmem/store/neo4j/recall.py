"""What a question asks for, in one statement: who is known by keys, what stands around some of them, and what a search finds.

Whom a question names decides what it asks for. A process keeps whom keys named before, so the rest is asked for together with them, as
if they named the same; what turns out otherwise is asked for again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter

from graphmem.store.neo4j.columns import ENTITY, fact_of_list, named
from graphmem.store.neo4j.filters import filter_values
from graphmem.store.neo4j.noun_cache import NounCache
from graphmem.store.neo4j.rows import Map, Read, entity_of, filed
from graphmem.store.neo4j.searching import Search
from graphmem.store.neo4j.server import Server
from graphmem.store.neo4j.text_cache import TextCache
from graphmem.store.neo4j.vector_cache import VectorCache
from graphmem.store.records import micros_or_none
from graphmem.types import Brought, Entity, Filter, Reached, Sought, Walk

#: The most hops one statement walks.
FARTHEST = 3

_NOWHERE = Walk((), 0, None, 0, 0)


def ask(
    server: Server,
    namespace: str,
    keys: Sequence[str],
    then: Callable[[tuple[Entity, ...]], Sought],
    *,
    only: Filter,
    nouns: NounCache,
    texts: TextCache,
    vectors: VectorCache,
) -> Brought:
    """Who is known by the keys, and what is then sought: in one statement where those are known that were expected."""
    expected = nouns.expected(namespace, keys)
    foreseen = then(expected.entities)
    found = read(server, namespace, keys, foreseen, only=only, texts=texts, vectors=vectors)
    nouns.expect(namespace, keys, expected, found.entities)
    if found.entities == expected.entities:
        return found
    sought = then(found.entities)
    searches = (sought.words, sought.like) != (foreseen.words, foreseen.like)
    walks = sought.walk != foreseen.walk
    rest = Sought(sought.walk if walks else None, *((sought.words, sought.like) if searches else ()))
    more = read(server, namespace, (), rest, only=only, texts=texts, vectors=vectors)
    return Brought(
        found.entities,
        more.reached if walks else found.reached,
        more.searched if searches else found.searched,
    )


def read(
    server: Server,
    namespace: str,
    keys: Iterable[str],
    sought: Sought,
    *,
    only: Filter,
    texts: TextCache,
    vectors: VectorCache,
) -> Brought:
    """Who is known by the keys, and what is sought beside, whomever they name."""
    search = Search(server, namespace, sought.words, sought.like, texts=texts, vectors=vectors, only=only)
    asked: Map = {
        "keys": [filed(key) for key in dict.fromkeys(keys)],
        **_walk_values(sought.walk or _NOWHERE, only),
        **search.values(),
    }
    if not (asked["keys"] or asked["entities"] or asked["indexes"]):
        return Brought(searched=search.found(()))
    [row] = server.read("read/asked", namespace=namespace, asked=asked)
    entities = tuple(entity_of(named(ENTITY, each)) for each in row["entities"])
    return Brought(entities, _reached(row), search.found(row["searched"]))


def _walk_values(walk: Walk, only: Filter) -> Map:
    return {
        "entities": list(dict.fromkeys(walk.entities)),
        "hops": walk.hops,
        "as_of": micros_or_none(walk.as_of),
        "each": max(walk.each, 0),
        "limit": max(walk.limit, 0),
        **filter_values(only),
    }


def _reached(row: Read) -> tuple[Reached, ...]:
    """The facts reached, nearest first, within a hop as they are listed."""
    return tuple(Reached(fact_of_list(fact), hops) for _, hops, fact in sorted(row["facts"], key=itemgetter(0)))
