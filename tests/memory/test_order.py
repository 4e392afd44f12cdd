"""What is true does not depend on the order in which messages arrive, and forgetting leaves no trace."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import permutations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from graphmem import Memory
from graphmem.extraction.protocol import Extractor, Turn
from graphmem.testing import FixedClock, PlainExtractor
from graphmem.types import Claim, Extraction, Mention
from tests.memory.state import state

NOW = "2026-06-01T12:00:00+00:00"
START = datetime(2024, 1, 1, 12, tzinfo=UTC)


def fresh(extractor: Extractor | None = None) -> Memory:
    """An empty memory that needs no model."""
    return Memory.open(
        "sqlite:///:memory:",
        namespace="ada",
        user_name="Ada",
        extractor=extractor or PlainExtractor(),
        clock=FixedClock(NOW),
    )


def told(*texts: str) -> list[dict[str, Any]]:
    """Messages said a day apart, each identified by who said what when."""
    return [{"content": text, "at": START + timedelta(days=day)} for day, text in enumerate(texts)]


def test_three_moves_arriving_in_any_order_give_one_memory() -> None:
    """Rome, Lisbon, Porto: six orders, one timeline."""
    moves = told("I live in Rome.", "I moved to Lisbon.", "I moved to Porto.")
    states = []

    for order in permutations(moves):
        with fresh() as memory:
            for message in order:
                memory.remember_many([message])
            states.append(state(memory))

    assert all(one == states[0] for one in states)
    assert [fact[0] for fact in states[0]["facts"]] == [
        "Ada lived in Lisbon",
        "Ada lived in Rome",
        "Ada lives in Porto",
    ]


class _Related(PlainExtractor):
    """Reads "Mike lives with Ana." and "My brother is called Mike."."""

    def extract(self, turns: Sequence[Turn]) -> list[Extraction]:
        """What the two sentences say."""
        return [_related(turn.message.id, turn.message.text) for turn in turns]


def _related(message_id: str, text: str) -> Extraction:
    mike, ana = (Mention(name, 0, len(name), "name", name, "Person", 0.9) for name in ("Mike", "Ana"))
    if "lives with" in text:
        return Extraction(message_id, "t", "1", (mike, ana), (Claim(0, "live with", "lives with", (0, 4), object=1),))
    me, brother = Mention("My", 0, 2, "self", kind="Person"), Mention("brother", 3, 10, "relation", "brother", owner=0)
    return Extraction(message_id, "t", "1", (me, brother, mike), same=((1, 2),))


def test_which_way_round_a_symmetric_relation_reads_does_not_depend_on_arrival() -> None:
    """Nor on what else its people are found to be called, nor on what is forgotten."""
    messages = told("Mike lives with Ana.", "My brother is called Mike.")
    states = []

    for order in (messages, messages[::-1]):
        with fresh(_Related()) as memory:
            for message in order:
                memory.remember_many([message])
            states.append(state(memory))
    with fresh(_Related()) as memory:
        receipts = memory.remember_many(messages[::-1])
        memory.forget(message=receipts[0].message.id)
        forgotten = state(memory)
    with fresh(_Related()) as memory:
        memory.remember_many(messages[:1])
        never_heard = state(memory)

    assert states[0] == states[1]
    assert forgotten == never_heard


def test_forgetting_a_move_revives_what_only_it_had_ended() -> None:
    """Without the news of Porto, Lisbon is current again."""
    with fresh() as memory:
        receipts = memory.remember_many(told("I live in Lisbon.", "I moved to Porto."))
        memory.forget(message=receipts[1].message.id)

        assert [fact.sentence for fact in memory.facts()] == ["Ada lives in Lisbon"]


def test_said_twice_then_forgotten_once_still_stands() -> None:
    """One fact, two sources: forgetting one keeps it, forgetting both removes it."""
    with fresh() as memory:
        first, second = memory.remember_many(told("I work at Acme.", "I work at Acme."))
        [fact] = memory.facts()

        memory.forget(message=first.message.id)
        [left] = memory.facts()
        memory.forget(message=second.message.id)

        assert (len(fact.sources), len(left.sources), memory.facts()) == (2, 1, ())


def test_a_message_given_twice_changes_nothing() -> None:
    """By its key, or by who said what when."""
    with fresh() as memory:
        memory.remember_many([*told("I live in Rome."), {"content": "Ana likes Jazz.", "key": "7"}])
        before = state(memory)

        again = memory.remember_many([*told("I live in Rome."), {"content": "Ana likes Jazz.", "key": "7"}])

        assert [receipt.new for receipt in again] == [False, False]
        assert state(memory) == before


PEOPLE = st.sampled_from(["I", "Ana", "Bob"])
SAID = st.one_of(
    st.builds(
        "{} {} {}.".format, PEOPLE, st.sampled_from(["lives in", "moved to"]), st.sampled_from(["Rome", "Porto"])
    ),
    st.builds("{} {} {}.".format, PEOPLE, st.sampled_from(["works at", "quit"]), st.sampled_from(["Acme", "Globex"])),
    st.builds("{} {} Jazz.".format, PEOPLE, st.sampled_from(["likes", "hates", "no longer likes"])),
    st.builds("{} moved to {} in {}.".format, PEOPLE, st.sampled_from(["Oslo", "Rome"]), st.integers(2015, 2023)),
    st.just("What a day!"),
).map(lambda text: text.replace("I lives", "I live").replace("I works", "I work").replace("I likes", "I like"))
CONVERSATIONS = st.lists(SAID, max_size=40).map(lambda texts: told(*texts))


@given(CONVERSATIONS.flatmap(lambda talk: st.tuples(st.just(talk), st.permutations(talk))), st.integers(1, 7))
def test_a_conversation_in_any_order_and_any_blocks_gives_one_memory(
    both: tuple[list[dict[str, Any]], list[dict[str, Any]]], size: int
) -> None:
    """Everything is equal: entities, facts, periods, sources, summaries, text statistics."""
    straight, shuffled = both
    with fresh() as one, fresh() as other:
        one.remember_many(straight)
        for start in range(0, len(shuffled), size):
            other.remember_many(shuffled[start : start + size])

        assert state(one) == state(other)


@given(CONVERSATIONS.filter(bool), st.data())
def test_forgetting_any_message_equals_never_having_heard_it(talk: list[dict[str, Any]], data: st.DataObject) -> None:
    """The memory without it is the memory of the others."""
    number = data.draw(st.integers(0, len(talk) - 1))
    with fresh() as one, fresh() as other:
        receipts = one.remember_many(talk)
        one.forget(message=receipts[number].message.id)
        other.remember_many(talk[:number] + talk[number + 1 :])

        assert state(one) == state(other)
