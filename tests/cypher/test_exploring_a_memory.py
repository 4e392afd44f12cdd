"""A memory on a real server, explored through the public API: what the store wrote is what the mirror shows, and nobody else's."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

import pytest
from neo4j import Driver

from graphmem import GraphNode, GraphRelationship, InvalidInput, Limits, Memories, Memory, NotFound
from graphmem.exploration.gate import check
from graphmem.exploration.mirror import Mirror
from graphmem.exploration.named import asked_for, explorations, short
from graphmem.texts import CypherStatement
from tests.cypher.neo4j_server import Server, empty
from tests.exploration import story

pytestmark = pytest.mark.neo4j


@pytest.fixture(scope="module")
def memory(server: Server) -> Iterator[Memory]:
    """The story, remembered on the server."""
    empty(server)
    with story.told(server.url) as told:
        yield told


@pytest.fixture(scope="module")
def mirror(memory: Memory) -> Mirror:
    """All that the memory holds, copied."""
    return Mirror(story.held(memory))


def plain(value: object) -> object:
    """A value without what only server or mirror knows: ids of theirs, and properties that serve the store."""
    match value:
        case GraphNode():
            return sorted(value.labels), _without("labels", value.properties)
        case GraphRelationship():
            return value.type, dict(value.properties)
        case list() | tuple():
            return [plain(each) for each in value]
        case _:
            return value


def _without(name: str, properties: Mapping[str, Any]) -> dict[str, Any]:
    return {each: value for each, value in properties.items() if each != name}


@pytest.mark.parametrize("statement", explorations(), ids=lambda each: each.name)
def test_an_exploration_finds_the_same_on_the_server_and_in_the_mirror(
    memory: Memory, mirror: Mirror, statement: CypherStatement
) -> None:
    """By its examples, which find rows."""
    given = {parameter.name: parameter.example for parameter in asked_for(statement)}

    served = memory.cypher(short(statement), limits=None, **given)
    mirrored = mirror.run(check(statement.text).text, given, Limits())

    assert (served.source, mirrored.source) == ("server", "mirror")
    assert served.columns == mirrored.columns
    assert plain(served.rows) == plain(mirrored.rows)
    assert served.rows


@pytest.mark.parametrize("label", ["Namespace", "Session", "Message", "Entity", "Fact", "Period"])
def test_every_node_of_the_mirror_is_on_the_server(memory: Memory, driver: Driver, mirror: Mirror, label: str) -> None:
    """With the same labels and values; the server's may have more that serve the store."""
    mirrored = [row[0] for row in mirror.run(f"MATCH (n:{label}) RETURN n", {}, Limits()).rows]
    names = {name for node in mirrored for name in node.properties}

    query = f"MATCH (n:{label}) WHERE coalesce(n.namespace, n.name) = $it RETURN n"
    found = driver.execute_query(query, {"it": memory.namespace}).records

    served = [(row["n"].labels - {"Work"}, {name: row["n"].get(name) for name in names}) for row in found]
    assert sorted(map(_line, served)) == sorted(_line((frozenset(node.labels), node.properties)) for node in mirrored)


def test_the_relationships_of_the_mirror_are_those_on_the_server(
    memory: Memory, driver: Driver, mirror: Mirror
) -> None:
    """As many of each type, between the nodes that the page draws."""
    query = "MATCH (a)-[r]->(b) WITH type(r) AS kind, count(*) AS many RETURN kind, many"
    drawn = dict(mirror.run(query, {}, Limits()).rows)
    found = driver.execute_query(
        "MATCH (a {namespace: $it})-[r]->(b) RETURN type(r) AS kind, count(*) AS many", {"it": memory.namespace}
    ).records

    assert {row["kind"]: row["many"] for row in found if row["kind"] in drawn} == drawn
    assert {"WORKS_AT", "LIVES_IN", "SISTER_OF", "MENTIONS", "STATED_IN", "HOLDS", "SUPERSEDES", "NEXT"} <= set(drawn)


def test_a_statement_of_ones_own_runs_on_a_mirror_of_the_one_namespace(memory: Memory) -> None:
    """Whoever's memories are on the server beside it."""
    found = memory.cypher("MATCH (n) RETURN DISTINCT coalesce(n.namespace, n.name)")

    assert (found.rows, found.source) == ((("ada",),), "mirror")


def test_one_namespace_never_shows_in_another(server: Server) -> None:
    """Alice's salary never shows for Bob."""
    with Memories.open(server.url) as memories:
        alice, bob = memories.of("alice"), memories.of("bob")
        alice.remember("My boss Priya pays me 95000 euros. Priya lives in Lisbon.")
        bob.remember("My friend Priya lives in Oslo.")
        asked = [
            bob.cypher(short(each), limits=None, **{p.name: p.example for p in asked_for(each)})
            for each in explorations()
        ]
        about = bob.cypher("who_is", name="Priya")
        everything = bob.cypher("MATCH (n) OPTIONAL MATCH (n)-[r]-(m) RETURN n, r, m")

    for found in (*asked, about, everything):
        assert "95000" not in repr(found)
        assert "Lisbon" not in repr(found)
    assert "Priya lives in Oslo" in {row["sentence"] for row in about.to_dicts()}
    assert everything.rows


@pytest.mark.parametrize("name", ["ada@example.org", "Ада", "a'b\"c", "line\nbreak", "back\\slash", "`quoted`", "a/b"])
def test_a_namespace_may_be_called_anything(server: Server, name: str) -> None:
    """It is a value on the server too."""
    with Memories.open(server.url) as memories:
        memories.of(name).remember("My sister Ana lives in Lisbon.", key="k")

        assert len(memories.of(name).cypher("who_is", name="Ana").rows) == 2
        assert memories.of(name).cypher("MATCH (n) RETURN DISTINCT coalesce(n.namespace, n.name)").rows == ((name,),)


@pytest.mark.parametrize(
    "statement",
    [
        "MATCH (n) DETACH DELETE n",
        "CALL apoc.load.json('http://127.0.0.1/')",
        "LOAD CSV FROM 'http://127.0.0.1/' AS row RETURN row",
        "CALL { MATCH (n) DELETE n } IN TRANSACTIONS",
        "CALL dbms.listConfig()",
    ],
)
def test_what_writes_or_fetches_is_refused(memory: Memory, statement: str) -> None:
    """Before the server hears of it."""
    with pytest.raises(InvalidInput):
        memory.cypher(statement)


def test_a_mistake_is_named_as_on_sqlite(memory: Memory) -> None:
    """The checks stand before the store."""
    with pytest.raises(InvalidInput, match="needs \\$name"):
        memory.cypher("who_is")
    with pytest.raises(InvalidInput, match="that of the memory itself"):
        memory.cypher("who_is", name="Ana", namespace="bob")
    with pytest.raises(NotFound, match="did you mean 'who_is'"):
        memory.cypher("whois")


def test_rows_are_limited_and_it_is_said(memory: Memory) -> None:
    """The first ones come."""
    every = memory.cypher("orphans")

    some = memory.cypher("orphans", limits=Limits(rows=1))

    assert (some.rows, some.truncated, every.truncated) == (every.rows[:1], True, False)


def _line(node: tuple[Collection[str], Mapping[str, Any]]) -> str:
    """A node as a line that can be compared."""
    labels, properties = node
    values = {name: str(_native(value)) for name, value in sorted(properties.items()) if value is not None}
    return f"{sorted(labels)} {values}"


def _native(value: Any) -> Any:
    native = value.to_native() if hasattr(value, "to_native") else value
    return native.astimezone(UTC) if isinstance(native, datetime) else native
