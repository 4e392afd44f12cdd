"""Vectors on a server: a large namespace is searched through the index alone."""

from __future__ import annotations

from typing import Any

import pytest
from neo4j import Driver

from graphmem import texts
from graphmem.store import EmbedderMark, open_store
from graphmem.store.neo4j import changes, searching
from graphmem.store.neo4j.server import Row
from graphmem.store.neo4j.server import Server as Connection
from graphmem.types import EVERYTHING, Filter
from tests.cypher.neo4j_server import Server, empty
from tests.store.builders import (
    ADA,
    apply,
    document,
    fact,
    floats,
    nearest,
)

pytestmark = pytest.mark.neo4j


@pytest.mark.parametrize("only", [EVERYTHING, Filter(min_importance=0.1)], ids=["all", "some"])
def test_full_list_of_neighbours_looks_at_no_document_beside_them(
    server: Server, driver: Driver, monkeypatch: pytest.MonkeyPatch, only: Filter
) -> None:
    """However many there are: none is sought that the index did not name."""
    monkeypatch.setattr(searching, "EXACT", 0)
    monkeypatch.setattr(searching, "KEPT_BYTES", 0)
    monkeypatch.setattr(changes, "FRESH", 0)
    empty(server)
    store = open_store(server.url)
    store.mark_embedder(EmbedderMark("by-hand", 2))
    east = tuple(document(f"f{number}", "ana", kind="fact", vector=(1.0, 0.0)) for number in range(3))
    apply(store, documents=east, facts=tuple(fact(each.id) for each in east))
    sent: list[tuple[str, dict[str, Any]]] = []
    read = Connection.read

    def told(self: Connection, name: str, /, **values: object) -> list[Row]:
        sent.append((name, values))
        return read(self, name, **values)

    monkeypatch.setattr(Connection, "read", told)
    found = nearest(store, ADA, ["fact"], floats(1, 0), limit=1, only=only)["fact"]
    store.close()

    name, values = sent[-1]
    run = driver.execute_query(f"PROFILE {texts.statement(name).text.replace('CYPHER replan=skip', '')}", values)
    assert [near.id for near in found] == ["f0"]
    assert _sought(run.summary.profile) == [0]


@pytest.mark.parametrize("only", [EVERYTHING, Filter(min_importance=0.1)], ids=["all", "some"])
def test_vectors_that_wait_for_the_index_are_found_beside_it(
    server: Server, driver: Driver, monkeypatch: pytest.MonkeyPatch, only: Filter
) -> None:
    """Each once, whether it waits, is in the index too, or is there alone; one more than may wait sends them there together."""
    monkeypatch.setattr(searching, "EXACT", 0)
    monkeypatch.setattr(searching, "KEPT_BYTES", 0)
    monkeypatch.setattr(changes, "FRESH", 1)
    empty(server)
    store = open_store(server.url)
    store.mark_embedder(EmbedderMark("by-hand", 2))
    seen = []

    for number in range(4):
        written = document(f"f{number}", "ana", kind="fact", vector=(1.0, number / 10))
        apply(store, documents=(written,), facts=(fact(written.id),))
        near = nearest(store, ADA, ["fact"], floats(1, 0), limit=9, only=only)["fact"]
        rows = driver.execute_query(
            "MATCH (d:Document) RETURN d:FreshText AS waits, d:FactText AS listed ORDER BY d.id"
        )
        seen.append((sorted(each.id for each in near), [tuple(row.values()) for row in rows.records]))
    store.close()

    waits, both, listed = (True, False), (True, True), (False, True)
    assert seen == [
        (["f0"], [waits]),
        (["f0", "f1"], [both, both]),
        (["f0", "f1", "f2"], [listed, listed, waits]),
        (["f0", "f1", "f2", "f3"], [listed, listed, both, both]),
    ]


def _sought(plan: Any) -> list[int]:
    """How many documents each seek of the index of documents found."""
    here = [plan["args"]["Rows"]] if "Document(namespace, kind, id)" in plan["args"].get("Details", "") else []
    return here + [rows for each in plan.get("children", []) for rows in _sought(each)]
