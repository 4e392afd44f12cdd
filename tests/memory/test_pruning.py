"""Letting go: what matters little, is old and did not come up goes, what was kept for long enough goes, and the rest stays."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem import InvalidInput, Keep, Memories, Memory
from graphmem.testing import FixedClock, PlainExtractor
from tests.memory.state import state

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.fixture
def clock() -> FixedClock:
    """The present, which a test may move."""
    return FixedClock(NOW)


@pytest.fixture
def memory(clock: FixedClock) -> Iterator[Memory]:
    """Small talk and what matters, of two years ago and of last week."""
    with Memory.open(
        "sqlite:///:memory:", namespace="ada", user_name="Ada", extractor=PlainExtractor(), embedder="none", clock=clock
    ) as ada:
        for days, text in ((700, "It rains."), (699, "Ana lives in Rome."), (698, "Bob likes Jazz."), (7, "It snows.")):
            ada.remember(text, at=NOW - timedelta(days=days), session="old" if days > 100 else "new")
        yield ada


def texts(memory: Memory) -> list[str]:
    """What is left."""
    return [message.text for message in memory.messages(limit=50)]


def would_go(memory: Memory, **rules: Any) -> list[str]:
    """What a dry run shows."""
    return [message.text for message in memory.prune(dry_run=True, **rules).said]


def test_what_weighs_little_is_old_and_unused_goes(memory: Memory) -> None:
    """Small talk goes; where Ana lives is true and matters; what is new stays whatever it is."""
    planned = memory.prune(dry_run=True)
    assert (planned.dry_run, planned.messages, len(texts(memory))) == (True, 1, 4)

    receipt = memory.prune()

    assert receipt.messages == 1
    assert texts(memory) == ["Ana lives in Rome.", "Bob likes Jazz.", "It snows."]


def test_what_came_up_stays(memory: Memory) -> None:
    """A recall that showed it is written by flush, or by the pruning itself, and starts its time anew."""
    assert "It rains." in would_go(memory)

    memory.recall("Does it rain?")

    assert would_go(memory) == []
    memory.flush()
    assert would_go(memory) == []
    clock = memory._engine.clock
    clock.now = NOW + timedelta(days=800)  # type: ignore[attr-defined]
    assert "It rains." in would_go(memory)


def test_weight_is_lost_with_time(memory: Memory, clock: FixedClock) -> None:
    """Half a year after a year; what was important and no longer holds goes in the end, what holds never."""
    memory.remember("Bob no longer likes Jazz.", at=NOW - timedelta(days=600), session="old")
    gone = []
    for years in range(8):
        clock.now = NOW + timedelta(days=365 * years)
        gone.append(would_go(memory, below=0.05))

    assert gone[0] == []
    assert "Bob likes Jazz." in gone[-1]
    assert not any("Ana lives in Rome." in texts for texts in gone)
    assert all(set(before) <= set(after) for before, after in pairwise(gone))


def test_importance_that_was_said_counts(memory: Memory) -> None:
    """A message that states nothing weighs what it says."""
    memory.remember("Mind the step.", at=NOW - timedelta(days=700), importance=1.0)

    assert would_go(memory, below=0.2) == ["It rains."]


@pytest.mark.parametrize(
    ("rule", "left"),
    [
        (Keep(days=365), ["It snows."]),
        (Keep(days=3), []),
        (Keep(days=365, session="old"), ["It snows."]),
        (Keep(days=3, session="new"), ["It rains.", "Ana lives in Rome.", "Bob likes Jazz."]),
        (Keep(days=365, category="preference"), ["It rains.", "Ana lives in Rome.", "It snows."]),
        (
            Keep(days=365, session="new", category="preference"),
            ["It rains.", "Ana lives in Rome.", "Bob likes Jazz.", "It snows."],
        ),
    ],
)
def test_a_rule_says_how_long_messages_are_kept(memory: Memory, rule: Keep, left: list[str]) -> None:
    """All of them, those of a session, or those that state facts of a category, whatever they weigh."""
    memory.prune(keep=rule)

    assert texts(memory) == left


def test_what_was_pruned_is_not_brought_back(memory: Memory) -> None:
    """It goes the way of forgetting."""
    memory.remember("It hails.", key="hail", at=NOW - timedelta(days=900))
    memory.prune(keep=[Keep(days=365)])

    assert memory.remember("It hails.", key="hail").forgotten


def test_what_waits_to_be_understood_stays(memory: Memory) -> None:
    """Nobody knows yet what it weighs."""
    memory._engine.extractor.broken = True  # type: ignore[attr-defined]
    memory.remember("Eva lives in Oslo.", at=NOW - timedelta(days=900))

    assert would_go(memory) == ["It rains."]


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({"below": 0}, "below must lie above 0"),
        ({"below": "much"}, "below must lie above 0"),
        ({"days": -1}, "days must be a whole number"),
        ({"keep": "365"}, "keep takes Keep"),
        ({"keep": [365]}, "keep takes Keep"),
    ],
)
def test_a_rule_that_is_none_is_refused(memory: Memory, rules: dict[str, Any], said: str) -> None:
    """And everything stays."""
    with pytest.raises(InvalidInput, match=said):
        memory.prune(**rules)
    with pytest.raises(InvalidInput, match="Keep takes a whole number of days"):
        Keep(days=-1)

    assert len(texts(memory)) == 4


@given(days=st.integers(0, 900), below=st.floats(0.01, 1), more=st.integers(0, 300), rise=st.floats(0, 0.5))
def test_a_stricter_rule_lets_go_of_no_less(days: int, below: float, more: int, rise: float) -> None:
    """Of whatever goes by a rule, all goes by one that asks for less age or more weight."""
    with Memory.open(
        "sqlite:///:memory:", namespace="ada", extractor=PlainExtractor(), embedder="none", clock=FixedClock(NOW)
    ) as ada:
        ada.remember_many(
            {"content": text, "at": NOW - timedelta(days=age)}
            for age, text in ((5, "It rains."), (200, "Bob likes Jazz."), (400, "It snows."), (800, "I like Tea."))
        )
        some = set(would_go(ada, below=below, days=days + more))

        assert some <= set(would_go(ada, below=min(below + rise, 1.0), days=days))


def test_repeats_are_told_and_nothing_is_changed(memory: Memory) -> None:
    """What three messages say is one line; two that differ are never one."""
    for day in range(4):
        memory.remember("Bob likes Tea.", at=NOW - timedelta(days=day))
        memory.remember(f"Bob likes Tea{day}.", at=NOW - timedelta(days=day))
    before = state(memory)

    found = memory.repeats()

    assert [(one.sentence, one.times) for one in found] == [("Bob likes Tea", 4)]
    assert (found[0].first_at, found[0].last_at) == (NOW - timedelta(days=3), NOW)
    assert state(memory) == before


def test_what_comes_up_is_counted_for_its_namespace_alone(clock: FixedClock) -> None:
    """By recalls and by contexts, for what they show; written by flush and at the end, and no part of any answer."""
    with Memories.open("sqlite:///:memory:", extractor=PlainExtractor(), embedder="none", clock=clock) as memories:
        ada, bob = memories.of("ada"), memories.of("bob")
        for each in (ada, bob):
            each.remember("Ana lives in Rome.", session="s")
        store, version = ada._engine.store, ada.status().version
        first = ada.recall("Where does Ana live?")
        assert store.accesses("ada", "fact") == ()

        ada.context("Where does Ana live?", session="s", now=NOW)
        ada.flush()

        assert [one.times for one in store.accesses("ada", "message")] == [2]
        assert [one.last_at for one in store.accesses("ada", "fact")] == [NOW]
        assert store.accesses("bob", "message") == ()
        assert ada.recall("Where does Ana live?") == first
        assert ada.status().version == version
