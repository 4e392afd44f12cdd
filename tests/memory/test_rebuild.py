"""Rebuilding changes nothing in a healthy memory, files everything anew under another vocabulary, and mends what was damaged."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from graphmem import Memory
from graphmem.extraction.protocol import Extractor
from graphmem.testing import FixedClock, PlainExtractor, story
from graphmem.types import Changes
from tests.journeys.saying import EXTRACTOR
from tests.memory.state import state
from tests.memory.test_order import CONVERSATIONS, NOW, fresh, told

#: Living somewhere excludes nothing here, one taste at a time, and working is told in other words.
OWN = """
[kinds]
Style = ["Jazz"]

[dwells_in]
says = "{s} dwells in {o}"
was = "{s} dwelt in {o}"
begins = ["move to"]
synonyms = ["live in"]
object = ["Place"]

[lives_in]
says = "{s} lives in {o}"
synonyms = ["reside in"]

[works_at]
says = "{s} serves {o}"
was = "{s} served {o}"
synonyms = ["work at"]
ends = ["quit"]
importance = 0.9

[likes]
says = "{s} likes {o}"
was = "{s} liked {o}"
synonyms = ["like"]
single = true
"""


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A vocabulary that files the same messages otherwise."""
    path = tmp_path_factory.mktemp("words") / "own.toml"
    path.write_text(OWN, encoding="utf-8")
    return path


def opened(path: Path, *, vocabulary: Path | None = None, extractor: Extractor | None = None) -> Memory:
    """A memory in a file, so that it can be opened again with another vocabulary."""
    return Memory.open(
        f"sqlite:///{path}",
        namespace="ada",
        user_name="Ada",
        extractor=extractor or PlainExtractor(),
        vocabulary=vocabulary,
        clock=FixedClock(NOW),
    )


@given(CONVERSATIONS)
def test_a_healthy_memory_stays_as_it_is(talk: list[dict[str, Any]]) -> None:
    """Not a row is written: the version stands still."""
    with fresh() as memory:
        memory.remember_many(talk)
        before, version = state(memory), memory.status().version

        receipt = memory.rebuild()

        assert (receipt.messages, receipt.changed, receipt.facts, receipt.entities) == (len(talk), 0, 0, 0)
        assert state(memory) == before
        assert memory.status().version == version


@given(CONVERSATIONS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_under_another_vocabulary_it_equals_a_memory_that_had_it_from_the_start(
    own: Path, tmp_path_factory: pytest.TempPathFactory, talk: list[dict[str, Any]]
) -> None:
    """Facts, periods, entities, text statistics; and back again equals never having changed."""
    folder = tmp_path_factory.mktemp("rebuilt")
    with opened(folder / "old.db") as memory:
        memory.remember_many(talk)
        original = state(memory)
    with opened(folder / "new.db", vocabulary=own) as memory:
        memory.remember_many(talk)
        expected = state(memory)

    with opened(folder / "old.db", vocabulary=own) as memory:
        memory.rebuild()
        rebuilt, again = state(memory), memory.rebuild()
    with opened(folder / "old.db") as memory:
        memory.rebuild()
        returned = state(memory)

    assert rebuilt == expected
    assert (again.changed, again.facts, again.entities) == (0, 0, 0)
    assert returned == original


def test_the_story_stays_as_it_is(tmp_path: Path) -> None:
    """With the real extractor: people, relations, corrections, things that ended."""
    with opened(tmp_path / "a.db", extractor=EXTRACTOR) as memory:
        memory.remember_many(story())
        version = memory.status().version

        receipt = memory.rebuild()

        assert (receipt.changed, receipt.facts, receipt.entities, receipt.waiting) == (0, 0, 0, 0)
        assert memory.status().version == version


def test_the_story_under_another_vocabulary(tmp_path: Path, own: Path) -> None:
    """With the real extractor, where relations and renamed people are among it."""
    with opened(tmp_path / "old.db", extractor=EXTRACTOR) as memory:
        memory.remember_many(story())
    with opened(tmp_path / "new.db", vocabulary=own, extractor=EXTRACTOR) as memory:
        memory.remember_many(story())
        expected = state(memory)

    with opened(tmp_path / "old.db", vocabulary=own) as memory:
        receipt = memory.rebuild()

        assert state(memory) == expected
        assert receipt.changed > 0
        assert receipt.facts > 0


def test_rebuilding_mends_what_is_missing_or_wrong(tmp_path: Path) -> None:
    """Facts that were lost come back, those that nobody states go, and a name that nobody said is replaced."""
    with opened(tmp_path / "a.db") as memory:
        memory.remember_many(told("I live in Rome.", "I moved to Porto.", "Ana lives in Rome."))
        expected, store = state(memory), memory._engine.store
        lost, kept, invented = store.facts_about("ada", None, as_of=None)
        damage = Changes(
            "learn",
            FixedClock(NOW)(),
            facts=(replace(invented, id="nobody-said-this", sources=(), periods=()),),
            facts_gone=(lost.id,),
            entities=(replace(memory.entity("Ana"), name="Anastasia"),),
        )
        store.apply("ada", damage, expected_version=store.version("ada"))
        damaged = state(memory)

        receipt = memory.rebuild()

        assert damaged != expected
        assert (receipt.facts, receipt.entities) == (2, 1)
        assert kept in memory._engine.store.facts_about("ada", None, as_of=None)
        assert state(memory) == expected


class _Interrupted(Exception):
    pass


def test_an_interrupted_rebuild_is_finished_by_another(
    tmp_path: Path, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever it was stopped, memory can be read, and the end is the same."""
    monkeypatch.setattr("graphmem.memory.rebuilding.MESSAGES", 1)
    monkeypatch.setattr("graphmem.memory.rebuilding.ENTITIES", 1)
    talk = told("I live in Rome.", "Ana works at Acme.", "I moved to Porto.", "Ana quit Acme.", "I like Jazz.")
    with opened(tmp_path / "new.db", vocabulary=own) as memory:
        memory.remember_many(talk)
        expected = state(memory)
    stops = 0
    with opened(tmp_path / "old.db") as memory:
        memory.remember_many(talk)

    with opened(tmp_path / "old.db", vocabulary=own) as memory:
        for stop in range(1, 12):

            def stopping(done: int, _total: int, stop: int = stop) -> None:
                if done == stop:
                    raise _Interrupted

            try:
                memory.rebuild(progress=stopping)
            except _Interrupted:
                stops += 1
            assert memory.facts()
        memory.rebuild()

        assert stops >= 10
        assert state(memory) == expected


def test_progress_is_told_up_to_the_end() -> None:
    """Steps done never fall, and the last says all are."""
    told_so_far: list[tuple[int, int]] = []
    with fresh() as memory:
        memory.remember_many(told("I live in Rome.", "Ana lives in Porto."))

        memory.rebuild(progress=lambda done, total: told_so_far.append((done, total)))

    assert told_so_far == sorted(told_so_far)
    assert told_so_far[-1][0] == told_so_far[-1][1] > 0


def test_what_waits_is_left_in_the_queue() -> None:
    """It is not part of the graph until it is understood."""
    extractor = PlainExtractor(broken=True)
    with fresh(extractor) as memory:
        memory.remember("I live in Rome.")

        receipt = memory.rebuild()
        extractor.broken = False
        memory.flush()

        assert (receipt.messages, receipt.waiting, receipt.facts) == (1, 1, 0)
        assert [fact.sentence for fact in memory.facts()] == ["Ada lives in Rome"]
