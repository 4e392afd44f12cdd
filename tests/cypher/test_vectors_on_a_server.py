"""Vectors on a server: a large namespace is searched through the index alone."""

from __future__ import annotations

from typing import Any

import pytest
from neo4j import Driver

from graphmem import texts
from graphmem.store import EmbedderMark, open_store
from graphmem.store.neo4j import recall
from graphmem.store.neo4j.server import Row
from graphmem.store.neo4j.server import Server as Connection
from graphmem.types import EVERYTHING, Filter
from tests.cypher.neo4j_server import Server, empty
from tests.store.builders import ADA, apply, document, fact, floats

pytestmark = pytest.mark.neo4j


@pytest.mark.parametrize("only", [EVERYTHING, Filter(min_importance=0.1)], ids=["all", "some"])
def test_full_list_of_neighbours_looks_at_no_document_beside_them(
    server: Server, driver: Driver, monkeypatch: pytest.MonkeyPatch, only: Filter
) -> None:
    """However many there are: none is sought that the index did not name."""
    monkeypatch.setattr(recall, "EXACT", 0)
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
    found = store.nearest(ADA, ["fact"], floats(1, 0), limit=1, only=only)["fact"]
    store.close()

    [(name, values)] = sent
    run = driver.execute_query(f"PROFILE {texts.statement(name).text.replace('CYPHER replan=skip', '')}", values)
    assert [near.id for near in found] == ["f0"]
    assert _sought(run.summary.profile) == [0]


def _sought(plan: Any) -> list[int]:
    """How many documents each seek of the index of documents found."""
    here = [plan["args"]["Rows"]] if "Document(namespace, kind, id)" in plan["args"].get("Details", "") else []
    return here + [rows for each in plan.get("children", []) for rows in _sought(each)]
