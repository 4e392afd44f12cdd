"""Recall through the public API: what may come, by which channels, how sure it is, and what was known when."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem import Memory
from graphmem.errors import InvalidInput
from graphmem.testing import FixedClock, PlainExtractor
from graphmem.types import CHANNELS

MARCH, JUNE = datetime(2024, 3, 4, tzinfo=UTC), datetime(2024, 6, 3, tzinfo=UTC)
SAID = (
    {"content": "Ana lives in Porto.", "session": "spring", "at": MARCH},
    {"content": "Lovely. Rui likes Porto.", "session": "spring", "at": MARCH, "speaker": "Tom"},
    {"content": "Ana moved to Lisbon.", "session": "summer", "at": JUNE},
    {"content": "What is Lisbon like?", "session": "summer", "at": JUNE, "role": "assistant"},
    {"content": "Full of trams and very steep.", "session": "summer", "at": JUNE, "speaker": "Tom"},
)


@pytest.fixture
def memory() -> Iterator[Memory]:
    """Two sessions, a quarter apart; the first was learned in March, the second in June."""
    clock = FixedClock(MARCH)
    with Memory.open("sqlite:///:memory:", namespace="ada", extractor=PlainExtractor(), clock=clock) as opened:
        opened.remember_many(SAID[:2])
        clock.now = JUNE
        opened.remember_many(SAID[2:])
        yield opened


def texts(memory: Memory, question: str, **narrowed: Any) -> set[str]:
    return {message.text for message in memory.recall(question, **narrowed).messages}


def test_only_what_passes_comes(memory: Memory) -> None:
    """By session, speaker and time, facts alike."""
    assert texts(memory, "Lisbon Porto", sessions=["spring"]) == {"Ana lives in Porto.", "Lovely. Rui likes Porto."}
    assert texts(memory, "Lisbon Porto", speakers=["TOM"]) == {SAID[1]["content"], SAID[4]["content"]}
    assert texts(memory, "Lisbon Porto", until=JUNE) == {"Ana lives in Porto.", "Lovely. Rui likes Porto."}
    assert [fact.sentence for fact in memory.recall("Where does Ana live?", since=JUNE).facts] == [
        "Ana lives in Lisbon"
    ]


def test_a_neighbour_does_not_slip_past_the_filter(memory: Memory) -> None:
    """What stands beside a hit is read by its place, so the filter is asked again."""
    for narrowed in ({"speakers": ["assistant"]}, {"kinds": ["Place"]}, {"min_importance": 0.9}):
        assert "Full of trams and very steep." not in texts(memory, "What is Lisbon like?", **narrowed)


def test_an_answer_comes_with_the_question_it_answers(memory: Memory) -> None:
    """It shares no word with what is asked; the turn before it does, and is its reason."""
    recall = memory.recall("What is Lisbon like?", channels=["text"])
    [answer] = [message for message in recall.messages if message.text == "Full of trams and very steep."]

    assert {hit.channel for hit in recall.reasons[answer.id]} == {"text"}


def test_every_item_says_which_channels_found_it(memory: Memory) -> None:
    """Messages, facts and entities."""
    recall = memory.recall("Where does Ana live?")
    shown = [item.id for item in recall.facts] + [item.id for item in recall.messages]
    shown += [item.id for item in recall.entities]

    assert all(recall.reasons[each] for each in shown)
    assert {hit.id for each in shown for hit in recall.reasons[each]} == set(shown)


def test_a_channel_that_is_not_asked_finds_nothing(memory: Memory) -> None:
    """Each is left out in turn."""
    for channel in CHANNELS - {"time"}:
        recall = memory.recall("Where does Ana live?", channels=CHANNELS - {channel})
        assert channel not in {hit.channel for hits in recall.reasons.values() for hit in hits}


def test_what_memory_knew_in_march(memory: Memory) -> None:
    """Asked today of today: in March nobody had said Lisbon."""
    question = "Where does Ana live?"

    assert memory.recall(question).facts[0].sentence == "Ana lives in Lisbon"
    recall = memory.recall(question, known_at=datetime(2024, 4, 1, tzinfo=UTC))
    assert [fact.sentence for fact in recall.facts][:1] == ["Ana lives in Porto"]
    assert all(message.at == MARCH for message in recall.messages)


def test_nothing_is_sure_in_an_empty_memory() -> None:
    """What cannot hold an answer says so."""
    with Memory.open("sqlite:///:memory:", namespace="eve", extractor=PlainExtractor()) as empty:
        recall = empty.recall("Where does Ana live?")

    assert (recall.confidence, recall.answered) == (0.0, False)


@pytest.mark.parametrize(
    ("narrowed", "named"),
    [
        ({"sessions": "spring"}, "sessions"),
        ({"kinds": 3}, "kinds"),
        ({"speakers": [None]}, "speakers"),
        ({"min_importance": 2}, "min_importance"),
        ({"min_importance": True}, "min_importance"),
        ({"strategy": "best"}, "strategy"),
        ({"channels": ["smell"]}, "channels"),
        ({"channels": []}, "channels"),
        ({"since": "today"}, "since"),
    ],
)
def test_what_cannot_narrow_is_refused_by_name(memory: Memory, narrowed: dict[str, Any], named: str) -> None:
    """A single string is a mistake, not a list of letters."""
    with pytest.raises(InvalidInput, match=named):
        memory.recall("Where?", **narrowed)
