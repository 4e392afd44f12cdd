"""What is true now, as typed relationships in Neo4j Browser: drawn with each write, and anew when an hour has come."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from neo4j import Driver

from graphmem.store import open_store
from graphmem.store.neo4j.store import Neo4jStore
from graphmem.store.records import micros
from graphmem.types import Changes
from tests.cypher.neo4j_server import Server, empty
from tests.store.builders import ADA, START, apply, entity, fact, period

pytestmark = pytest.mark.neo4j

#: When everything here is written.
NOW = START
HOME = {"lives_in": "LIVES_IN"}
PEOPLE = (
    entity(),
    entity("e-lisbon", "Lisbon", "Place", keys=["n:lisbon"]),
    entity("e-porto", "Porto", "Place", keys=["n:porto"]),
)


@pytest.fixture
def store(server: Server) -> Iterator[Neo4jStore]:
    """An empty store on the server."""
    empty(server)
    opened = open_store(server.url)
    assert isinstance(opened, Neo4jStore)
    yield opened
    opened.close()


def drawn(driver: Driver) -> list[tuple[str, str, str]]:
    """Every relationship between entities: from, type, to."""
    rows = driver.execute_query(
        "MATCH (a:Entity)-[r]->(b:Entity) RETURN a.name AS a, type(r) AS type, b.name AS b ORDER BY a, type, b"
    ).records
    return [(row["a"], row["type"], row["b"]) for row in rows]


def lives(place: str = "lisbon", **other: Any) -> Any:
    """Ana lives somewhere, from long ago on unless told otherwise."""
    periods = other.pop("periods", (period(f"f-{place}"),))
    return fact(f"f-{place}", object=f"e-{place}", object_name=place.title(), periods=periods, **other)


def test_what_holds_now_is_one_typed_relationship(store: Neo4jStore, driver: Driver) -> None:
    """In one pattern: who lives where; the kind is a label."""
    apply(store, entities=PEOPLE, facts=(lives(),), relations=HOME)

    rows = driver.execute_query("MATCH (p:Person)-[r:LIVES_IN]->(c:Place) RETURN p.name, c.name, r.fact_id").records

    assert [tuple(row.values()) for row in rows] == [("Ana", "Lisbon", "f-lisbon")]


@pytest.mark.parametrize(
    "other",
    [
        {"positive": False},
        {"certainty": "possible"},
        {"person": False},
        {"nature": "event"},
        {"retracted_at": NOW},
        {"periods": ()},
        {"periods": (period("f-lisbon", start=NOW - timedelta(days=9), end=NOW - timedelta(days=1)),)},
    ],
    ids=lambda other: next(iter(other)),
)
def test_what_is_not_so_now_is_not_drawn(store: Neo4jStore, driver: Driver, other: dict[str, Any]) -> None:
    """Denied, possible, said by an assistant only, an event, taken back, not believed, over."""
    apply(store, entities=PEOPLE, facts=(lives(),), relations=HOME)

    apply(store, facts=(lives(**other),), relations=HOME)

    assert drawn(driver) == []


def test_moving_redraws_and_links_the_newer_to_the_older(store: Neo4jStore, driver: Driver) -> None:
    """Porto until she moved, Lisbon since; forgetting Lisbon leaves nothing of it."""
    apply(store, entities=PEOPLE, facts=(lives("porto"),), relations=HOME)
    ended = period("f-porto", start=None, end=NOW - timedelta(days=1), ended_by="f-lisbon")
    apply(store, facts=(lives("porto", periods=(ended,)), lives()), relations=HOME)

    superseded = driver.execute_query("MATCH (a:Fact)-[:SUPERSEDES]->(b:Fact) RETURN a.id, b.id").records

    assert drawn(driver) == [("Ana", "LIVES_IN", "Lisbon")]
    assert [tuple(row.values()) for row in superseded] == [("f-lisbon", "f-porto")]
    apply(store, facts_gone=("f-lisbon",))
    assert drawn(driver) == []


def test_predicate_outside_the_vocabulary_is_related_to(store: Neo4jStore, driver: Driver) -> None:
    """With its name as a property; a type is never made of what somebody wrote."""
    apply(store, entities=PEOPLE, facts=(lives(predicate="x]->() DETACH DELETE a //"),))

    rows = driver.execute_query("MATCH ()-[r:RELATED_TO]->() RETURN r.predicate AS predicate").records

    assert [row["predicate"] for row in rows] == ["x]->() DETACH DELETE a //"]


def test_kind_that_is_a_word_of_the_graph_is_no_label(store: Neo4jStore, driver: Driver) -> None:
    """An entity of kind Message is no message; a hostile kind stays data, and a kind that changed is relabelled."""
    apply(
        store,
        entities=(entity(kind="Message"), entity("e2", kind="A`) DETACH DELETE n //"), entity("e3", kind="Thing")),
    )
    apply(store, entities=(entity("e3", kind="Place"),))

    rows = driver.execute_query("MATCH (e:Entity) RETURN e.id AS id, labels(e) AS labels ORDER BY id").records

    assert {row["id"]: set(row["labels"]) - {"Entity"} for row in rows} == {
        "e-ana": set(),
        "e2": {"A`) DETACH DELETE n //"},
        "e3": {"Place"},
    }
    assert [each.kind for each in store.entities(ADA, ids=["e-ana"])] == ["Message"]


def test_what_ends_or_begins_meanwhile_is_drawn_when_its_hour_has_come(store: Neo4jStore, driver: Driver) -> None:
    """By the next write, or by whoever uses the namespace next."""
    until = period("f-porto", end=NOW + timedelta(days=1))
    since = period("f-lisbon", start=NOW + timedelta(days=1))
    apply(store, entities=PEOPLE, facts=(lives("porto", periods=(until,)), lives(periods=(since,))), relations=HOME)
    before = drawn(driver)

    later = micros(NOW + timedelta(days=2))
    store.server.write("maintain/present", namespace=ADA, now=later)

    assert before == [("Ana", "LIVES_IN", "Porto")]
    assert drawn(driver) == [("Ana", "LIVES_IN", "Lisbon")]


def test_fact_said_again_in_the_hour_it_turns_is_drawn_once(store: Neo4jStore, driver: Driver) -> None:
    """It is drawn anew for two reasons, and once."""
    since = period("f-lisbon", start=NOW + timedelta(days=1))
    apply(store, entities=PEOPLE, facts=(lives(periods=(since,)),), relations=HOME)

    later = NOW + timedelta(days=2)
    said_again = lives(periods=(since,), said_at=later, confidence=0.9)
    firm = lives(periods=(replace(since, start_stated=False),), said_at=later)
    changes = Changes("learn", later, facts=(said_again,), relations=HOME)
    store.apply(ADA, changes, expected_version=1)
    once = drawn(driver)
    store.apply(ADA, replace(changes, facts=(firm,)), expected_version=2)

    assert once == [("Ana", "LIVES_IN", "Lisbon")]
    assert drawn(driver) == [("Ana", "LIVES_IN", "Lisbon")]


def test_what_is_drawn_of_a_fact_stays_while_it_is_the_same(store: Neo4jStore, driver: Driver) -> None:
    """Said again, it keeps its periods and relationships, node for node; another period is drawn anew."""

    def parts() -> set[str]:
        rows = driver.execute_query("MATCH (f:Fact)-[r]->(x) RETURN elementId(r) + ' ' + elementId(x) AS part").records
        return {row["part"] for row in rows}

    apply(store, entities=PEOPLE, facts=(lives(),), relations=HOME)
    first = parts()
    again = NOW + timedelta(days=1)
    apply(store, facts=(lives(said_at=again, confidence=0.9),), relations=HOME)
    said_again = parts()
    ended = period("f-lisbon", end=again)
    apply(store, facts=(lives(said_at=again, periods=(ended,)),), relations=HOME)

    assert said_again == first
    assert len(parts() - first) == 1
    [read] = store.facts(ADA, ["f-lisbon"])
    assert (read.said_at, read.periods[0].end) == (again, again)
