"""The neighbourhood of some entities: over their first facts to those at the other end, and over theirs.

What is read is bounded by what is asked for and not by what there is. Each entity gives its first facts in the order they
are kept in, and only facts that were taken lead on; so a hub with 50,000 facts costs what a hermit costs.
"""

from __future__ import annotations

from graphmem.store.records import micros_or_none
from graphmem.store.sqlite import facts
from graphmem.store.sqlite.filters import Passing
from graphmem.store.sqlite.noun_cache import Nouns
from graphmem.store.sqlite.scope import Row, Scope
from graphmem.types import Filter, Reached, Walk

#: The first facts of an entity that pass, with both their ends.
FIRST = """
    SELECT ranked.importance, ranked.said_at, fact, facts.subject, facts.object FROM ranked_facts AS ranked
    CROSS JOIN facts ON facts.ns = ranked.ns AND facts.id = ranked.fact
    WHERE ranked.ns = :ns AND ranked.entity = :entity AND {holds} AND {passes}
    ORDER BY ranked.importance DESC, ranked.said_at DESC, fact LIMIT :each
"""


def neighbourhood(here: Scope, kept: Nouns, walk: Walk, *, only: Filter) -> tuple[Reached, ...]:
    """The facts reached, nearest first, within a hop the most important first, then last said, then by id."""
    passing = Passing("fact", only)
    holds = "TRUE" if walk.as_of is None else facts.HOLDS
    statement = FIRST.format(holds=holds, passes=passing.condition("ranked.fact"))
    values = {"as_of": micros_or_none(walk.as_of), "each": max(walk.each, 0), **passing.values}
    reached: dict[str, int] = {}
    seen = {""}
    ring = list(dict.fromkeys(walk.entities))
    for hop in range(1, walk.hops + 1):
        found: dict[str, Row] = {}
        for entity in ring:
            if entity not in seen:
                seen.add(entity)
                found |= {row[2]: row for row in here.rows(statement, entity=entity, **values)}
        new = sorted((row for fact, row in found.items() if fact not in reached), key=_place)
        reached |= {row[2]: hop for row in new[: max(walk.limit - len(reached), 0)]}
        if len(reached) >= walk.limit:
            break
        ring = list(dict.fromkeys(end for row in new for end in row[3:] if end is not None))
    return tuple(Reached(fact, reached[fact.id]) for fact in kept.facts(here, reached))


def _place(row: Row) -> tuple[float, int, str]:
    return -row[0], -row[1], row[2]
