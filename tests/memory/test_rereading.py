"""Reading again with another extractor gives what a memory with that extractor from the start would be."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from graphmem import Memory
from graphmem.errors import ModelError
from graphmem.extraction.hybrid import HybridExtractor
from graphmem.extraction.protocol import Extractor, Turn
from graphmem.memory import rereading
from graphmem.testing import FixedClock, PlainExtractor
from graphmem.types import Extraction
from tests.memory.state import state
from tests.memory.test_order import CONVERSATIONS, NOW, told

MANY = 120


class Drowsy(PlainExtractor):
    """An older version that missed every message with an odd number of words."""

    name, version = "drowsy", "0"

    def extract(self, turns: Sequence[Turn]) -> list[Extraction]:
        """Nothing of those."""
        read = super().extract(turns)
        return [
            Extraction(one.message_id, self.name, self.version)
            if len(turn.message.text.split()) % 2
            else Extraction(one.message_id, self.name, self.version, one.mentions, one.claims, one.same)
            for turn, one in zip(turns, read, strict=True)
        ]


def opened(path: Path, extractor: Extractor) -> Memory:
    """A memory in a file, to be opened with one extractor and then another."""
    return Memory.open(
        f"sqlite:///{path}", namespace="ada", user_name="Ada", extractor=extractor, clock=FixedClock(NOW)
    )


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(CONVERSATIONS)
def test_it_equals_a_memory_that_had_the_extractor_from_the_start(
    tmp_path_factory: pytest.TempPathFactory, talk: list[dict[str, Any]]
) -> None:
    """Everything, with told facts and decisions among it."""
    folder = tmp_path_factory.mktemp("reread")
    fact = (
        {"fact": {"subject": "Ana", "predicate": "likes", "object": "Chess"}, "key": "told", "at": talk[0]["at"]}
        if talk
        else {}
    )
    messages = [*talk, *([fact] if fact else [])]
    with opened(folder / "old.db", Drowsy()) as memory:
        memory.remember_many(messages)
    with opened(folder / "new.db", PlainExtractor()) as memory:
        memory.remember_many(messages)
        expected = state(memory)

    with opened(folder / "old.db", PlainExtractor()) as memory:
        receipt = memory.reextract()
        read = state(memory)
        again = memory.reextract()

    assert read == expected
    assert (receipt.messages, receipt.read, receipt.failed) == (len(messages), len(talk), 0)
    assert (again.read, again.changed) == (0, 0)


def test_it_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    """What the new extractor read already is not read, nor paid for, twice."""
    with opened(tmp_path / "a.db", Drowsy()) as memory:
        memory.remember_many(told(*(f"Bob{number} lives in Porto." for number in range(MANY))))

    def stop(done: int, total: int) -> None:
        assert total == MANY
        if done >= rereading.BLOCK:
            raise KeyboardInterrupt

    with opened(tmp_path / "a.db", PlainExtractor()) as memory:
        with pytest.raises(KeyboardInterrupt):
            memory.reextract(progress=stop)
        left = memory.reextract().read

    assert left == MANY - rereading.BLOCK


class Failing(PlainExtractor):
    """Never answers."""

    name = "failing"

    def extract(self, turns: Sequence[Turn]) -> list[Extraction]:
        """An endpoint that is down."""
        raise ModelError("the endpoint is down")


def test_what_cannot_be_read_keeps_what_was_read_before(tmp_path: Path) -> None:
    """And it is told why."""
    with opened(tmp_path / "a.db", PlainExtractor()) as memory:
        memory.remember_many(told("Ana lives in Porto."))
        before = state(memory)

    with opened(tmp_path / "a.db", Failing()) as memory:
        receipt = memory.reextract()

        assert state(memory) == before
    assert (receipt.read, receipt.failed, receipt.errors) == (0, 1, ("the endpoint is down",))


def test_what_was_undone_stays_undone(tmp_path: Path) -> None:
    """Even when everything is read again."""
    with opened(tmp_path / "a.db", Drowsy()) as memory:
        memory.undo(memory.remember_many(told("Ana lives in Porto."))[0])

    with opened(tmp_path / "a.db", PlainExtractor()) as memory:
        receipt = memory.reextract(everything=True)

        assert (receipt.read, memory.facts()) == (0, ())


def test_what_a_hybrid_read_is_not_read_twice(tmp_path: Path) -> None:
    """Each of its readings carries the name of the one of its two that read it."""
    with opened(tmp_path / "a.db", HybridExtractor(PlainExtractor(), Drowsy(), share=0.5)) as memory:
        memory.remember_many(told("Ana lives in Porto.", "It was this city that won her heart in the end."))

        assert memory.reextract().read == 0

    with opened(tmp_path / "a.db", Drowsy()) as memory:
        assert memory.reextract().read == 1
