"""A memory that reads others beside its own: what is there comes with its namespace, and nothing is ever written there."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem import Fact, InvalidInput, Memories, Memory, NotFound
from graphmem.testing import FixedClock, PlainExtractor
from tests.cypher.neo4j_server import Servers, empty, label, wanted
from tests.memory.state import state

#: The reads of one recall, and those of the memory's own for what overrules.
FOUR, OWN = 4, 5

NOW = datetime(2024, 5, 3, 12, tzinfo=UTC)
SERVERS = [pytest.param(release, marks=pytest.mark.neo4j, id=label(release)) for release in wanted(os.environ)[-1:]]


#: What every store must show; the rest is above the stores.
on_every_store = pytest.mark.parametrize("memories", [pytest.param(None, id="sqlite"), *SERVERS], indirect=True)


@pytest.fixture
def memories(request: pytest.FixtureRequest, neo4j_servers: Servers) -> Iterator[Memories]:
    """Ada's memory, the firm's, and that of others, in one store."""
    url = "sqlite:///:memory:"
    if (release := getattr(request, "param", None)) is not None:
        server = neo4j_servers.of(release)
        empty(server)
        url = server.url
    with Memories.open(url, extractor=PlainExtractor(), embedder="none", clock=FixedClock(NOW)) as opened:
        opened.of("ada", user_name="Ada").remember_many(
            _said("I live in Faro.", "Ana moved to Porto.", "Ana likes Fado.")
        )
        opened.of("org:acme").remember_many(
            _said("Clara works at Equinor.", "Ana moved to Lisbon.", "I live in Berlin.", "Refunds take thirty days.")
        )
        opened.of("org:other").remember_many(
            _said("Clara works at MARKER.", "Ana likes MARKER.", "Refunds take MARKER.")
        )
        yield opened


def _said(*texts: str) -> list[dict[str, Any]]:
    return [{"content": text, "session": "s1"} for text in texts]


def ada(memories: Memories, *reads: str) -> Memory:
    """Ada's memory, which reads the firm's."""
    return memories.of("ada", user_name="Ada", reads=reads or ("org:acme",))


def told(facts: tuple[Fact, ...]) -> list[tuple[str, str]]:
    """What facts say, and of which namespace they are."""
    return [(fact.sentence, fact.namespace) for fact in facts]


@on_every_store
def test_what_the_firm_knows_is_recalled_and_says_where_it_is_from(memories: Memories) -> None:
    """Facts, messages and entities; what is the memory's own says nothing."""
    found = ada(memories).recall("Where does Clara work?")

    assert told(found.facts)[0] == ("Clara works at Equinor", "org:acme")
    assert (found.messages[0].text, found.messages[0].namespace) == ("Clara works at Equinor.", "org:acme")
    assert (found.entities[0].name, found.entities[0].namespace) == ("Clara", "org:acme")
    assert found.answered
    assert {one.namespace for one in ada(memories).recall("What does Ana like?").facts[:1]} == {""}


@on_every_store
def test_what_is_not_listed_never_comes(memories: Memories) -> None:
    """The same names stand in a third namespace, with markers."""
    memory = ada(memories)
    for ask in _asks(memory):
        assert "MARKER" not in repr(ask())
    with pytest.raises(NotFound):
        memory.entity("MARKER")
    assert "MARKER" in repr(ada(memories, "org:other").recall("Clara"))


def _asks(memory: Memory) -> list[Callable[[], object]]:
    questions = ("Where does Clara work?", "What does Ana like?", "marker", "How long do refunds take?")
    return [
        *(lambda question=each: memory.recall(question, limit=50) for each in questions),
        *(lambda question=each: memory.context(question, budget=4000).text for each in questions),
        memory.facts,
        lambda: memory.facts("Clara", as_of=NOW, known_at=NOW),
        memory.entities,
        lambda: memory.history("Ana"),
        lambda: memory.neighbourhood(["Ana", "Clara"], hops=3),
        lambda: memory.messages(limit=50),
        lambda: memory.changes(limit=50),
        memory.conflicts,
    ]


@on_every_store
def test_what_the_memory_itself_says_wins(memories: Memories) -> None:
    """Of one slot only its own fact comes, and the recall and the context say what was left out; history has both."""
    memory = ada(memories)

    found = memory.recall("Where does Ana live?")
    context = memory.context("Where does Ana live?", session="new")

    assert [one for one in told(found.facts) if one[0].startswith("Ana lives")] == [("Ana lives in Porto", "")]
    assert told(found.overruled) == [("Ana lives in Lisbon", "org:acme")]
    assert "Ana lives in Lisbon" not in context.text
    assert 'Left out "Ana lives in Lisbon" from org:acme: this memory itself says otherwise.' in context.explain()
    assert ("Ana lives in Lisbon", "org:acme") not in told(memory.facts("Ana"))
    assert ("Ana lives in Lisbon", "org:acme") not in told(memory.facts("Ana", known_at=NOW))
    assert ("Ana lives in Lisbon", "org:acme") not in told(memory.neighbourhood("Ana").facts)
    assert ("Ana lives in Lisbon", "org:acme") in told(memory.history("Ana"))


def test_what_the_memory_does_not_contradict_stands(memories: Memories) -> None:
    """A denial of something else, and a home of somebody else, are no contradiction."""
    memories.of("org:acme").remember_many(_said("Ana likes Jazz.", "Bob moved to Porto."))

    assert {("Ana likes Jazz", "org:acme"), ("Ana likes Fado", "")} <= set(told(ada(memories).facts("Ana")))
    assert told(ada(memories).facts("Bob")) == [("Bob lives in Porto", "org:acme")]


def test_nobody_in_another_namespace_is_me(memories: Memories) -> None:
    """The firm's "I" is its own user, in facts, entities and contexts."""
    memory = ada(memories)

    found = memory.recall("Where do I live?")

    assert told(found.facts)[0] == ("Ada lives in Faro", "")
    assert told(memory.facts("me")) == [("Ada lives in Faro", "")]
    assert ("The user of org:acme lives in Berlin", "org:acme") in told(memory.facts())
    assert [one.name for one in memory.entities() if one.is_self] == ["Ada"]
    text = memory.context("Who lives in Berlin?", session="new").text
    assert "- The user of org:acme lives in Berlin" in text
    assert "Ada: I live in Berlin" not in text
    with pytest.raises(NotFound):
        memories.of("eve", reads=("org:acme",)).entity("me")


def test_a_context_says_what_is_from_elsewhere_and_keeps_its_budget(memories: Memories) -> None:
    """The section of facts names the namespace."""
    built = ada(memories).context("Where does Clara work?", session="new", budget=200)

    assert "Clara works at Equinor (as of 3 May 2024; from org:acme)" in built.text
    assert built.tokens <= 200


def test_the_limit_is_of_all_together(memories: Memories) -> None:
    """However many namespaces are read."""
    memory = ada(memories, "org:acme", "org:other")

    found = memory.recall("Where do Ana and Clara live and work?", limit=2)

    assert max(len(found.facts), len(found.messages), len(found.entities)) == 2
    assert [len(memory.facts(limit=3)), len(memory.entities(limit=3))] == [3, 3]
    assert len(memory.neighbourhood(["Ana", "Clara"], limit=1).facts) == 1


def test_facts_that_are_contradicted_take_no_places(memories: Memories) -> None:
    """The first fact of the firm's about Ana is overruled, and the next comes in its place."""
    memories.of("org:acme").remember("Ana likes Jazz.")

    assert ("Ana likes Jazz", "org:acme") in told(ada(memories).facts("Ana", limit=3))


def test_of_equals_the_memorys_own_comes_first(memories: Memories) -> None:
    """What both say word for word is shown once, as the memory's own."""
    memories.of("org:acme").remember("Ana likes Fado.", session="s1")

    found = ada(memories).recall("What does Ana like?")

    assert [one for one in told(found.facts) if "Fado" in one[0]] == [("Ana likes Fado", "")]
    assert [one.namespace for one in found.messages if one.text == "Ana likes Fado."] == [""]


@on_every_store
def test_nothing_is_ever_written_to_what_is_read(memories: Memories) -> None:
    """Every verb that changes something changes the memory's own, or finds nothing and says where it is."""
    firm, memory = memories.of("org:acme"), ada(memories)
    before, version = state(firm), firm.status().version
    clara, said = memory.entity("Clara"), firm.messages()[0].id
    [fact] = memory.facts("Clara")

    for change in (
        lambda: memory.correct(fact, object="Feedzai"),
        lambda: memory.correct(fact.id, object="Feedzai"),
        lambda: memory.retract("Clara works at Equinor"),
        lambda: memory.merge("Ana", clara),
        lambda: memory.merge("Ana", "Clara"),
        lambda: memory.split(clara, aliases=["Clara"]),
        lambda: memory.undo(said),
        lambda: memory.forget(message=said),
    ):
        with pytest.raises(NotFound, match="'org:acme', which this memory only reads; open that namespace"):
            change()
    memory.remember("Clara works at Feedzai.")
    memory.flush()
    memory.rebuild()
    memory.forget(everything=True)

    assert state(firm) == before
    assert firm.status().version == version


def test_an_answer_brings_its_own_question_and_no_other(memories: Memories) -> None:
    """The firm's sessions may be called as Ada's are."""
    chat = [
        {"role": "user", "content": "Where is the spare key?"},
        {"role": "assistant", "content": "Under the geranium."},
    ]
    memories.of("org:acme").remember_many({**turn, "session": "keys"} for turn in chat)
    memories.of("ada").remember_many(
        {"role": "user", "content": f"Never mind {what}.", "session": "keys"} for what in ("this", "that")
    )

    text = ada(memories).context("geranium", session="new").text

    assert "- User (org:acme): Where is the spare key?\n- Assistant (org:acme): Under the geranium." in text


def test_each_namespace_costs_the_reads_of_one_recall(memories: Memories) -> None:
    """Five of each, one more of each other for who its facts are about, and four of the memory's own for what contradicts them."""
    counted = Counting(memories._engine.store)

    def reads(*others: str) -> int:
        counted.calls.clear()
        Memory(replace(memories._engine, store=counted), "ada", reads=others).recall("Where does Clara work?")
        return counted.calls.total()

    alone, one, two = reads(), reads("org:acme"), reads("org:acme", "org:other")

    assert alone <= FOUR
    assert one <= 2 * FOUR + OWN + 1
    assert two <= 3 * FOUR + OWN + 2


class Counting:
    """A store that counts what it is asked."""

    def __init__(self, store: Any) -> None:
        self._store = store
        self.calls: Counter[str] = Counter()

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._store, name)
        if not callable(found):
            return found

        def call(*given: Any, **options: Any) -> Any:
            self.calls[name] += 1
            return found(*given, **options)

        return call


def test_an_entity_is_of_one_namespace_and_a_name_of_all(memories: Memories) -> None:
    """Whoever has an entity asks about that one."""
    memory = ada(memories)
    [theirs] = [one for one in memory.entities() if (one.name, one.namespace) == ("Ana", "org:acme")]

    assert told(memory.history(theirs)) == [("Ana lives in Lisbon", "org:acme")]
    assert memory.entity("Ana").namespace == ""
    with pytest.raises(NotFound, match="does not read"):
        memories.of("ada").facts(theirs)


def test_reads_are_names_of_namespaces(memories: Memories) -> None:
    """One string would be taken for its letters; a blank one is never all; one's own is read anyhow."""
    for wrong in ("org:acme", [""], ["  "], [3], 3):
        with pytest.raises(InvalidInput, match="reads must be|namespace"):
            memories.of("ada", reads=wrong)  # type: ignore[arg-type]  # refused at run time too
    with pytest.raises(InvalidInput):
        Memory.open("sqlite:///:memory:", namespace="ada", reads=("",))

    assert memories.of("ada", reads=["org:acme", "ada", "org:acme"]).reads == ("org:acme",)


def test_a_namespace_that_nobody_wrote_to_is_read_as_empty(memories: Memories) -> None:
    """And reading makes none."""
    memory = ada(memories, "org:new")

    assert memory.recall("Where does Ana live?").facts[0].sentence == "Ana lives in Porto"
    assert told(memory.facts()) == told(memories.of("ada").facts())
    assert "org:new" not in memories.namespaces()
