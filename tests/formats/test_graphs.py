"""Graphs that graphiti and neo4j-agent-memory left in a real Neo4j database, imported into memory."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from neo4j import Driver

from graphmem import InvalidInput, Memory
from graphmem.testing import FixedClock, PlainExtractor
from graphmem.types import Message
from tests.cypher.neo4j_server import Server, Servers, connect, empty, label, wanted
from tests.formats.graphs import JANUARY, agent_memory, graphiti

pytestmark = pytest.mark.neo4j


@pytest.fixture(params=wanted(os.environ), ids=label)
def server(request: pytest.FixtureRequest, neo4j_servers: Servers) -> Server:
    """An emptied server of each release."""
    found = neo4j_servers.of(request.param)
    empty(found)
    return found


@pytest.fixture
def driver(server: Server) -> Iterator[Driver]:
    """A driver logged in to it."""
    with connect(server) as connected:
        yield connected


def opened(url: str = "sqlite:///:memory:", namespace: str = "ada") -> Memory:
    """An empty memory of Ada's."""
    return Memory.open(
        url,
        namespace=namespace,
        user_name="Ada",
        extractor=PlainExtractor(),
        embedder="none",
        clock=FixedClock("2026-06-01T12:00:00+00:00"),
    )


def said(memory: Memory) -> list[tuple[str, str, str | None, str]]:
    """What was said, in order, told facts aside."""
    store = memory._engine.store
    messages = store.messages(memory.namespace, store.message_ids(memory.namespace))
    return [(one.session, one.role, one.speaker, one.text) for one in messages if one.session != "facts"]


def kept(memory: Memory, session: str) -> tuple[Message, ...]:
    """The messages of a session."""
    store = memory._engine.store
    return store.messages(memory.namespace, store.message_ids(memory.namespace, session=session))


def written(driver: Driver) -> tuple[int, int]:
    """How many nodes and relationships there are."""
    [row] = driver.execute_query(
        "MATCH (n) WITH count(n) AS nodes MATCH ()-[r]->() RETURN nodes, count(r) AS edges"
    ).records
    return row["nodes"], row["edges"]


def test_graphiti_becomes_messages_and_facts(server: Server, driver: Driver) -> None:
    """Episodes in their order, turn by turn; facts with their times; and the graph is only read."""
    graphiti(driver, "ada")
    before = written(driver)

    with opened() as memory:
        receipt = memory.import_(server.url, format="graphiti")

        assert (receipt.new, receipt.bad) == (7, 0)
        assert said(memory) == [
            ("support", "user", None, "My sister is Ana."),
            ("support", "assistant", None, "Noted: sister."),
            ("graphiti", "system", None, "Ana was born in 1990: in Porto."),
            ("graphiti", "system", None, '{"customer": "Ada"}'),
        ]
        assert [fact.sentence for fact in memory.facts("Ana")] == ["Ana lives in Lisbon"]
        assert [fact.sentence for fact in memory.facts("Ana", as_of=datetime(2024, 2, 1, tzinfo=UTC))] == [
            "Ana lived in Porto"
        ]
        [work] = [fact for fact in memory.history("me") if fact.predicate == "works_at"]
        assert [period.end for period in work.periods] == [datetime(2024, 5, 1, tzinfo=UTC)]
    assert written(driver) == before


def test_of_a_fact_nothing_is_lost(server: Server, driver: Driver) -> None:
    """Its sentence, when it was said, and as metadata what has no place; vectors aside."""
    graphiti(driver, "ada")

    with opened() as memory:
        memory.import_(server.url)
        found = kept(memory, "facts")

        assert [(one.key, one.text, one.at) for one in found] == [
            ("key:graphiti:ada-f0", "Ana lived in Porto", datetime(2024, 1, 1, 12, tzinfo=UTC)),
            ("key:graphiti:ada-f1", "Ana lives in Lisbon", datetime(2024, 1, 1, 12, tzinfo=UTC)),
            ("key:graphiti:ada-f2", "The user works at Lisbon", datetime(2024, 1, 1, 12, tzinfo=UTC)),
        ]
        assert dict(found[0].metadata) == {
            "relation": "LIVES_IN",
            "episodes": "ada-e0",
            "created_at": "2026-01-01T00:00:00.000000000+00:00",
            "certainty": "9",
        }


@pytest.mark.parametrize("format", ["graphiti", "agent-memory"])
def test_importing_twice_doubles_nothing(server: Server, driver: Driver, format: str) -> None:
    """What is there is known by its uuid; what came since is taken in."""
    write = graphiti if format == "graphiti" else agent_memory
    write(driver, "ada")

    with opened() as memory:
        first = memory.import_(server.url, format=format)
        again = memory.import_(server.url, format=format)

        assert (again.new, again.known, again.bad) == (0, first.new, 0)
        assert first.new > 5


def test_groups_are_never_mixed(server: Server, driver: Driver) -> None:
    """Of several somebody has to say which; the other's people are not known afterwards."""
    graphiti(driver, "ada")
    graphiti(driver, "bob", who="Eva")

    with opened() as memory:
        with pytest.raises(InvalidInput, match="belongs to several: 'ada', 'bob'"):
            memory.import_(server.url)
        with pytest.raises(InvalidInput, match="nothing of 'eve'; there are 'ada', 'bob'"):
            memory.import_(server.url, group="eve")
        memory.import_(server.url, group="bob")

        assert {"Eva", "Lisbon"} <= {one.name for one in memory.entities()}
        assert "Ana" not in {one.name for one in memory.entities()}
        assert not [text for *_, text in said(memory) if "Ana" in text]


def test_agent_memory_becomes_messages_and_facts(server: Server, driver: Driver) -> None:
    """A conversation in its order, preferences, facts and relations with their times, and how a task was solved."""
    agent_memory(driver, None)
    before = written(driver)

    with opened() as memory:
        receipt = memory.import_(server.url, format="agent-memory")

        assert (receipt.new, receipt.bad) == (7, 0)
        assert said(memory) == [
            ("nobody-session", "user", None, "My sister is Ana."),
            ("nobody-session", "system", None, "Task: Find a flat\n1. Look search (maps)\nOutcome: Found one"),
            ("nobody-session", "assistant", None, "Noted."),
        ]
        assert {(fact.predicate, fact.object_name or fact.value) for fact in memory.facts("Ana")} == {
            ("lives_in", "Lisbon"),
            ("works_at", "Feedzai"),
            ("age", "34"),
        }
        assert memory.facts("me", as_of=datetime(2024, 4, 1, tzinfo=UTC))[0].value == "Loves green tea"
        assert not memory.facts("me")
        [first] = [one for one in kept(memory, "nobody-session") if one.role == "user"]
        assert dict(first.metadata) == {"title": "Family", "channel": "web", "tags": "a, b"}
    assert written(driver) == before


def test_users_are_never_mixed(server: Server, driver: Driver) -> None:
    """Entities are shared by them, and yet what only another's messages state is not taken; what is nobody's is left out, and said so."""
    agent_memory(driver, "ada")
    agent_memory(driver, "bob", who="Eva")
    driver.execute_query("CREATE (:Fact {id: 'x', subject: 'Zoe', predicate: 'likes', object: 'Jazz'})")

    with opened() as memory:
        with pytest.raises(InvalidInput, match="belongs to several: 'ada', 'bob'"):
            memory.import_(server.url)
        receipt = memory.import_(server.url, group="ada")

        assert receipt.new == 7
        assert receipt.problems == (
            f"{receipt.problems[0].partition(': ')[0]}: 1 fact: filed under no user, and the graph has several; left out",
        )
        names = {one.name for one in memory.entities()}
        assert "Ana" in names
        assert not {"Eva", "Zoe"} & names
        assert "Eva" not in repr(said(memory))


def test_messages_of_one_moment_come_in_the_order_they_are_linked(server: Server, driver: Driver) -> None:
    """Ids tell no order, and of what was kept together at once only links do; also where some of them lead back."""
    driver.execute_query(
        "CREATE (c:Conversation {id: 'c', session_id: 's'}) WITH c UNWIND range(0, 3) AS n "
        "CREATE (c)-[:HAS_MESSAGE]->(:Message {id: ['m3', 'm9', 'm1', 'm5'][n], role: 'user', content: 'Turn ' + n + '.', timestamp: $at})",
        at=JANUARY,
    )
    driver.execute_query(
        "UNWIND [['m3', 'm9'], ['m9', 'm1'], ['m1', 'm5'], ['m5', 'm1']] AS pair "
        "MATCH (a:Message {id: pair[0]}), (b:Message {id: pair[1]}) CREATE (a)-[:NEXT_MESSAGE]->(b)"
    )

    with opened() as memory:
        memory.import_(server.url)

        assert [text for *_, text in said(memory)] == ["Turn 0.", "Turn 1.", "Turn 2.", "Turn 3."]


def test_a_trace_is_of_the_user_it_is_filed_under(server: Server, driver: Driver) -> None:
    """Also where another's conversation bears the name of its session, and where that user has nothing else."""
    agent_memory(driver, "ada")
    driver.execute_query(
        "MATCH (t:ReasoningTrace) CREATE (:User {identifier: 'bob'})-[:HAS_TRACE]->(t) SET t.task = 'Find out about Eva'"
    )

    with opened() as memory:
        with pytest.raises(InvalidInput, match="belongs to several: 'ada', 'bob'"):
            memory.import_(server.url)
        memory.import_(server.url, group="ada")
        assert "Eva" not in repr(said(memory))
        memory.import_(server.url, group="bob")
        assert "Eva" in repr(said(memory))


def test_relations_of_those_who_were_merged_are_of_whom_they_became(server: Server, driver: Driver) -> None:
    """Nobody is known under a name that went into another, however often that happened."""
    agent_memory(driver, None, who="Annie")
    driver.execute_query(
        "MATCH (a:Entity {id: 'Annie'}) SET a.merged_into = 'an' "
        "CREATE (:Entity {id: 'an', name: 'An', merged_into: 'ana'}), (:Entity {id: 'ana', name: 'Ana'})"
    )

    with opened() as memory:
        memory.import_(server.url)

        assert [fact.sentence for fact in memory.facts("Feedzai")] == ["Ana works at Feedzai"]


def test_what_is_no_such_graph_is_told(server: Server, driver: Driver) -> None:
    """With what was looked for, and what is there instead."""
    with opened() as memory:
        driver.execute_query("CREATE (:Film {title: 'Alien'})")
        with pytest.raises(
            InvalidInput, match=r"no graph .* Looked for graphiti: \(:Episodic .* for agent-memory: .* It holds Film"
        ):
            memory.import_(server.url)
        graphiti(driver, "ada")
        with pytest.raises(InvalidInput, match="Looked for agent-memory"):
            memory.import_(server.url, format="agent-memory")
        agent_memory(driver, None)
        with pytest.raises(InvalidInput, match="holds graphs of graphiti and agent-memory"):
            memory.import_(server.url)
        with pytest.raises(InvalidInput, match="graphiti is read from a server"):
            memory.import_("chat.jsonl", format="graphiti")


def test_a_memory_of_graphmem_is_no_such_graph(server: Server, driver: Driver) -> None:
    """It has messages, entities and facts too; how it is copied is said. Both may stand in one database."""
    with opened(server.url) as kept:
        kept.remember("Ana lives in Rome.")
        with opened() as memory, pytest.raises(InvalidInput, match="graphmem copy"):
            memory.import_(server.url)
        agent_memory(driver, None)
        receipt = kept.import_(server.url)

        assert (receipt.new, receipt.bad) == (7, 0)
        assert [fact.sentence for fact in kept.facts("Ana") if fact.predicate == "works_at"] == ["Ana works at Feedzai"]
        assert kept.import_(server.url).known == 7
