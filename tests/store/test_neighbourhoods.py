"""The neighbourhood of some entities: hop by hop, so many facts of each, filtered before anything is cut off."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphmem.store import Store, open_store
from graphmem.types import Fact, Filter, Walk
from tests.store.builders import ADA, apply, at, fact, period


def _walk(
    store: Store, *entities: str, hops: int = 2, each: int = 99, limit: int = 99, as_of: datetime | None = None
) -> list[str]:
    found = store.neighbourhood(ADA, Walk(tuple(entities), hops=hops, as_of=as_of, each=each, limit=limit))
    return [f"{one.hops} {one.fact.id}" for one in found]


def _knows(id: str, subject: str, object: str | None, **other: Any) -> Fact:
    return fact(id, subject=subject, object=object, periods=(period(id),), **other)


def test_neighbourhood_comes_hop_by_hop(store: Store) -> None:
    """Over subject and object alike, each fact once at its nearest, most important first within a hop, then last said."""
    apply(
        store,
        facts=(
            _knows("a-b", "a", "b", importance=0.1),
            _knows("c-a", "c", "a", importance=0.1, said_at=at(5)),
            _knows("b-c", "b", "c", importance=0.9),
            _knows("b-d", "b", "d", importance=0.5),
            _knows("c-v", "c", None, importance=0.7),
            _knows("d-e", "d", "e", importance=1.0),
        ),
    )

    assert _walk(store, "a", hops=1) == ["1 c-a", "1 a-b"]
    assert _walk(store, "a") == ["1 c-a", "1 a-b", "2 b-c", "2 c-v", "2 b-d"]
    assert _walk(store, "a", hops=3)[-1] == "3 d-e"
    assert _walk(store, "a", "b", "a", hops=1) == ["1 b-c", "1 b-d", "1 c-a", "1 a-b"]
    assert _walk(store, "a", hops=9) == _walk(store, "a", hops=3)
    assert _walk(store, "a", hops=0) == _walk(store, "unknown") == _walk(store, "") == _walk(store) == []


def test_neighbourhood_is_of_a_moment(store: Store) -> None:
    """What had ended is neither taken nor followed; events always are."""
    apply(
        store,
        facts=(
            fact("over", subject="a", object="b", periods=(period("over", end=at(1)),)),
            fact("went", subject="a", object="c", nature="event", periods=(period("went", end=at(1)),)),
            _knows("b-d", "b", "d"),
            _knows("c-d", "c", "d"),
            fact("doubted", subject="a", object="e", periods=()),
        ),
    )

    assert _walk(store, "a", as_of=at(5)) == ["1 went", "2 c-d"]
    assert _walk(store, "a", as_of=at(0)) == ["1 over", "1 went", "2 b-d", "2 c-d"]
    assert _walk(store, "a") == ["1 doubted", "1 over", "1 went", "2 b-d", "2 c-d"]


def test_neighbourhood_takes_so_many_facts_of_an_entity(store: Store) -> None:
    """The first of them; a fact left out by one end may still come by the other."""
    apply(store, facts=tuple(_knows(f"h-{number}", "hub", f"x{number}", importance=number / 10) for number in range(9)))

    assert _walk(store, "hub", each=2) == ["1 h-8", "1 h-7"]
    assert _walk(store, "x1", each=2) == ["1 h-1", "2 h-8", "2 h-7"]
    assert _walk(store, "hub", "x0", each=1, hops=1) == ["1 h-8", "1 h-0"]
    assert _walk(store, "hub", each=0) == []


def test_neighbourhood_ends_at_its_limit(store: Store) -> None:
    """A nearer hop comes first, and only facts that were taken are followed."""
    apply(store, facts=(*(_knows(f"a-{n}", "a", f"x{n}") for n in range(3)), _knows("x2-y", "x2", "y", importance=1.0)))

    assert _walk(store, "a", limit=2) == ["1 a-0", "1 a-1"]
    assert _walk(store, "a", limit=3) == ["1 a-0", "1 a-1", "1 a-2"]
    assert _walk(store, "a", limit=4) == ["1 a-0", "1 a-1", "1 a-2", "2 x2-y"]
    assert _walk(store, "a", limit=0) == []


def test_what_does_not_pass_is_not_followed(store: Store) -> None:
    """A path over a fact that may not be looked at is no path."""
    apply(store, facts=(_knows("a-b", "a", "b", importance=0.2), _knows("b-c", "b", "c", importance=0.9)))

    found = store.neighbourhood(ADA, Walk(("a",), hops=2, as_of=None, each=9, limit=9), only=Filter(min_importance=0.5))

    assert found == ()


ENDS = st.sampled_from("abcdef")
EDGES = st.lists(st.tuples(ENDS, st.none() | ENDS, st.integers(0, 3)), max_size=12)


@given(
    edges=EDGES,
    start=st.sets(ENDS, max_size=2),
    hops=st.integers(0, 3),
    each=st.integers(0, 3),
    limit=st.integers(0, 9),
)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_neighbourhood_is_what_its_rule_says(
    edges: list[tuple[str, str | None, int]], start: set[str], hops: int, each: int, limit: int
) -> None:
    """As a walk over plain lists finds it."""
    facts = tuple(
        _knows(f"f{place:02}", subject, target, importance=weight / 3)
        for place, (subject, target, weight) in enumerate(edges)
    )
    store = open_store("sqlite:///:memory:")
    apply(store, facts=facts)

    found = store.neighbourhood(ADA, Walk(tuple(sorted(start)), hops=hops, as_of=None, each=each, limit=limit))

    store.close()
    assert [(one.fact.id, one.hops) for one in found] == _by_rule(facts, start, hops, each, limit)


def _by_rule(facts: Sequence[Fact], start: set[str], hops: int, each: int, limit: int) -> list[tuple[str, int]]:
    ordered = sorted(facts, key=lambda one: (-one.importance, one.id))
    taken: list[tuple[str, int]] = []
    ring, seen = set(start), set[str]()
    for hop in range(1, hops + 1):
        firsts = [one.id for end in ring for one in [f for f in ordered if end in (f.subject, f.object)][:each]]
        known = {id for id, _ in taken}
        new = [one for one in ordered if one.id in firsts and one.id not in known][: limit - len(taken)]
        taken += [(one.id, hop) for one in new]
        seen |= ring
        ring = {end for one in new for end in (one.subject, one.object) if end} - seen
    return taken
