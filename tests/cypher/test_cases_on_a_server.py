"""Cases that memory systems get wrong, on a real server; those that journeys and the stores' contract show there are not repeated."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from graphmem import Memory
from graphmem.extraction.spacy import SpacyExtractor
from tests.cypher.neo4j_server import Server, empty
from tests.memory.test_reembedding import Letters

pytestmark = pytest.mark.neo4j

EXTRACTOR = SpacyExtractor()
START = datetime(2024, 5, 1, 9, tzinfo=UTC)

#: Full text that breaks query parsers: operators, wild cards, a quote that is not closed, a pasted log.
HOSTILE = (
    "CI/CD pipeline",
    "C++",
    "what's up?",
    "AND OR NOT",
    "foo:bar*",
    'an "unbalanced quote',
    "~^[]{}()\\/!&&||",
    "error at line 7 " * 200,
)


def opened(server: Server, **options: object) -> Memory:
    """Ada's memory on the server."""
    return Memory.open(server.url, namespace="ada", user_name="Ada", extractor=EXTRACTOR, **options)  # type: ignore[arg-type]


def held(memory: Memory) -> list[tuple[str, list[tuple[datetime | None, datetime | None]]]]:
    """All that was ever said of Tom, and from when till when it held."""
    return [(fact.sentence, [(period.start, period.end) for period in fact.periods]) for fact in memory.history("Tom")]


@pytest.fixture(scope="module")
def memory(server: Server) -> Iterator[Memory]:
    """Forty turns, then who works where."""
    empty(server)
    with opened(server, embedder="none") as told:
        told.remember_many(
            {"content": f"Turn {number}.", "session": f"s{number % 3}", "at": START + timedelta(minutes=number)}
            for number in range(40)
        )
        told.remember_many(
            {"content": said, "session": "work", "at": START - timedelta(days=9)}
            for said in ("The CI/CD pipeline is written in C++.", "Tom works at Acme. Ana works at Feedzai.")
        )
        yield told


@pytest.mark.parametrize("question", HOSTILE)
def test_no_question_is_an_error(memory: Memory, question: str) -> None:
    """CASES 29: what is typed is compared with words, never read as a query."""
    recall = memory.recall(question)

    # Those that name something of the memory find it.
    assert not question.startswith("C") or recall.messages[0].text == "The CI/CD pipeline is written in C++."


def test_who_is_an_object_is_found(memory: Memory) -> None:
    """CASES 31: who works at Acme."""
    recall = memory.recall("Who works at Acme?")

    assert recall.facts[0].sentence == "Tom works at Acme"


def test_recent_messages_are_the_newest_in_order(memory: Memory) -> None:
    """CASES 34: whatever their sessions are."""
    assert [each.text for each in memory.messages(limit=30)] == [f"Turn {number}." for number in range(10, 40)]


def test_two_that_write_about_the_same_people_end_as_one_after_the_other(server: Server) -> None:
    """CASES 38: each with connections of its own; nobody is doubled and nothing is lost."""
    empty(server)
    said = [f"My friend Tom lives in {place}." for place in ("Rome", "Oslo", "Bonn", "Faro", "Lima", "Turin")]
    told = [{"content": text, "key": text, "at": START + timedelta(days=n)} for n, text in enumerate(said)]
    with opened(server) as one, opened(server) as other, ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda memory, part: memory.remember_many(part), (one, other), (told[::2], told[1::2])))
        one.flush()
        at_once = held(one)
        people = sorted(each.name for each in one.entities() if each.kind == "Person")
    empty(server)
    with opened(server) as alone:
        alone.remember_many(told)
        in_a_row = held(alone)

    assert at_once == in_a_row
    assert people == ["Ada", "Tom"]


def test_what_was_kept_without_vectors_is_found_beside_what_has_them(server: Server) -> None:
    """CASES 33: and with a model whose vectors have another length, words find what is there and what comes."""
    empty(server)
    with opened(server, embedder="none") as before:
        before.remember("Ana lives in Lisbon.", session="s1")
    with opened(server, embedder=Letters(letters="ab")) as after:
        after.remember("Tom lives in Porto.", session="s2")
        found = [fact.sentence for fact in after.recall("Where does Ana live?").facts]

    assert found[0] == "Ana lives in Lisbon"
    with opened(server, embedder=Letters("others", letters="abc")) as other:
        other.remember("Eve lives in Faro.", session="s3")
        assert other.recall("Where does Eve live?").facts[0].sentence == "Eve lives in Faro"
