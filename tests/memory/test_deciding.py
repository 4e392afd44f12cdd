"""What is decided by hand: taken back, corrected, merged, split, undone. Each is a message among the others."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest

from graphmem import InvalidInput, Memory, NotFound
from graphmem.errors import GraphmemError
from graphmem.testing import FixedClock, PlainExtractor
from tests.journeys.saying import heard, now
from tests.memory.state import state
from tests.memory.test_order import NOW, fresh, told


@pytest.fixture
def memory() -> Iterator[Memory]:
    """A memory of Ada's where a clock moves on with every look at it."""
    clock = FixedClock("2024-06-01T12:00:00+00:00")
    with Memory.open(
        "sqlite:///:memory:", namespace="ada", user_name="Ada", extractor=PlainExtractor(), clock=clock
    ) as opened:
        yield opened


def sentences(memory: Memory, about: str | None = None, as_of: datetime | None = None) -> list[str]:
    """What holds, in order of the alphabet."""
    return sorted(fact.sentence for fact in memory.facts(about, as_of=as_of))


def test_a_fact_taken_back_was_never_so(memory: Memory) -> None:
    """It is not believed now nor of any time, and what memory thought before stays known."""
    memory.remember_many(told("Ana lives in Porto."))
    [fact] = memory.facts("Ana")

    receipt = memory.retract(fact, why="a joke")

    assert [one.sentence for one in receipt.retracted] == ["Ana lives in Porto"]
    assert receipt.message.text == "It is not so that Ana lives in Porto (a joke)"
    assert sentences(memory, "Ana") == sentences(memory, "Ana", as_of=datetime(2024, 2, 1)) == []
    assert memory.history("Ana")[0].retracted_at is not None


def test_what_is_said_after_it_was_taken_back_counts_again(memory: Memory) -> None:
    """Taking back is a word of its time, not a ban."""
    memory.remember_many(told("Ana lives in Porto."))
    memory.retract("Ana lives in Porto")

    memory.remember("Ana lives in Porto.", at=datetime(2024, 6, 2))

    assert sentences(memory, "Ana") == ["Ana lives in Porto"]


def test_a_fact_can_be_named_by_its_sentence_or_id(memory: Memory) -> None:
    """However it is capitalised, with or without a full stop."""
    memory.remember_many(told("Ana lives in Porto.", "Ana likes Jazz."))

    memory.retract("ana lives in porto.")
    memory.retract(memory.facts("Jazz")[0].id)

    assert sentences(memory, "Ana") == []


def test_a_corrected_fact_takes_the_times_of_the_old_one(memory: Memory) -> None:
    """Lisbon from 2021 was Porto from 2021, until the same next move."""
    memory.remember_many(told("Ana moved to Rome in 2015.", "Ana moved to Oslo in 2019.", "Ana moved to Bonn in 2022."))

    receipt = memory.correct("Ana lived in Oslo", object="Bergen")

    assert [fact.object_name for fact in receipt.retracted] == ["Oslo"]
    assert sentences(memory, "Ana", as_of=datetime(2020, 1, 1)) == ["Ana lived in Bergen"]
    assert sentences(memory, "Ana", as_of=datetime(2016, 1, 1)) == ["Ana lived in Rome"]
    assert sentences(memory, "Ana") == ["Ana lives in Bonn"]


def test_a_start_can_be_corrected(memory: Memory) -> None:
    """The same fact, from another year."""
    memory.remember_many(told("Ana moved to Oslo in 2019."))

    memory.correct("Ana lives in Oslo", start="2017-05")

    [fact] = memory.facts("Ana")
    assert (fact.periods[0].start, fact.periods[0].start_granularity) == (datetime(2017, 5, 1, tzinfo=UTC), "month")


def test_a_mutual_relation_is_corrected_as_it_reads() -> None:
    """Whoever was named first when it was said."""
    memory = heard("Nuno is my friend.")

    memory.correct("Ada is a friend of Nuno", object="Rui")

    assert now(memory) == {"Ada is a friend of Rui"}


def test_a_fact_of_somebody_without_a_name_is_corrected() -> None:
    """Known as a sister only."""
    memory = heard("My sister lives in Faro.")

    receipt = memory.correct("Ada's sister lives in Faro", object="Lagos")

    assert receipt.message.text.splitlines()[1] == "Ada's sister lives in Lagos"
    assert "Ada's sister lives in Lagos" in now(memory)
    assert not any("Faro" in sentence for sentence in now(memory))


def test_a_predicate_and_a_subject_can_be_corrected(memory: Memory) -> None:
    """It was Bob, and he hates it."""
    memory.remember_many(told("Ana likes Jazz."))

    memory.correct("Ana likes Jazz", subject="Bob", predicate="dislikes")

    assert sentences(memory) == ["Bob dislikes Jazz"]


def test_a_correction_is_exported_and_rebuilt_like_anything_else(memory: Memory) -> None:
    """Another memory that takes the export in knows the same; rebuilding changes nothing."""
    memory.remember_many(told("Ana lives in Oslo.", "Anna works at Acme.", "Bob likes Jazz."))
    memory.correct("Ana lives in Oslo", object="Bergen")
    memory.merge("Ana", "Anna")
    memory.undo(memory.remember("Bob likes Chess.", at=datetime(2024, 6, 1)))
    written = io.StringIO()
    memory.export(written)

    with fresh() as other:
        other.import_(io.BytesIO(written.getvalue().encode()))
        brought = state(other)
    rebuilt = memory.rebuild()

    assert brought == state(memory)
    assert (rebuilt.changed, rebuilt.facts, rebuilt.entities) == (0, 0, 0)


def test_merged_people_share_what_is_said_and_come_apart_with_their_own(memory: Memory) -> None:
    """Case 11, by hand."""
    memory.remember_many(told("Ana lives in Oslo.", "Anna works at Acme."))
    before = state(memory)

    merged = memory.merge("Ana", "Anna")
    together = sentences(memory, "Anna")
    undone = memory.undo(merged)

    assert len(together) == 2
    assert (undone.messages, undone.erased) == (1, 1)
    assert state(memory) == before


def test_what_is_said_later_of_a_merged_person_is_said_of_both_names(memory: Memory) -> None:
    """A decision is about names, not about what was known when it was made."""
    memory.remember_many(told("Ana lives in Oslo.", "Anna works at Acme."))
    memory.merge("Ana", "Anna")

    memory.remember("Anna likes Jazz.")

    assert any("likes Jazz" in sentence for sentence in sentences(memory, "Ana"))


def test_a_merge_can_join_what_was_said_to_be_apart() -> None:
    """John from work is the brother after all; a bare John is then nobody else."""
    memory = heard("John from work plays the guitar.", "My brother John lives in Faro.", "John likes sushi.")
    work = next(fact.subject for fact in memory.facts() if "guitar" in fact.sentence)
    [one] = [entity for entity in memory.entities() if entity.id == work]
    [other] = [entity for entity in memory.entities() if any("r:self/brother" in key for key in entity.keys)]

    memory.merge(one, other)

    assert len({fact.subject for fact in memory.facts() if fact.subject_name == "John"}) == 1


def test_split_gives_a_name_an_entity_of_its_own() -> None:
    """The sister is not Ana; what was said of each goes to each, and undoing joins them again."""
    memory = heard("My sister lives in Faro.", "My sister's name is Ana.", "Ana works at Acme.")
    before = state(memory)

    parted = memory.split("Ana", aliases=["Ana"])
    apart = now(memory)
    memory.undo(parted)

    assert {"Ada's sister lives in Faro", "Ana works at Acme"} <= apart
    assert state(memory) == before


def test_split_undoes_a_merge_too_and_a_merge_against_it_is_refused(memory: Memory) -> None:
    """What is decided to be two is never one by a decision."""
    memory.remember_many(told("Ana lives in Oslo.", "Anna works at Acme."))
    memory.merge("Ana", "Anna")

    memory.split("Ana", aliases=["Anna"])

    assert memory.entity("Ana").id != memory.entity("Anna").id
    with pytest.raises(InvalidInput, match="a split keeps 'Ana' and 'Anna' apart"):
        memory.merge("Ana", "Anna")


def test_undoing_what_somebody_said_keeps_the_words(memory: Memory) -> None:
    """The message stays and teaches nothing, and the move it told of never was; undoing that reads it again."""
    memory.remember_many(told("Ana lives in Oslo."))
    before = sentences(memory)
    receipt = memory.remember("Ana moved to Porto.")
    after = state(memory)

    undone = memory.undo(receipt)
    without = sentences(memory)
    memory.undo(memory.changes(limit=1)[0])

    assert (undone.messages, undone.erased) == (1, 0)
    assert without == before
    assert state(memory) == after


def test_a_withdrawn_message_stays_so_when_an_older_one_comes_late() -> None:
    """It is read anew then, and still counts for nothing."""

    class Follows(PlainExtractor):
        context_turns = 2

    with fresh(Follows()) as memory:
        receipts = memory.remember_many(told("What a day!", "Ana lives in Oslo."))
        memory.undo(receipts[1])
        memory.remember("Bob lives in Rome.", at=datetime(2024, 1, 2, 6))
        memory.forget(message=receipts[0].message.id)

        assert sentences(memory) == ["Bob lives in Rome"]


def test_what_cannot_be_decided_is_refused_with_the_way_out(memory: Memory) -> None:
    """And nothing is stored."""
    memory.remember_many(told("Ana lives in Oslo."))
    [change, *_] = memory.changes()
    count = memory.status().messages
    refusals: list[tuple[type[GraphmemError], str, Callable[[], object]]] = [
        (NotFound, "no fact 'Ana lives in Rome'", lambda: memory.retract("Ana lives in Rome")),
        (InvalidInput, "correct needs what is so instead", lambda: memory.correct("Ana lives in Oslo")),
        (InvalidInput, "not both", lambda: memory.correct("Ana lives in Oslo", object="a", value="b")),
        (InvalidInput, "is no time", lambda: memory.correct("Ana lives in Oslo", start="soon")),
        (InvalidInput, "are one already", lambda: memory.merge("Ana", "Ana")),
        (NotFound, "nothing here is called 'Zoe'", lambda: memory.merge("Ana", "Zoe")),
        (InvalidInput, "is called nothing but Ana", lambda: memory.split("Ana", aliases=["Ana"])),
        (InvalidInput, "is not called 'Zoe'; it is called 'Ana'", lambda: memory.split("Ana", aliases=["Zoe"])),
        (InvalidInput, "split needs the aliases", lambda: memory.split("Ana", aliases=[])),
        (InvalidInput, "must be names, such as .*, not 3", lambda: memory.split("Ana", aliases=3)),  # type: ignore[arg-type]
        (NotFound, "no change or message 'x'", lambda: memory.undo("x")),
        (InvalidInput, "undo takes a change", lambda: memory.undo(7)),  # type: ignore[arg-type]
        (InvalidInput, "another user_name", lambda: memory.undo(memory.changes()[-1])),
    ]

    for error, message, call in refusals:
        with pytest.raises(error, match=message.replace("(", r"\(")):
            call()

    assert change.cause == "learn"
    assert memory.status().messages == count


def test_a_fact_can_be_taken_back_once(memory: Memory) -> None:
    """The second time there is nothing to take back; undoing what is gone is not found."""
    memory.remember_many(told("Ana lives in Oslo."))
    receipt = memory.retract("Ana lives in Oslo")

    with pytest.raises(InvalidInput, match="taken back already"):
        memory.retract("Ana lives in Oslo")
    memory.undo(receipt)
    with pytest.raises(NotFound, match="was forgotten"):
        memory.undo(receipt)


def test_what_was_said_is_withdrawn_once(memory: Memory) -> None:
    """The second time it is undone already."""
    receipt = memory.remember("Ana lives in Oslo.")
    memory.undo(receipt)

    with pytest.raises(InvalidInput, match="undone already"):
        memory.undo(receipt)


def test_nothing_of_a_decision_is_kept_when_it_is_undone(memory: Memory) -> None:
    """Its message is erased like a forgotten one."""
    memory.remember_many(told("Ana lives in Oslo."))
    count = memory.status().messages

    memory.undo(memory.correct("Ana lives in Oslo", object="Bergen"))

    assert memory.status().messages == count
    assert [entity.name for entity in memory.entities()] == ["Ada", "Ana", "Oslo"]


def test_a_fact_of_the_future_can_be_taken_back(memory: Memory) -> None:
    """The decision stands after what it is about, whatever the clock says."""
    memory.remember("Ana lives in Oslo.", at=datetime(2024, 6, 1, 12) + timedelta(days=400))

    memory.retract("Ana lives in Oslo")

    assert sentences(memory, "Ana") == []


def test_decisions_are_made_while_messages_wait_in_the_background() -> None:
    """They are carried out at once."""
    with Memory.open(
        "sqlite:///:memory:", namespace="ada", extractor=PlainExtractor(), background=True, clock=FixedClock(NOW)
    ) as memory:
        memory.remember("Ana lives in Oslo.")
        memory.flush()

        receipt = memory.retract("Ana lives in Oslo")

    assert [fact.sentence for fact in receipt.retracted] == ["Ana lives in Oslo"]


def test_an_end_before_the_start_is_refused(memory: Memory) -> None:
    """A start that nobody stated gives way; one that was stated does not."""
    memory.remember_many(told("Ana lives in Oslo.", "Bob moved to Oslo in 2022."))

    memory.correct("Ana lives in Oslo", end="2020")
    with pytest.raises(InvalidInput, match="cannot end .2021. before it starts .2022."):
        memory.correct("Bob lives in Oslo", end="2021")

    assert sentences(memory, "Ana") == []
    assert sentences(memory, "Ana", as_of=datetime(2020, 5, 1)) == ["Ana lived in Oslo"]
