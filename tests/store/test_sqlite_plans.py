"""The reads that must stay fast are read from an index's own order: no scan of a table, no sort of what was found."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphmem.store.sqlite import (
    embeddings,
    entities,
    facts,
    messages,
    neighbourhoods,
    noun_cache,
    queue,
    text_cache,
    text_index,
    vectors,
)
from graphmem.store.sqlite.connection import Connections
from graphmem.store.sqlite.store import SQLiteStore
from tests.store.builders import apply, fact, period

READS: dict[str, tuple[str, dict[str, object]]] = {
    "facts about": (facts.RANKED, {"entity": "e", "limit": 5}),
    "facts about at a moment": (facts.RANKED_AS_OF, {"entity": "e", "limit": 5, "as_of": 0}),
    "newest postings": (text_index.NEWEST, {"term": 1, "limit": 5}),
    "postings a kept list lacks": (text_index.NEWER, {"term": 1, "last": 5}),
    "terms asked for": (text_index.KNOWN.replace(":values", "'ana', 'lisbon'"), {}),
    "postings of candidates": (text_index.COUNTED, {"term": 1, "documents": "[1]"}),
    "whom keys belong to": (entities.FOUND, {"keys": "[]"}),
    "first facts of an entity": (
        neighbourhoods.FIRST.format(holds=facts.HOLDS, passes="TRUE"),
        {"entity": "e", "each": 5, "as_of": 0},
    ),
    "candidates": (text_cache.UNPLACED.replace(":values", "1, 2"), {}),
    "candidates with their place": (text_cache.PLACED.replace(":values", "1, 2"), {}),
    "vectors a matrix lacks": (vectors.NEWER, {"slot": 0, "kind": "message", "last": 7}),
    "live vectors": (vectors.LIVE_NUMBERS, {"slot": 0, "kind": "fact"}),
    "documents without a vector": (embeddings.UNEMBEDDED, {"slot": 0, "kind": "fact"}),
    "messages whose word was withdrawn": (noun_cache.WITHDRAWN, {}),
    "what changes touched": (noun_cache.TOUCHED, {"since": 1, "until": 5}),
    "work to lease": (queue.LEASABLE, {"now": 0, "limit": 5, "early": True}),
}


@pytest.mark.parametrize(("statement", "values"), READS.values(), ids=READS.keys())
def test_read_follows_an_index(statement: str, values: dict[str, object], path: Path) -> None:
    """SQLite's own plan says so."""
    connections = Connections(path)
    with connections.reading() as db:
        plan = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {statement}", {"ns": 1, **values})]
    connections.close()

    steps = [step for step in plan if "VIRTUAL TABLE" not in step]
    assert all(step.startswith(("SEARCH", "CORRELATED")) for step in steps), plan
    assert not any("B-TREE" in step for step in plan), plan


@pytest.mark.parametrize(
    "name",
    [
        "newest postings",
        "postings of candidates",
        "candidates with their place",
        "live vectors",
    ],
)
def test_search_for_candidates_reads_an_index_alone(name: str, path: Path) -> None:
    """Neither messages nor vectors are touched to find out which are wanted."""
    statement, values = READS[name]
    connections = Connections(path)
    with connections.reading() as db:
        plan = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {statement}", {"ns": 1, **values})]
    connections.close()

    assert any("COVERING INDEX" in step or "PRIMARY KEY" in step for step in plan), plan
    assert all("COVERING INDEX" in step for step in plan if "messages" in step), plan


@pytest.mark.parametrize("name", ["candidates", "candidates with their place"])
def test_candidates_are_looked_up_by_number(name: str, path: Path) -> None:
    """And not found by walking through every document of the namespace."""
    statement, _ = READS[name]
    connections = Connections(path)
    with connections.reading() as db:
        plan = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {statement}", {"ns": 1})]
    connections.close()

    assert plan[0] == "SEARCH documents USING INTEGER PRIMARY KEY (rowid=?)"


def test_first_facts_of_a_hub_cost_no_more_than_of_a_hermit(path: Path) -> None:
    """SQLite counts its own steps: a few facts of an entity with thousands take as few as of one with ten."""
    store = SQLiteStore(path)
    many = tuple(
        fact(f"f{number}", importance=number % 97 / 97, periods=(period(f"f{number}"),)) for number in range(3000)
    )
    few = tuple(
        fact(f"g{number}", subject="e-hermit", object=None, periods=(period(f"g{number}"),)) for number in range(10)
    )
    apply(store, facts=(*many, *few))

    walk = neighbourhoods.FIRST.format(holds=facts.HOLDS, passes="TRUE")

    def steps(statement: str, entity: str) -> int:
        counted = 0

        def count() -> int:
            nonlocal counted
            counted += 1
            return 0

        with store._connections.reading() as db:
            db.set_progress_handler(count, 1)
            db.execute(statement, {"ns": 1, "entity": entity, "limit": 5, "each": 5, "as_of": 2**60}).fetchall()
            db.set_progress_handler(None, 0)
        return counted

    counted = [(steps(statement, "e-ana"), steps(statement, "e-hermit")) for statement in (facts.RANKED_AS_OF, walk)]
    store.close()
    assert [hub for hub, _ in counted] == [pytest.approx(hermit, rel=0.2) for _, hermit in counted]


def test_messages_are_looked_up_by_their_place(path: Path) -> None:
    """Each of the places by itself, however many messages its session has."""
    statement = messages.AT_PLACES.replace(":pairs", "('s1', 1), ('s2', 7)")
    connections = Connections(path)
    with connections.reading() as db:
        plan = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {statement}", {"ns": 1})]
    connections.close()

    assert [step for step in plan if " messages " in step] == [
        "SEARCH messages USING INDEX sqlite_autoindex_messages_3 (ns=? AND session=? AND seq=?)"
    ]
