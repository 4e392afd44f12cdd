"""Pruning makes nothing true again: what says that a fact is over stays for as long as the fact does."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem import Keep, Memory
from graphmem.testing import FixedClock

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
WORK = "I work at Farfetch and my sister Ana lives in Porto."
QUIT = "I quit Farfetch yesterday!"


@pytest.fixture
def memory() -> Iterator[Memory]:
    """A memory that a test tells of years gone by."""
    with Memory.open(
        "sqlite:///:memory:", namespace="ada", user_name="Ada", embedder="none", clock=FixedClock(NOW)
    ) as ada:
        yield ada


def tell(memory: Memory, *said: str, session: str = "s") -> None:
    """Said a day apart, two years ago, each after all that was said before."""
    for text in said:
        day = NOW - timedelta(days=700 - len(memory.messages(limit=50)))
        memory.remember(text, at=day, session=session)


def left(memory: Memory) -> list[str]:
    """The messages that are left."""
    return [message.text for message in memory.messages(limit=50)]


def held(memory: Memory, about: str) -> list[str]:
    """What holds now of somebody, as far as it is of a job or a home."""
    return sorted(one.sentence for one in memory.facts(about) if one.predicate in ("works_at", "lives_in"))


def prune(memory: Memory, **rules: Any) -> None:
    """Prune as plan and as deed, which come to the same."""
    planned = memory.prune(dry_run=True, **rules)
    done = memory.prune(**rules)
    assert (done.messages, done.learned) == (planned.messages, planned.learned)


def test_a_job_that_is_over_stays_over(memory: Memory) -> None:
    """What says that it was quit stays with what says that it was had; small talk goes."""
    tell(memory, WORK, "It rains.", QUIT)

    prune(memory, below=0.9, days=1)

    assert left(memory) == [WORK, QUIT]
    assert held(memory, "me") == []


def test_a_job_that_is_forgotten_takes_its_end_along(memory: Memory) -> None:
    """Nothing is left that could hold again."""
    tell(memory, "I work at Farfetch.", "It rains.", QUIT)

    prune(memory, below=0.9, days=1)

    assert left(memory) == []
    assert memory.history("me") == ()


def test_a_home_is_not_lived_in_for_longer_than_it_was(memory: Memory) -> None:
    """Of three homes the one between them is over too, and it says when the first one was."""
    tell(memory, "My sister Ana lives in Porto and I work at Feedzai.", "Ana lives in Rome.", "Ana lives in Oslo.")
    before = memory.history("Ana")

    prune(memory, below=0.9, days=1)

    assert "Ana lives in Rome." in left(memory)
    assert memory.history("Ana") == before


def test_what_was_taken_back_stays_taken_back(memory: Memory) -> None:
    """A retraction is no less than an end."""
    tell(memory, WORK)
    fact = next(one for one in memory.facts("me") if one.predicate == "works_at")
    memory.retract(fact)
    memory._engine.clock.now = NOW + timedelta(days=3000)  # type: ignore[attr-defined]

    prune(memory, below=0.9, days=1)

    assert held(memory, "me") == []


def test_what_was_kept_for_as_long_as_a_rule_says_goes(memory: Memory) -> None:
    """Even what ends something; the receipt says what holds again."""
    tell(memory, WORK)
    tell(memory, QUIT, session="other")

    receipt = memory.prune(keep=Keep(days=30, session="other"))

    assert [one.sentence for one in receipt.learned] == ["Ada works at Farfetch"]
    assert held(memory, "me") == ["Ada works at Farfetch"]
