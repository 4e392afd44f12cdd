"""A question brings back what holds, once, with its reasons, in a fixed number of reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from graphmem.embedding.local import WordLlamaEmbedder
from graphmem.retrieval.answers import MOST_FACTS
from graphmem.retrieval.channels import POSTING_CAP, Reads
from graphmem.retrieval.search import search
from graphmem.types import EVERYTHING, Filter, Query, Recall, Walk
from tests.retrieval.fake_memory import MOVED, NOW, FakeMemory, entity, fact, message

ADA = entity("Ada", "self", is_self=True)
ANA = entity("Ana", "r:self/sister")
BEN = entity("Ben")
LISBON, PORTO, ACME = entity("Lisbon", kind="Place"), entity("Porto", kind="Place"), entity("Acme", kind="Organization")

SAID = (
    message(1, "My sister Ana moved to Lisbon in March."),
    message(2, "Ben bakes bread on Sundays."),
    message(3, "I love jazz."),
    message(4, "Ana's cat is called Tom."),
)
IN_LISBON = fact("Ana lives in Lisbon", ANA, object=LISBON, sources=["m1"])
IN_PORTO = fact(
    "Ana lived in Porto", ANA, object=PORTO, start=datetime(2019, 1, 1, tzinfo=UTC), end=MOVED, sources=["m1"]
)
WENT = fact("Ana went to Paris", ANA, nature="event", end=MOVED + timedelta(days=7))
WORKS = fact("Ben works at Acme", BEN, object=ACME)
PEOPLE = (ADA, ANA, BEN, LISBON, PORTO, ACME)
HOSTILE = (
    "CI/CD pipeline",
    "C++",
    "what's up?",
    "AND OR NOT",
    "foo:bar*",
    'an "unbalanced quote',
    "(((",
    "' OR 1=1 --",
    "NEAR/3 ^Ana",
    "\x00\ud800",
    "",
    "   ",
    "Ana error at line 7 of a pasted log " * 40,
)


def ask(question: str, memory: FakeMemory, *, as_of: datetime | None = None, limit: int = 10) -> Recall:
    return search(Query(question, NOW, limit, as_of), memory, "ada", embedder=memory.embedder)


def sentences(recall: Recall) -> list[str]:
    return [one.sentence for one in recall.facts]


def story() -> FakeMemory:
    return FakeMemory(SAID, (IN_LISBON, IN_PORTO, WENT, WORKS), PEOPLE)


def test_the_fact_and_the_turn_that_answer_come_first() -> None:
    """Where Ana lives: the fact, and what was said of it, with the channels that found them."""
    recall = ask("Where does Ana live?", story())

    assert sentences(recall)[0] == "Ana lives in Lisbon"
    assert recall.messages[0].id == "m1"
    assert recall.entities[0] == ANA
    assert {hit.channel for hit in recall.reasons[IN_LISBON.id]} == {"text", "graph"}
    assert recall.scores[IN_LISBON.id] > 0


def test_superseded_states_are_not_recalled_and_events_are() -> None:
    """Porto is over; Paris is never over."""
    found = sentences(ask("Tell me about Ana", story()))

    assert "Ana lived in Porto" not in found
    assert "Ana went to Paris" in found


def test_the_past_is_recalled_as_of_then() -> None:
    """In 2020 it was Porto, and not yet Lisbon."""
    found = sentences(ask("Where does Ana live?", story(), as_of=datetime(2020, 6, 1, tzinfo=UTC)))

    assert "Ana lived in Porto" in found
    assert "Ana lives in Lisbon" not in found


def test_what_was_taken_back_is_not_recalled() -> None:
    """Neither a retracted fact nor one that is certain and holds never."""
    wrong = fact("Ana lives in Faro", ANA, retracted_at=NOW)
    unheld = fact("Ana lives in Rome", ANA, believed=False)

    assert sentences(ask("Where does Ana live?", FakeMemory(known=(wrong, unheld), people=PEOPLE))) == []


def test_possibilities_and_hearsay_come_after_what_was_said_as_so() -> None:
    """Even when they match the question better."""
    maybe = fact("Perhaps Ana lives in Berlin Berlin", ANA, certainty="possible", believed=False)
    rumour = fact("Reportedly Ana lives in Berlin", ANA, certainty="reported", believed=False)
    memory = FakeMemory(known=(maybe, rumour, IN_LISBON), people=PEOPLE)

    found = sentences(ask("Does Ana live in Berlin?", memory))

    assert found[0] == "Ana lives in Lisbon"
    assert set(found[1:]) == {maybe.sentence, rumour.sentence}


def test_a_start_nobody_stated_comes_after_known_starts() -> None:
    """Asked about 2020: Porto surely, Faro perhaps already."""
    faro = fact("Ana lives in Faro", ANA, stated=False)
    memory = FakeMemory(known=(faro, IN_PORTO), people=PEOPLE)

    found = sentences(ask("Where does Ana live in Faro?", memory, as_of=datetime(2020, 6, 1, tzinfo=UTC)))

    assert found == ["Ana lived in Porto", "Ana lives in Faro"]


def test_an_entity_as_object_finds_the_facts() -> None:
    """Who works at Acme?"""
    assert sentences(ask("Who works at Acme?", story()))[0] == "Ben works at Acme"


def test_a_turn_is_found_through_the_fact_it_states() -> None:
    """The graph leads to words the question does not share."""
    memory = FakeMemory(
        (message(1, "She has a new flat by the river."),), (fact("Ana lives in Lisbon", ANA, sources=["m1"]),), PEOPLE
    )

    assert [one.id for one in ask("Where does Ana live?", memory).messages] == ["m1"]


def test_a_sentence_said_ten_times_comes_once() -> None:
    """And leaves room for others."""
    said = [message(number, "Ana  loves Lisbon!" if number % 2 else "ana loves lisbon!") for number in range(30)]
    memory = FakeMemory((*said, message(99, "Lisbon has trams.")), people=PEOPLE)

    texts = [" ".join(one.text.casefold().split()) for one in ask("Lisbon", memory).messages]

    assert sorted(texts) == ["ana loves lisbon!", "lisbon has trams."]


def test_the_limit_is_for_each_list() -> None:
    """Two of each at most."""
    recall = ask("Ana Ben Lisbon Porto Acme", story(), limit=2)

    assert (len(recall.facts), len(recall.entities)) == (2, 2)
    assert len(recall.messages) <= 2


def test_an_empty_memory_answers_nothing() -> None:
    """And does not fail."""
    recall = ask("Where does Ana live?", FakeMemory())

    assert (recall.facts, recall.messages, recall.entities, dict(recall.reasons)) == ((), (), (), {})


@pytest.mark.parametrize("question", HOSTILE)
@pytest.mark.parametrize("embedder", [None, WordLlamaEmbedder()])
def test_no_question_is_an_error(question: str, embedder: WordLlamaEmbedder | None) -> None:
    """Search syntax, broken text and pasted logs are words like any others."""
    recall = ask(question, replace(story(), embedder=embedder))

    assert len(recall.messages) <= 10


@settings(max_examples=30)
@given(st.text())
def test_equal_questions_have_equal_answers(question: str) -> None:
    """Nothing hangs on the order of sets."""
    assert ask(question, story()) == ask(question, story())


def test_vectors_find_what_shares_no_word() -> None:
    """With an embedder, meaning is a channel of its own."""
    memory = replace(story(), embedder=WordLlamaEmbedder())
    recall = ask("What music does she like?", memory)

    assert "m3" in [one.id for one in recall.messages]
    assert {hit.channel for hit in recall.reasons["m3"]} == {"vector"}


def test_reads_do_not_grow_with_the_memory() -> None:
    """A thousand times the messages, the same number of calls, and postings within the cap."""
    small, large = _grown(10), _grown(3000)

    ask("Where does Ana live in Lisbon?", small)
    ask("Where does Ana live in Lisbon?", large)

    assert large.calls == small.calls
    assert sum(large.calls.values()) <= 10
    assert large.rows <= 3 * POSTING_CAP


def test_a_hub_does_not_fill_the_recall() -> None:
    """Of thousands of facts about one entity only so many are asked for, whatever the limit."""
    asked: list[object] = []

    class Watching(FakeMemory):
        def neighbourhood(self, namespace: str, walk: Walk, *, only: Filter = EVERYTHING) -> tuple[()]:
            asked.append(walk.each)
            return ()

    ask("What about Ana?", Watching(people=PEOPLE), limit=500)

    assert asked == [MOST_FACTS]


def test_a_failing_embedder_is_not_hidden() -> None:
    """The caller decides whether words alone will do."""

    class Failing(WordLlamaEmbedder):
        def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
            raise RuntimeError(f"no answer for {texts!r}")

    with pytest.raises(RuntimeError, match="no answer"):
        ask("Where does Ana live?", replace(story(), embedder=Failing()))


def test_the_fake_reads_like_a_store() -> None:
    """The tests above stand for every store: the fake has the reads of the protocol."""
    reads: Reads = FakeMemory()

    assert reads.find("ada", ["n:ana"]) == ()


def _grown(size: int) -> FakeMemory:
    said = [message(number, f"Ana saw tram {number} in Lisbon.") for number in range(size)]
    known = [fact(f"Ana saw tram {number}", ANA, sources=[f"m{number}"]) for number in range(size)]
    return FakeMemory(said, (*known, IN_LISBON), PEOPLE)
