"""Ten years of six people: who asks about then and now is answered by the right fact first, in whatever order the news arrived."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest

from graphmem import Memory
from graphmem.testing import FixedClock
from tests.cypher.neo4j_server import Servers
from tests.journeys.conftest import RELEASES
from tests.journeys.saying import EXTRACTOR, IN_MEMORY
from tests.journeys.ten_years import story
from tests.memory.state import state

NOW = datetime(2024, 6, 1, 12, tzinfo=UTC)

#: What is asked, as of which day ("" for now), and what the first fact says.
QUESTIONS = (
    ("Where do I live?", "", "Ada lives in Sintra"),
    ("Where does Ana live?", "", "Ana lives in Lisbon"),
    ("Where does Tom live?", "", "Tom lives in Faro"),
    ("Where does Bruno live?", "", "Bruno lives in Seville"),
    ("Where does Carla live?", "", "Carla lives in London"),
    ("Where does Pedro live?", "", "Pedro lives in Lisbon"),
    ("Where do I work?", "", "Ada works at Sword"),
    ("Where does Ana work?", "", "Ana works at OutSystems"),
    ("Where does Tom work?", "", "Tom works at Siemens"),
    ("Where does Bruno work?", "", "Bruno works at Telefonica"),
    ("Where does Carla work?", "", "Carla works at Revolut"),
    ("Where does Nuno work?", "", "Nuno works at Novabase"),
    ("Who is Ana married to?", "", "Ana is married to Pedro"),
    ("What music do I like?", "", "Ada likes fado"),
    ("What does Ana like?", "", "Ana likes chess"),
    ("Who lives in London?", "", "Carla lives in London"),
    ("Who works at Telefonica?", "", "Bruno works at Telefonica"),
    ("Who is my brother?", "", "Tom is Ada's brother"),
    ("What does Tom hate?", "", "Tom dislikes surfing"),
    ("What is my dog called?", "", "Rex is Ada's pet"),
    ("Where do I live?", "2012-06-01", "Ada lived in Rome"),
    ("Where do I live?", "2015-01-01", "Ada lived in Porto"),
    ("Where do I live?", "2018-01-01", "Ada lived in Lisbon"),
    ("Where do I live?", "2021-06-01", "Ada lived in Cascais"),
    ("Where does Ana live?", "2014-06-01", "Ana lived in Braga"),
    ("Where does Ana live?", "2017-05-01", "Ana lived in Coimbra"),
    ("Where does Ana live?", "2018-05-01", "Ana lives in Lisbon"),
    ("Where does Ana live?", "2022-01-01", "Ana lived in Porto"),
    ("Where does Tom live?", "2017-01-01", "Tom lived in Lagos"),
    ("Where does Carla live?", "2016-01-01", "Carla lived in Aveiro"),
    ("Where does Carla live?", "2021-06-01", "Carla lives in London"),
    ("Where does Bruno live?", "2019-01-01", "Bruno lived in Madrid"),
    ("Where do I work?", "2014-08-01", "Ada worked at Critical"),
    ("Where do I work?", "2017-01-01", "Ada worked at Feedzai"),
    ("Where do I work?", "2022-01-01", "Ada worked at Talkdesk"),
    ("Where does Ana work?", "2016-01-01", "Ana worked at Bosch"),
    ("Where does Ana work?", "2021-08-01", "Ana works at OutSystems"),
    ("Where does Tom work?", "2016-01-01", "Tom worked at Galp"),
    ("Where does Tom work?", "2019-01-01", "Tom worked at Efacec"),
    ("Where does Carla work?", "2018-01-01", "Carla worked at Sonae"),
    ("Who is Ana's partner?", "2017-01-01", "Ana was the partner of Bruno"),
    ("Who is my partner?", "2020-01-01", "Ada was the partner of Nuno"),
    ("What music do I like?", "2016-01-01", "Ada liked jazz"),
)

#: What nothing answers any more: who, and what does not hold of them now.
OVER = (("Ana", "partner_of"), ("me", "partner_of"), ("Bruno", "partner_of"))

#: On which day memory was asked about which, and what it thought.
THOUGHT = (
    ("Ana", "lives_in", "2019-01-01", "2019-01-01", "Lisbon"),
    ("Carla", "lives_in", "2021-12-01", "2021-12-01", "Porto"),
    ("Carla", "lives_in", "2021-12-01", "2024-01-01", "London"),
    ("Ana", "works_at", "2021-12-01", "2021-12-01", "Unbabel"),
    ("Ana", "works_at", "2021-12-01", "2024-01-01", "OutSystems"),
    ("me", "lives_in", "2012-06-01", "2015-01-01", "Porto"),
    ("me", "lives_in", "2012-06-01", "2022-01-01", "Rome"),
)


def day(text: str) -> datetime | None:
    """A day at noon, None for none."""
    return datetime.fromisoformat(text).replace(hour=12, tzinfo=UTC) if text else None


def told(messages: Sequence[dict[str, Any]], *, together: bool, url: str = IN_MEMORY) -> Memory:
    """A memory that was told them in this order, all at once or one by one as they were said."""
    clock = FixedClock(NOW)
    # On a server each story is somebody else's.
    namespace = "ada" if url == IN_MEMORY else f"ada {uuid.uuid4()}"
    memory = Memory.open(url, namespace=namespace, user_name="Ada", extractor=EXTRACTOR, embedder="none", clock=clock)
    if together:
        memory.remember_many(messages)
    else:
        for message in messages:
            clock.now = message["at"]
            memory.remember_many([message])
        clock.now = NOW
    return memory


def shuffled(seed: int) -> list[dict[str, Any]]:
    """The story in another order."""
    messages = story()
    Random(seed).shuffle(messages)
    return messages


STORES = [
    pytest.param(None, id="sqlite"),
    pytest.param(RELEASES[-1:], id="neo4j", marks=pytest.mark.neo4j),
]


@pytest.fixture(scope="module", params=STORES)
def url(request: pytest.FixtureRequest, neo4j_servers: Servers) -> str:
    """Where it is kept: the embedded store, and the newest server."""
    return IN_MEMORY if request.param is None else neo4j_servers.of(request.param[0]).url


@pytest.fixture(scope="module")
def memory(url: str) -> Iterator[Memory]:
    """What was told as it happened."""
    with told(story(), together=False, url=url) as opened:
        yield opened


def test_the_story_is_long_enough() -> None:
    """Sixty messages, forty questions."""
    assert len(story()) >= 60
    assert len(QUESTIONS) >= 40


@pytest.mark.parametrize(("question", "as_of", "answer"), QUESTIONS)
def test_the_right_fact_comes_first(memory: Memory, question: str, as_of: str, answer: str) -> None:
    """Of then and of now."""
    recall = memory.recall(question, as_of=day(as_of))

    assert [fact.sentence for fact in recall.facts[:1]] == [answer]


@pytest.mark.parametrize(("about", "predicate"), OVER)
def test_what_is_over_does_not_hold(memory: Memory, about: str, predicate: str) -> None:
    """They broke up."""
    assert not [fact for fact in memory.facts(about) if fact.predicate == predicate]


@pytest.mark.parametrize("thought", THOUGHT, ids=" ".join)
def test_what_memory_thought_on_a_day_is_known(memory: Memory, thought: tuple[str, ...]) -> None:
    """Case 26: before the news came, and after."""
    about, predicate, as_of, known_at, place = thought

    held = memory.facts(about, as_of=day(as_of), known_at=day(known_at))

    subject = memory.entity(about).id
    assert [fact.object_name for fact in held if (fact.predicate, fact.subject) == (predicate, subject)] == [place]


@pytest.mark.parametrize("arrival", [story()[::-1], shuffled(1), shuffled(2), shuffled(3)], ids=["reversed", *"123"])
def test_in_any_order_of_arrival_it_is_the_same_memory(url: str, arrival: Sequence[dict[str, Any]]) -> None:
    """Everything but when it was recorded; so every question has the same answer."""
    with told(story(), together=True) as straight, told(arrival, together=False, url=url) as other:
        expected, found = state(straight), state(other)
        answers = [other.recall(question, as_of=day(as_of)).facts[0].sentence for question, as_of, _ in QUESTIONS]

    assert found["facts"] == expected["facts"]
    assert found["entities"] == expected["entities"]
    assert answers == [answer for _, _, answer in QUESTIONS]
