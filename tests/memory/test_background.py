"""Understanding in the background: the caller goes on, nothing is read twice, and nothing is lost."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from graphmem import Memories, Memory
from graphmem.extraction.protocol import Turn
from graphmem.testing import FixedClock, PlainExtractor
from graphmem.types import TRIES, Extraction


class Held(PlainExtractor):
    """Reads when it is let, and keeps what it read."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = threading.Event()
        self.read: list[str] = []

    def extract(self, turns: Sequence[Turn]) -> list[Extraction]:
        """Once the gate is open."""
        assert self.gate.wait(20)
        self.read += [turn.message.id for turn in turns]
        return super().extract(turns)


def test_remember_returns_while_the_message_is_still_being_read(tmp_path: Path) -> None:
    """It says so, the message is found as text, and flush waits for its facts."""
    held = Held()
    with Memory.open(f"sqlite:///{tmp_path}/m.db", namespace="ada", extractor=held, background=True) as memory:
        receipt = memory.remember("Ana lives in Lisbon.")
        found = memory.recall("Lisbon").messages
        held.gate.set()

        left = memory.flush()

        assert "in the background" in receipt.pending
        assert [message.id for message in found] == [receipt.message.id]
        assert (left.waiting, left.leased, left.failed) == (0, 0, 0)
        assert [fact.sentence for fact in memory.facts()] == ["Ana lives in Lisbon"]


def test_two_workers_read_no_message_twice(tmp_path: Path) -> None:
    """Two memories on one file, each with its worker."""
    url = f"sqlite:///{tmp_path}/m.db"
    one, other = Held(), Held()
    one.gate.set()
    other.gate.set()
    with (
        Memory.open(url, namespace="ada", extractor=one, background=True) as first,
        Memory.open(url, namespace="ada", extractor=other, background=True) as second,
    ):
        for number in range(60):
            (first, second)[number % 2].remember(f"P{number} lives in Lisbon.")
        first.flush()
        second.flush()

        assert sorted(one.read + other.read) == sorted(set(one.read + other.read))
        assert len(one.read + other.read) == 60
        assert len(first.facts()) == 60


def test_closing_leaves_what_was_not_begun_in_the_queue(tmp_path: Path) -> None:
    """The next one to open it finds and reads it."""
    url = f"sqlite:///{tmp_path}/m.db"
    held = Held()
    with Memory.open(url, namespace="ada", extractor=held, background=True) as memory:
        for number in range(200):
            memory.remember(f"P{number} lives in Lisbon.")
        threading.Timer(0.2, held.gate.set).start()

    with Memory.open(url, namespace="ada", extractor=PlainExtractor()) as memory:
        memory.flush()

        assert len(memory.facts()) == 200


def test_one_worker_serves_every_namespace(tmp_path: Path) -> None:
    """And their facts stay apart."""
    with Memories.open(f"sqlite:///{tmp_path}/m.db", extractor=PlainExtractor(), background=True) as memories:
        memories.of("ada").remember("Ana lives in Lisbon.")
        memories.of("bob").remember("Tom lives in Porto.")
        memories.of("ada").flush()

        assert [fact.sentence for fact in memories.of("ada").facts()] == ["Ana lives in Lisbon"]
        assert [fact.sentence for fact in memories.of("bob").facts()] == ["Tom lives in Porto"]


def test_what_failed_is_tried_again_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When its pause is over, without anybody asking."""
    monkeypatch.setattr("graphmem.memory.background.AGAIN", 0.05)
    monkeypatch.setattr("graphmem.memory.working.FIRST_WAIT", timedelta(0))
    extractor = PlainExtractor(broken=True)
    with Memory.open(f"sqlite:///{tmp_path}/m.db", namespace="ada", extractor=extractor, background=True) as memory:
        memory.remember("Ana lives in Lisbon.")
        extractor.broken = False
        for _ in range(200):
            if memory.facts():
                break
            threading.Event().wait(0.02)

        assert [fact.sentence for fact in memory.facts()] == ["Ana lives in Lisbon"]


def test_what_fails_again_and_again_is_tried_once_a_day_and_holds_up_no_other() -> None:
    """It is seen in the status and by the check; flush tries it at once."""
    clock = FixedClock(datetime(2026, 11, 30, 12, tzinfo=UTC))
    extractor = PlainExtractor(broken=True)
    with Memory.open("sqlite:///:memory:", namespace="ada", extractor=extractor, clock=clock) as memory:
        memory.remember("Ana lives in Lisbon.")
        for _ in range(TRIES - 1):
            clock.now += timedelta(hours=2)
            assert memory.work() == 1
        memory.remember("Tom lives in Porto.")
        backlog = memory.status().backlog
        said = [finding.said for finding in memory.check() if finding.about == "queue"]
        extractor.broken = False

        clock.now += timedelta(hours=2)
        assert memory.work() == 1
        assert (backlog.failed, backlog.given_up) == (2, 1)
        assert "of which 1 are tried once a day only" in said[0]
        clock.now += timedelta(hours=23)
        assert memory.work() == 1
        assert len(memory.facts()) == 2


def test_a_bug_beside_a_model_does_not_end_the_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Later messages are still read."""
    with Memory.open(
        f"sqlite:///{tmp_path}/m.db", namespace="ada", extractor=PlainExtractor(), background=True
    ) as memory:
        with monkeypatch.context() as patch:
            patch.setattr("graphmem.memory.draining.work_off", lambda *_: 1 / 0)
            memory.remember("Ana lives in Lisbon.")
            memory._engine.background.finish()  # type: ignore[union-attr]

        memory.remember("Tom lives in Porto.")
        memory.flush()

        assert "Tom lives in Porto" in {fact.sentence for fact in memory.facts()}
