"""The same search over a real store as over the fake: the read protocol means one thing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graphmem.embedding.local import WordLlamaEmbedder
from graphmem.retrieval.search import search
from graphmem.store import EmbedderMark, Store, open_store
from graphmem.terms import count
from graphmem.types import Changes, Document, Entity, Fact, Indexed, Query, Recall
from tests.retrieval.fake_memory import MOVED, NOW, FakeMemory, entity, fact, message

EMBEDDER = WordLlamaEmbedder()
ANA, LISBON = entity("Ana", "r:self/sister"), entity("Lisbon", kind="Place")
SAID = [
    message(1, "My sister Ana moved to Lisbon in March."),
    message(2, "I love jazz."),
    message(3, "CI/CD is done in C++ here."),
    message(4, "What's up?"),
]
KNOWN = [
    fact("Ana lives in Lisbon", ANA, object=LISBON),
    fact("Ana lived in Porto", ANA, start=MOVED.replace(year=2019), end=MOVED),
    fact("Ana went to Paris", ANA, nature="event"),
]
QUESTIONS = (
    "Where does Ana live?",
    "and my sister?",
    "Who lives in Lisbon?",
    "music",
    "C++",
    "what's up?",
    "AND OR NOT",
    'foo:bar* "unbalanced',
    "",
)


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    """A store in memory that holds the story."""
    opened = open_store("sqlite:///:memory:")
    opened.mark_embedder(EmbedderMark(EMBEDDER.model, EMBEDDER.dimension))
    opened.append("ada", [(one, document("message", one.id, one.text)) for one in SAID], followers=0, lease_until=None)
    opened.apply("ada", learned(KNOWN, (ANA, LISBON)), expected_version=opened.version("ada"))
    yield opened
    opened.close()


def document(kind: Indexed, item: str, text: str) -> Document:
    terms, length = count(text)
    return Document(kind, item, terms, length, EMBEDDER.embed([text])[0] if kind != "entity" else None)


def learned(facts: list[Fact], entities: tuple[Entity, ...]) -> Changes:
    documents = [document("fact", one.id, one.sentence) for one in facts]
    documents += [document("entity", one.id, " ".join(one.aliases)) for one in entities]
    return Changes(
        cause="learn",
        at=NOW,
        entity_of={key: one.id for one in entities for key in one.keys},
        entities=entities,
        facts=tuple(facts),
        documents=tuple(documents),
    )


def found(recall: Recall) -> tuple[list[str], list[str], list[str]]:
    """The ids of the facts, messages and entities found, in order."""
    return (
        [one.id for one in recall.facts],
        [one.id for one in recall.messages],
        [one.id for one in recall.entities],
    )


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("with_vectors", [False, True])
def test_a_store_answers_as_the_fake_does(store: Store, question: str, with_vectors: bool) -> None:
    """Every hit in the same order, also for questions written like search syntax."""
    embedder = EMBEDDER if with_vectors else None
    fake = FakeMemory(SAID, KNOWN, (ANA, LISBON), embedder)

    from_store = search(Query(question, NOW), store, "ada", embedder=embedder)
    from_fake = search(Query(question, NOW), fake, "ada", embedder=embedder)

    assert found(from_store) == found(from_fake)


def test_a_store_answers_with_the_fact(store: Store) -> None:
    """Where Ana lives."""
    recall = search(Query("Where does Ana live?", NOW), store, "ada")

    assert recall.facts[0].sentence == "Ana lives in Lisbon"
    assert recall.messages[0].id == "m1"


def test_another_namespace_answers_nothing(store: Store) -> None:
    """Not even by its statistics."""
    assert found(search(Query("Where does Ana live?", NOW), store, "bob", embedder=EMBEDDER)) == ([], [], [])
