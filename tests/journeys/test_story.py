"""The story of Ada, read by the real extractor: in any order, with anything forgotten."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from graphmem import Memory
from graphmem.extraction.spacy import SpacyExtractor
from graphmem.testing import FixedClock, story
from tests.memory.state import state

EXTRACTOR = SpacyExtractor()
STORY = list(story())


def told(messages: Iterable[Mapping[str, Any]]) -> Memory:
    """A memory that heard these messages, one call a message."""
    memory = Memory.open(
        "sqlite:///:memory:",
        namespace="ada",
        user_name="Ada",
        extractor=EXTRACTOR,
        clock=FixedClock("2024-12-01T12:00:00+00:00"),
    )
    for message in messages:
        memory.remember_many([message])
    return memory


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    """The state after the whole story."""
    with told(STORY) as memory:
        return state(memory)


@pytest.mark.parametrize("seed", range(3))
def test_the_story_arriving_in_any_order_gives_one_memory(whole: dict[str, Any], seed: int) -> None:
    """Pronouns included: a message read before its predecessors arrived is read again."""
    shuffled = random.Random(seed).sample(STORY, len(STORY))

    assert state(told(shuffled)) == whole


def test_the_story_in_one_block_gives_the_same_memory(whole: dict[str, Any]) -> None:
    """Batched or message by message."""
    memory = told([])
    memory.remember_many(STORY)

    assert state(memory) == whole


@pytest.mark.parametrize("number", range(0, len(STORY), 3))
def test_forgetting_a_message_of_the_story_equals_never_having_heard_it(number: int) -> None:
    """Also for those that later messages were read with."""
    memory = told(STORY)

    [forgotten] = [m.id for m in _messages(memory) if m.key == f"key:{STORY[number]['key']}"]
    memory.forget(message=forgotten)

    assert state(memory) == state(told(STORY[:number] + STORY[number + 1 :]))


def test_the_story_told_twice_changes_nothing(whole: dict[str, Any]) -> None:
    """By its keys."""
    memory = told(STORY)

    receipts = memory.remember_many(STORY)

    assert not any(receipt.new for receipt in receipts)
    assert state(memory) == whole


def _messages(memory: Memory) -> Iterable[Any]:
    store = memory._engine.store
    return store.messages("ada", store.message_ids("ada"))


@pytest.mark.parametrize(
    "question",
    ["Where does Ana live?", "What do I like?", "Who works where?", "Tell me about John", "dog", "Porto Lisbon"],
)
def test_two_databases_with_one_content_answer_alike(question: str) -> None:
    """Opaque ids differ from database to database, and decide nothing."""
    one, other = told(STORY).recall(question, limit=20), told(STORY).recall(question, limit=20)

    assert [fact.sentence for fact in one.facts] == [fact.sentence for fact in other.facts]
    assert [message.text for message in one.messages] == [message.text for message in other.messages]
    assert [entity.name for entity in one.entities] == [entity.name for entity in other.entities]


@pytest.mark.parametrize("question", ["Where does Ana live?", "What do I like?", "Tell me about John"])
def test_what_is_recalled_first_does_not_depend_on_the_order_of_arrival(question: str) -> None:
    """Which turns stand beside one another is told by the order they came in; what answers is not."""
    one, other = told(STORY).recall(question), told(reversed(STORY)).recall(question)

    assert one.facts[0].sentence == other.facts[0].sentence
    assert {fact.sentence for fact in one.facts} == {fact.sentence for fact in other.facts}
