"""Facts that a program tells instead of a person: no model reads them, and everything else is as for messages."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest

from graphmem import InvalidInput, Memory
from graphmem.testing import FixedClock

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


class Silent:
    """An extractor that must not be asked."""

    name, version, context_turns = "silent", "1", 0

    def extract(self, turns: object) -> list[object]:
        """Never right to be called with anything to read."""
        raise AssertionError(f"asked to read {turns!r}")


@pytest.fixture
def memory() -> Iterator[Memory]:
    """Ada's memory, whose extractor refuses to read."""
    with Memory.open(
        "sqlite:///:memory:",
        namespace="ada",
        user_name="Ada",
        extractor=Silent(),  # type: ignore[arg-type]
        clock=FixedClock(NOW),
    ) as opened:
        yield opened


def sentences(memory: Memory, about: str, as_of: datetime | None = None) -> list[str]:
    """What holds of somebody."""
    return sorted(fact.sentence for fact in memory.facts(about, as_of=as_of))


def test_a_told_fact_is_kept_without_asking_a_model(memory: Memory) -> None:
    """It is believed at once, and its message is its provenance."""
    receipt = memory.remember_fact("Ana", "lives_in", "Lisbon")

    assert [fact.sentence for fact in receipt.learned] == ["Ana lives in Lisbon"]
    assert receipt.learned[0].sources[0].message_id == receipt.message.id
    assert receipt.message.text == "Ana lives in Lisbon"


@pytest.mark.parametrize(
    ("predicate", "was"),
    [
        ("plays_with", "play with"),
        ("envies", "envy"),
        ("goes to", "go to"),
        ("is fond of", "be fond of"),
        ("focus on", "focus on"),
    ],
)
def test_what_a_program_tells_is_over_in_good_english(memory: Memory, predicate: str, was: str) -> None:
    """A predicate of its own is said as it was told while it holds, and in its bare form afterwards."""
    memory.remember_fact("Ana", predicate, "Tom", end="2024-05")

    assert [fact.sentence for fact in memory.history("Ana")] == [f"Ana used to {was} Tom"]


@pytest.mark.parametrize("predicate", ["lives_in", "lives in", "live in", "reside in", "Lives in"])
def test_a_predicate_may_be_given_by_name_or_phrase(memory: Memory, predicate: str) -> None:
    """However it is written, it is the vocabulary's predicate, so that a newer home ends the older."""
    memory.remember_fact("Ana", predicate, "Porto", start="2020")

    memory.remember_fact("Ana", "lives_in", "Lisbon", start="2024-05")

    assert sentences(memory, "Ana") == ["Ana lives in Lisbon"]
    assert sentences(memory, "Ana", datetime(2022, 1, 1)) == ["Ana lived in Porto"]


def test_times_are_as_exact_as_they_are_written(memory: Memory) -> None:
    """A month is a month; a last day counts in; a datetime is the end itself."""
    memory.remember_fact("Ana", "works_at", "Feedzai", start="2021-03", end=date(2023, 2, 1))
    memory.remember_fact("Tom", "works_at", "Feedzai", end=datetime(2023, 2, 1, 12))

    (ana,) = memory.history("Ana")[0].periods
    (tom,) = memory.history("Tom")[0].periods

    assert (ana.start, ana.start_granularity) == (datetime(2021, 3, 1, tzinfo=UTC), "month")
    assert ana.end == datetime(2023, 2, 2, tzinfo=UTC)
    assert tom.end == datetime(2023, 2, 1, 12, tzinfo=UTC)


def test_me_is_the_user_and_a_value_is_no_entity(memory: Memory) -> None:
    """What the user likes is theirs, and a literal makes nobody."""
    memory.remember_fact("me", "likes", value="green tea")

    assert sentences(memory, "Ada") == ["Ada likes green tea"]
    assert [entity.name for entity in memory.entities()] == ["Ada"]


def test_a_phrase_of_no_predicate_is_kept_as_said(memory: Memory) -> None:
    """Its words are the predicate."""
    memory.remember_fact("Ana", "plays chess with", "Tom")

    assert sentences(memory, "Tom") == ["Ana plays chess with Tom"]


def test_a_fact_can_be_told_to_have_ended_or_never_been(memory: Memory) -> None:
    """The same stances as in messages."""
    memory.remember_fact("Ana", "likes", "jazz", start="2020")
    memory.remember_fact("Tom", "likes", "jazz")

    memory.remember_fact("Ana", "likes", "jazz", stance="ends", end="2024")
    memory.remember_fact("Tom", "likes", "jazz", stance="retracts")

    assert sentences(memory, "jazz") == []
    assert sentences(memory, "jazz", datetime(2022, 1, 1)) == ["Ana liked jazz"]


def test_the_same_key_tells_it_once_and_many_can_be_told_at_once(memory: Memory) -> None:
    """Importers tell blocks of them, and again after they were interrupted."""
    told = [
        {"fact": {"subject": "Ana", "predicate": "lives_in", "object": "Lisbon"}, "key": "edge-1"},
        {"fact": {"subject": "Tom", "predicate": "lives_in", "object": "Porto"}, "key": "edge-2"},
    ]

    first, again = memory.remember_many(told), memory.remember_many(told)

    assert [receipt.new for receipt in (*first, *again)] == [True, True, False, False]
    assert memory.status().facts == 2


def test_forgetting_its_message_forgets_the_fact(memory: Memory) -> None:
    """It is evidence like any other."""
    receipt = memory.remember_fact("Ana", "lives_in", "Lisbon")

    memory.forget(message=receipt.message.id)

    assert memory.facts() == ()


@pytest.mark.parametrize(
    ("fact", "error"),
    [
        ({"subject": " ", "predicate": "likes", "object": "jazz"}, "subject must name somebody or something, not ' '"),
        ({"subject": "Ana", "predicate": "", "object": "jazz"}, "predicate must name somebody or something, not ''"),
        ({"subject": "Ana", "predicate": "likes"}, "either an object or a value; got None and None"),
        ({"subject": "Ana", "predicate": "likes", "object": "a", "value": "b"}, "got 'a' and 'b'"),
        ({"subject": "Ana", "predicate": "likes", "object": "a", "start": "soon"}, "'soon' is no time; write 2024"),
        ({"subject": "Ana", "predicate": "likes", "object": "a", "start": 2024}, "start"),
        ({"subject": "Ana", "predicate": "likes", "object": "a", "sinse": "2024"}, "sinse"),
        ({"subject": "Ana", "predicate": "likes", "object": "\ud800"}, "half of a surrogate pair"),
    ],
)
def test_what_cannot_be_a_fact_is_refused_with_its_value(memory: Memory, fact: dict[str, str], error: str) -> None:
    """And nothing is stored."""
    with pytest.raises(InvalidInput) as caught:
        memory.remember_many([{"fact": fact}])

    assert error in str(caught.value)
    assert memory.status().messages == 0
