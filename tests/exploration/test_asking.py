"""Cypher through the public API: one namespace, read only, inside limits, whatever is asked."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from graphmem import ConfigError, InvalidInput, Limits, Memories, Memory, NotFound, StoreUnavailable, Table
from graphmem.exploration.named import asked_for, explorations
from graphmem.memory import mirroring
from graphmem.memory.exploring import EACH
from tests.exploration import story


@pytest.fixture(scope="module")
def ada() -> Iterator[Memory]:
    """A memory that knows the story."""
    with story.told() as memory:
        yield memory


def sentences(found: Table) -> set[str]:
    """The facts of a result."""
    return {row["sentence"] for row in found.to_dicts()}


def test_a_statement_of_ones_own_reads_the_graph(ada: Memory) -> None:
    """The present is one typed relationship away."""
    found = ada.cypher(
        "MATCH (p:Person)-[:WORKS_AT]->(c:Organization) RETURN p.name AS who, c.name AS firm ORDER BY who"
    )

    assert found == Table(
        ("who", "firm"), (("Ada", "Talkdesk"), ("Ana", "Farfetch"), ("John", "Equinor")), source="mirror"
    )


def test_an_exploration_is_asked_by_name(ada: Memory) -> None:
    """With its folder or without."""
    found = ada.cypher("who_is", name="Ana")

    assert "Ana lives in Lisbon" in sentences(found)
    assert ada.cypher("explore/who_is", name="Ana") == found


def test_as_of_agrees_with_the_facts_of_that_time(ada: Memory) -> None:
    """Cypher and the library have one idea of the past."""
    for month in range(1, 13):
        moment = datetime(2024, month, 15, tzinfo=UTC)

        states = {fact.sentence for fact in ada.facts(as_of=moment) if fact.nature == "state"}

        assert sentences(ada.cypher("as_of", moment=moment)) == states


def test_values_are_parameters_and_never_become_cypher(ada: Memory) -> None:
    """A name that looks like a clause is a name that nobody bears."""
    found = ada.cypher("MATCH (e:Entity) WHERE e.name = $name RETURN e", name="Ana' OR 1=1 //")

    assert found.rows == ()


def test_nodes_come_back_as_they_were_stored(ada: Memory) -> None:
    """Without what the engine adds of its own."""
    ((node, link),) = ada.cypher("MATCH (p {name: 'Ana'})-[r:LIVES_IN]->() RETURN p, r").rows

    assert node.labels == ("Entity", "Person")
    assert sorted(node.properties) == ["aliases", "id", "is_self", "keys", "kind", "name", "namespace"]
    assert sorted(link.properties) == ["fact_id", "predicate", "valid_from"]
    assert link.properties["valid_from"] == datetime(2024, 5, 27, tzinfo=UTC)


def test_a_path_comes_back_whole(ada: Memory) -> None:
    """Its nodes in order."""
    ((path,),) = ada.cypher("MATCH p = (:Entity {name: 'Ada'})<-[:SISTER_OF]-()-[:LIVES_IN]->() RETURN p").rows

    assert [node.properties["name"] for node in path.nodes] == ["Ada", "Ana", "Lisbon"]
    assert [link.type for link in path.relationships] == ["SISTER_OF", "LIVES_IN"]


def test_the_mirror_follows_what_is_remembered_and_what_is_forgotten() -> None:
    """It is made anew when the data changed, and shows nothing that was forgotten."""
    count = "MATCH (m:Message) RETURN count(m)"
    with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        assert memory.cypher(count).rows == ((0,),)

        memory.remember("I live in Porto.", session="spring")
        assert memory.cypher(count).rows == ((1,),)

        memory.forget(session="spring")
        assert memory.cypher(count).rows == ((0,),)
        assert memory.cypher("MATCH (f:Fact) RETURN f").rows == ()


def test_the_mirror_is_made_once_while_nothing_changes(ada: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Copying costs more than asking."""
    ada.cypher("RETURN 1")
    monkeypatch.setattr(mirroring, "contents", lambda *_: pytest.fail("it was copied again"))

    assert ada.cypher("MATCH (s:Session) RETURN count(s)").rows == ((6,),)


def test_what_never_came_up_is_told_by_what_did() -> None:
    """A recall counts at once, flushed or not, and its own facts are left out from then on."""
    with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada", embedder="none") as memory:
        memory.remember("My sister Ana lives in Porto. My friend John likes jazz.", session="spring")
        everything = sentences(memory.cypher("never_recalled", limit=10))

        found = {fact.sentence for fact in memory.recall("Where does Ana live?", limit=1).facts}
        left = sentences(memory.cypher("never_recalled", limit=10))

        assert found == {"Ana lives in Porto"}
        assert left == everything - found
        assert memory.cypher("MATCH (f:Fact) WHERE f.recalled = 1 RETURN f.sentence").rows == (("Ana lives in Porto",),)


def test_the_mirror_follows_the_time() -> None:
    """What begins in October is no relationship before."""
    now = [datetime(2024, 9, 17, tzinfo=UTC)]
    with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada", clock=lambda: now[0]) as memory:
        memory.remember("I start at Talkdesk in October.", at=now[0])
        jobs = "MATCH (:Person)-[r:WORKS_AT]->() RETURN count(r)"
        before = memory.cypher(jobs).rows

        now[0] += timedelta(days=30)

        assert (before, memory.cypher(jobs).rows) == (((0,),), ((1,),))


def test_one_namespace_never_shows_in_another() -> None:
    """Alice's salary never shows for Bob, by name, by text, by graph, in any exploration or any statement."""
    with Memories.open("sqlite:///:memory:") as memories:
        alice, bob = memories.of("alice"), memories.of("bob")
        alice.remember("My boss Priya pays me 95000 euros. Priya lives in Lisbon. I have a cat.")
        bob.remember("My friend Priya lives in Oslo.")

        everything = bob.cypher("MATCH (n) OPTIONAL MATCH (n)-[r]-(m) RETURN n, r, m")
        by_name = [
            bob.cypher(each.name, limits=None, **{p.name: p.example for p in asked_for(each)})
            for each in explorations()
        ]
        named = bob.cypher("who_is", name="Priya")

    assert everything.rows
    for found in (everything, named, *by_name):
        assert "95000" not in repr(found)
        assert "Lisbon" not in repr(found)
    assert "Priya lives in Oslo" in sentences(named)


@pytest.mark.parametrize("name", ["ada@example.org", "Ада", "a'b\"c", "line\nbreak", "back\\slash", "`quoted`", "a/b"])
def test_a_namespace_may_be_called_anything(name: str) -> None:
    """Its name is a value, and others are not seen."""
    with Memories.open("sqlite:///:memory:") as memories:
        memories.of(name).remember("My sister Ana lives in Lisbon.")
        memories.of("other").remember("My sister Ana lives in Oslo.")

        assert memories.of(name).cypher("MATCH (n) RETURN DISTINCT coalesce(n.namespace, n.name)").rows == ((name,),)
        assert len(memories.of(name).cypher("who_is", name="Ana").rows) == 2


@pytest.mark.parametrize(
    "statement",
    [
        "MATCH (n) DETACH DELETE n",
        "CALL apoc.load.json('http://127.0.0.1/')",
        "LOAD CSV FROM 'http://127.0.0.1/' AS row RETURN row",
        "CALL { MATCH (n) DELETE n } IN TRANSACTIONS",
    ],
)
def test_what_writes_or_fetches_is_refused(ada: Memory, statement: str) -> None:
    """And nothing is changed."""
    with pytest.raises(InvalidInput):
        ada.cypher(statement)

    assert ada.cypher("MATCH (m:Message) RETURN count(m)").rows == ((26,),)


def test_no_file_is_read(ada: Memory, tmp_path: Path) -> None:
    """The engine behind the gate would read it."""
    secret = tmp_path / "secret.csv"
    secret.write_text("password\n", encoding="utf-8")

    with pytest.raises(InvalidInput, match="LOAD CSV is refused"):
        ada.cypher(f"WITH 1 AS one LOAD CSV FROM 'file://{secret}' AS row RETURN row")


def test_the_namespace_cannot_be_given(ada: Memory) -> None:
    """It is that of the memory, in explorations and in statements, where it may be used."""
    with pytest.raises(InvalidInput, match="that of the memory itself"):
        ada.cypher("who_is", name="Ana", namespace="bob")
    with pytest.raises(InvalidInput, match="that of the memory itself"):
        ada.cypher("RETURN $namespace", namespace="bob")
    assert ada.cypher("RETURN $namespace AS mine").rows == (("ada",),)


@pytest.mark.parametrize(
    ("query", "given", "said"),
    [
        ("who_is", {}, "needs \\$name"),
        ("who_is", {"name": 3}, "is a string, not 3"),
        ("who_is", {"name": "Ana", "nome": "Ana"}, "no parameter 'nome'"),
        ("as_of", {"moment": "2024"}, "is a datetime"),
        ("hubs", {"limit": True}, "is a integer, not True"),
        ("hubs", {"limit": -1}, "is a number from 0 on, not -1"),
        ("RETURN $name", {}, "uses \\$name"),
        ("RETURN $name", {"name": "\ud800"}, "half of a surrogate pair"),
        ("RETURN $name", {"name": object()}, "cannot run this"),
        ("RETURN 1 +", {}, "cannot run this"),
        ("RETURN 1", {"limits": 3}, "limits must be Limits"),
        (7, {}, "query must be a string"),
    ],
)
def test_a_mistake_is_named(ada: Memory, query: str, given: dict[str, Any], said: str) -> None:
    """With the value and the way out."""
    with pytest.raises(InvalidInput, match=said):
        ada.cypher(query, **given)


def test_an_unknown_exploration_is_not_found(ada: Memory) -> None:
    """The one perhaps meant is named."""
    with pytest.raises(NotFound, match="did you mean 'who_is'"):
        ada.cypher("whois")


def test_rows_are_limited_and_it_is_said(ada: Memory) -> None:
    """The first ones come."""
    every = ada.cypher("MATCH (e:Entity) RETURN e.name ORDER BY e.name")

    some = ada.cypher("MATCH (e:Entity) RETURN e.name ORDER BY e.name", limits=Limits(rows=3))

    assert (some.rows, some.truncated, every.truncated) == (every.rows[:3], True, False)


def test_time_is_limited(ada: Memory) -> None:
    """A statement that would run for hours is stopped."""
    endless = "MATCH (a), (b), (c), (d), (e) WHERE a.x + b.x + c.x + d.x + e.x = 1 RETURN count(*)"

    with pytest.raises(InvalidInput, match=r"stopped|cannot run"):
        ada.cypher(endless, limits=Limits(seconds=0.05))


@pytest.mark.parametrize("wrong", [{"rows": 0}, {"rows": 1.5}, {"rows": True}, {"seconds": 0}, {"seconds": "10"}])
def test_limits_that_are_none_are_refused(wrong: dict[str, object]) -> None:
    """Rows are counted, seconds are above 0."""
    with pytest.raises(InvalidInput):
        Limits(**wrong)  # type: ignore[arg-type]


def test_a_memory_too_large_for_a_mirror_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before it is copied."""
    monkeypatch.setattr("graphmem.exploration.mirror.LARGEST", 1)
    with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        memory.remember("I live in Porto.")

        with pytest.raises(InvalidInput, match="a mirror at most 1"):
            memory.cypher("RETURN 1")


def test_a_copy_that_was_written_to_meanwhile_is_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """It never mixes two states; a memory that never rests is told of."""
    with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        memory.remember("My sister Ana lives in Porto.")
        entities, writes = type(memory._engine.store).entities, iter(range(100))

        def written_to(store: Any, namespace: str, **asked: Any) -> Any:
            if next(writes) < resting:
                memory.remember("My brother Tom lives in Oslo.")
            return entities(store, namespace, **asked)

        monkeypatch.setattr(type(memory._engine.store), "entities", written_to)
        resting = 1
        assert memory.cypher("MATCH (p:Person) RETURN count(p)").rows == ((3,),)

        resting = 100
        memory.remember("I like jazz.")
        with pytest.raises(StoreUnavailable, match="written to each of"):
            memory.cypher("RETURN 1")


def test_a_missing_engine_names_the_extra(ada: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything else works without it."""
    monkeypatch.setitem(sys.modules, "kglite", None)
    with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        with pytest.raises(ConfigError, match=r"graphmem\[cypher\]"):
            memory.cypher("RETURN 1")

        assert memory.entities()[0].name == "Ada"


def test_a_neighbourhood_is_nearest_first(ada: Memory) -> None:
    """Ana, then what is one fact away, then two."""
    found = ada.neighbourhood("Ana")

    names = {entity.name: found.hops[entity.id] for entity in found.entities}
    assert found.entities[0].name == "Ana"
    assert (names["Ana"], names["Lisbon"], names["Ada"], names["Talkdesk"]) == (0, 1, 1, 2)
    assert [found.hops[fact.id] for fact in found.facts] == sorted(found.hops[fact.id] for fact in found.facts)
    assert "Ana lived in Porto" not in {fact.sentence for fact in found.facts}


def test_a_neighbourhood_of_the_past_has_the_facts_of_then(ada: Memory) -> None:
    """In April Ana lived in Porto."""
    found = ada.neighbourhood(["Ana", "Ana"], hops=1, as_of=datetime(2024, 4, 1))

    assert "Ana lived in Porto" in {fact.sentence for fact in found.facts}
    assert "Lisbon" not in {entity.name for entity in found.entities}


def test_a_neighbourhood_as_it_was_believed_then() -> None:
    """Before the second message came, Ana lived in Porto, for all that memory knew."""
    now = [datetime(2024, 3, 1, tzinfo=UTC)]
    with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada", clock=lambda: now[0]) as memory:
        memory.remember("My sister Ana lives in Porto. Bob lives in Porto.", at=now[0])
        now[0] = datetime(2024, 6, 1, tzinfo=UTC)
        memory.remember("Ana moved to Lisbon last week.", at=now[0])

        today = memory.neighbourhood("Ana")
        then = memory.neighbourhood("Ana", known_at=datetime(2024, 4, 1))
        always = memory.neighbourhood("Ana", known_at=now[0])

    assert {"Lisbon"} == {entity.name for entity in today.entities} - {"Ada", "Ana"}
    assert {"Porto", "Bob"} == {entity.name for entity in then.entities} - {"Ada", "Ana"}
    assert always == today


def test_facts_believed_then_are_about_whom_was_asked(ada: Memory) -> None:
    """Lisbon has no part in where Ana lived before."""
    spring = datetime(2024, 4, 1)

    believed = ada.facts("Lisbon", as_of=spring, known_at=story.TOLD)

    assert believed == ada.facts("Lisbon", as_of=spring)


def test_a_hub_does_not_hide_the_rest() -> None:
    """Of one entity only so many facts are followed."""
    with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        memory.remember_many(
            [{"content": f"I visited Place{number} on {number % 28 + 1} May 2023."} for number in range(EACH + 20)]
        )
        memory.remember("My sister Ana lives in Lisbon.")

        found = memory.neighbourhood("Lisbon", hops=3, limit=500)
        known = memory.facts("me")

    assert len(known) > EACH + 10
    assert {"Lisbon", "Ana", "Ada"} <= {entity.name for entity in found.entities}
    assert len(found.facts) <= EACH + 1


def test_a_neighbourhood_of_nobody_is_not_found(ada: Memory) -> None:
    """Every name must be known; none at all are no neighbourhood."""
    with pytest.raises(NotFound, match="Nobody"):
        ada.neighbourhood(["Ana", "Nobody"])
    assert ada.neighbourhood([]).entities == ()
    assert ada.neighbourhood("Ana", hops=0).facts == ()
