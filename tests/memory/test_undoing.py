"""Whatever is decided by hand can be undone, step by step or in any order, and leaves no trace in the graph."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem import Memory, Receipt
from graphmem.errors import GraphmemError
from tests.conftest import LONG
from tests.memory.state import state
from tests.memory.test_order import CONVERSATIONS, fresh, told

Decision = tuple[str, int, int]
#: Later than anything.
NEVER = datetime.max.replace(tzinfo=UTC)

DECISIONS = st.lists(
    st.tuples(
        st.sampled_from(["retract", "correct", "end", "merge", "split", "say", "withdraw", "tell"]),
        st.integers(0, 9),
        st.integers(0, 9),
    ),
    max_size=6,
)


def decide(memory: Memory, decision: Decision) -> Receipt | str | None:
    """Carry a decision out on whatever there is at those numbers; what undoes it, None where it was refused."""
    kind, first, second = decision
    facts = memory.history("Ana") if memory.facts("Ana") else memory.facts()
    people = memory.entities()
    try:
        match kind:
            case "retract" if facts:
                return memory.retract(facts[first % len(facts)])
            case "correct" if facts:
                return memory.correct(facts[first % len(facts)], object=["Oslo", "Globex", "Bonn"][second % 3])
            case "end" if facts:
                return memory.correct(facts[first % len(facts)], end="2024-03")
            case "merge":
                return memory.merge(people[first % len(people)], people[second % len(people)])
            case "split":
                meant = people[first % len(people)]
                return memory.split(meant, aliases=[meant.aliases[second % len(meant.aliases)]])
            case "say":
                return memory.remember(f"Ana lives in {['Rome', 'Oslo'][second % 2]}.")
            case "withdraw":
                said = [one for one in memory.messages(limit=60) if one.role == "user"]
                memory.undo(said[first % len(said)].id)
                return memory.changes(limit=1)[0].id
            case "tell":
                return memory.remember_fact("Ana", "works_at", ["Acme", "Globex"][second % 2])
    except GraphmemError:
        return None
    return None


def graph(memory: Memory) -> dict[str, Any]:
    """What is known, without the messages."""
    whole = state(memory)
    return {name: whole[name] for name in ("entities", "facts")}


#: Each example opens a memory and tells it many things.
FEW = settings(max_examples=1000 if LONG else 10)


@FEW
@given(CONVERSATIONS, DECISIONS)
def test_undoing_step_by_step_restores_every_state(talk: list[dict[str, Any]], decisions: list[Decision]) -> None:
    """Each undo gives exactly the graph of before the decision, ids aside."""
    with fresh() as memory:
        memory.remember_many([*told("Ana lives in Rome.", "Anna likes Jazz."), *talk])
        steps = []
        for decision in decisions:
            before = graph(memory)
            made = decide(memory, decision)
            if made is not None:
                steps.append((made, before))

        for made, before in reversed(steps):
            memory.undo(made)
            assert graph(memory) == before


@FEW
@given(CONVERSATIONS, DECISIONS, st.randoms(use_true_random=False))
def test_undoing_all_in_any_order_restores_the_beginning(
    talk: list[dict[str, Any]], decisions: list[Decision], chance: Any
) -> None:
    """Nothing hangs on what is undone."""
    with fresh() as memory:
        memory.remember_many([*told("Ana lives in Rome.", "Anna likes Jazz."), *talk])
        before = graph(memory)
        made = [one for one in (decide(memory, each) for each in decisions if each[0] != "withdraw") if one is not None]
        chance.shuffle(made)

        for one in made:
            memory.undo(one)

        assert graph(memory) == before


@FEW
@given(CONVERSATIONS, DECISIONS)
def test_slots_never_overlap_whatever_is_decided(talk: list[dict[str, Any]], decisions: list[Decision]) -> None:
    """One home at a time."""
    with fresh() as memory:
        memory.remember_many([*told("Ana lives in Rome.", "Anna likes Jazz."), *talk])
        for decision in decisions:
            decide(memory, decision)

        slots: dict[str, list[tuple[datetime, datetime]]] = defaultdict(list)
        for fact in {fact.id: fact for entity in memory.entities() for fact in memory.history(entity)}.values():
            for period in fact.periods if fact.nature == "state" else ():
                if period.start is not None and period.start != period.end:
                    slots[fact.slot].append((period.start, period.end or NEVER))
        for held in map(sorted, slots.values()):
            assert all(one[1] <= other[0] for one, other in pairwise(held))
