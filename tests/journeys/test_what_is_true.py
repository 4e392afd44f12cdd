"""The cases about truth and time that memory systems get wrong, each through the public API with the real extractor."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from graphmem import Memory
from graphmem.testing import FixedClock
from tests.journeys.saying import heard, now


def past(memory: Memory, about: str = "me") -> set[str]:
    """Everything ever stated of somebody."""
    return {fact.sentence for fact in memory.history(about)}


def clock_of(memory: Memory) -> FixedClock:
    """What the memory takes for the present."""
    clock = memory._engine.clock
    assert isinstance(clock, FixedClock)
    return clock


def said_later(memory: Memory, text: str, **after: int) -> None:
    """A message after a while."""
    clock_of(memory).now += timedelta(**after)
    memory.remember(text, session="s")


def test_a_change_of_taste_leaves_history() -> None:
    """Case 12: love, then hate: the first ended, the second holds, both are in the history."""
    memory = heard("I love Chinese food.")
    said_later(memory, "I hate Chinese food now.", days=400)

    assert now(memory, "me") == {"Ada dislikes Chinese food"}
    assert past(memory) == {"Ada liked Chinese food", "Ada dislikes Chinese food"}


def test_a_conflict_deletes_neither_side_and_is_reported() -> None:
    """Case 13: a vegetarian who had steak."""
    memory = heard("I'm vegetarian.", "I had steak yesterday.")

    [conflict] = memory.conflicts()

    assert {fact.sentence for fact in conflict.facts} <= {fact.sentence for fact in memory.facts("me")}
    assert conflict.why == "Ada is vegetarian, but had steak"


def test_two_peoples_words_about_a_third_are_a_conflict() -> None:
    """Both sides are kept; whoever says that it changed is no conflict."""
    memory = heard()
    memory.remember("Ana lives in Porto.", speaker="Bob")
    memory.remember("Ana lives in Lisbon.", speaker="Eve")
    memory.remember("Tom lives in Porto.", speaker="Bob")
    memory.remember("Tom moved to Lisbon.", speaker="Eve")

    [conflict] = memory.conflicts()

    assert {fact.object_name for fact in conflict.facts} == {"Porto", "Lisbon"}
    assert {fact.subject_name for fact in conflict.facts} == {"Ana"}


def test_what_never_changes_and_is_told_twice_is_a_conflict() -> None:
    """One is born in one place; taking one back settles it."""
    memory = heard("I was born in Goa.", "I was born in Rome.")

    [conflict] = memory.conflicts()
    memory.retract(next(fact for fact in conflict.facts if fact.object_name == "Goa"))

    assert memory.conflicts() == ()


def test_another_predicate_supersedes_nothing() -> None:
    """Case 14: where Ann works and what she administers."""
    memory = heard("Ann works at Acme.", "Ann administers the GitHub organisation.")

    assert "Ann works at Acme" in now(memory, "Ann")


def test_a_newer_number_is_current() -> None:
    """Case 15: the car, and a project that changes hands."""
    memory = heard(
        "The car weighs 2040 kg.",
        "The car weighs 2100 kg.",
        "Project Atlas is led by Kim.",
        "Lee took over Project Atlas.",
    )

    sentences = now(memory)
    assert any("2100" in sentence for sentence in sentences)
    assert not any("2040" in sentence for sentence in sentences)
    assert {fact.object_name or fact.subject_name for fact in memory.facts() if fact.predicate == "led_by"} == {"Lee"}


def test_what_one_used_to_do_is_not_current() -> None:
    """Case 16: nothing holds now, and in the past it did."""
    memory = heard("I used to drink green tea. I stopped.")

    assert now(memory, "me") == set()
    assert past(memory) == {"Ada drank green tea"}


def test_forgetting_both_of_two_sources_removes_the_fact() -> None:
    """Case 17: one of two keeps it."""
    memory = heard("I work at Acme.", "As I said, I work at Acme.")
    first, second = memory.messages()

    memory.forget(message=first.id)
    kept = now(memory, "me")
    memory.forget(message=second.id)

    assert kept == {"Ada works at Acme"}
    assert now(memory) == set()


def test_a_correction_takes_back() -> None:
    """Case 18: we were wrong, it did not change."""
    memory = heard("Ana lives in Lisbon.", "Actually it's Porto, not Lisbon.")

    [wrong] = [fact for fact in memory.history("Ana") if fact.object_name == "Lisbon"]
    assert now(memory, "Ana") == {"Ana lives in Porto"}
    assert wrong.retracted_at is not None
    assert wrong.periods == ()


def test_late_news_of_old_times_supersedes_nothing() -> None:
    """Case 20: a year long ago, and a message that arrives after newer ones."""
    memory = heard("I live in Lisbon.", "In 2019 I lived in Rome.")
    memory.remember("I live in Braga.", session="old", at=datetime(2015, 5, 1))

    assert now(memory, "me") == {"Ada lives in Lisbon"}
    assert {f.sentence for f in memory.facts("me", as_of=datetime(2019, 6, 1))} == {"Ada lived in Rome"}
    assert {f.sentence for f in memory.facts("me", as_of=datetime(2016, 6, 1))} == {"Ada lived in Braga"}


def test_removing_a_message_revives_what_only_it_had_ended() -> None:
    """Case 21: forgotten or undone."""
    memory = heard("I live in Lisbon.", "I moved to Porto.")
    moved = memory.messages()[-1]

    memory.undo(moved.id)
    undone = now(memory, "me")
    memory.forget(message=moved.id)

    assert undone == now(memory, "me") == {"Ada lives in Lisbon"}


def test_last_week_is_the_week_before_the_message() -> None:
    """Case 24: sent on 24 May 2023, it was the week of the 15th, whatever today is."""
    memory = heard()
    memory.remember("I went to Paris last week.", at=datetime(2023, 5, 24, 10))

    [visit] = [fact for fact in memory.facts("me") if fact.nature == "event"]
    [period] = visit.periods
    assert period.start == datetime(2023, 5, 15, tzinfo=UTC)
    assert period.end == datetime(2023, 5, 22, tzinfo=UTC)


@pytest.mark.parametrize("text", ["I moved to Porto two days ago.", "I moved to Porto on 29 February."])
def test_naive_and_aware_times_are_mixed_in_one_call(text: str) -> None:
    """Case 25: without a zone it is UTC, and each day is the day where it was said."""
    memory = heard()
    memory.remember_many(
        [
            {"content": text, "at": datetime(2024, 3, 2, 0, 30)},
            {"content": text, "at": datetime.fromisoformat("2024-03-02T00:30:00+00:00")},
        ]
    )

    [fact] = memory.facts("me")
    assert fact.periods[0].start == datetime(2024, 2, 29, tzinfo=UTC)
    assert memory.status().messages == 1


def test_what_was_thought_about_then() -> None:
    """Case 26: on 1 June we thought she lived in Porto in 2022; we learned better later."""
    memory = heard("Ana moved to Porto in 2021.")
    before = clock_of(memory).now
    said_later(memory, "Ana moved to Faro in 2022.", days=30)

    then = datetime(2022, 7, 1)
    assert {f.object_name for f in memory.facts("Ana", as_of=then, known_at=before)} == {"Porto"}
    assert {f.object_name for f in memory.facts("Ana", as_of=then)} == {"Faro"}
