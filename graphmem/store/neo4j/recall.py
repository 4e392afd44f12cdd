"""What is known around some entities, in one statement; and a filter as statements take it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from operator import itemgetter

from graphmem.store.neo4j.columns import fact_of_list
from graphmem.store.neo4j.rows import Map
from graphmem.store.neo4j.server import Server
from graphmem.store.records import micros_or_none
from graphmem.types import Filter, Reached

#: The most hops one statement walks.
FARTHEST = 3


def neighbourhood(
    server: Server,
    namespace: str,
    entities: Sequence[str],
    *,
    hops: int,
    as_of: datetime | None,
    each: int,
    limit: int,
    only: Filter,
) -> tuple[Reached, ...]:
    """The facts reached, nearest first, within a hop as they are listed."""
    [found] = server.read(
        "read/neighbourhood",
        namespace=namespace,
        asked={
            "entities": list(dict.fromkeys(entities)),
            "hops": hops,
            "as_of": micros_or_none(as_of),
            "each": max(each, 0),
            "limit": max(limit, 0),
            **filter_values(only),
        },
    )
    return tuple(Reached(fact_of_list(fact), hops) for _, hops, fact in sorted(found["facts"], key=itemgetter(0)))


def filter_values(only: Filter) -> Map:
    """A filter as parameters."""
    return {
        "filtered": only != Filter(),
        "by_message": only.by_message,
        "by_fact": only.by_fact,
        "kinds": sorted(only.kinds),
        "categories": sorted(only.categories),
        "least": float(only.min_importance),
        "sessions": sorted(only.sessions),
        "voices": sorted({name.casefold() for name in only.speakers}),
        "since": micros_or_none(only.since),
        "until": micros_or_none(only.until),
    }
