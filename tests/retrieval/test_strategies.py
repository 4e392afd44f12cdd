"""Strategies reorder what fits; no text comes twice."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.retrieval.mmr import spread
from graphmem.retrieval.strategies import chosen
from graphmem.types import Fact, Message, Query, Strategy
from tests.retrieval.fake_memory import NOW, entity, fact, message

OLD = message(1, "Ana lives in Lisbon, by the river.", at=NOW - timedelta(days=400))
NEW = message(2, "Ana bought a bicycle.", at=NOW - timedelta(days=1))
ALIKE = message(3, "Ana lives in Lisbon, by the old river.", at=NOW - timedelta(days=390))
OFF = message(4, "I love jazz.", at=NOW - timedelta(days=800))
SAID = {one.id: one for one in (OLD, NEW, ALIKE, OFF)}
SCORES = {"m1": 3.0, "m3": 2.9, "m2": 2.0, "m4": -4.0}


def order(strategy: Strategy, *, facts: tuple[Fact, ...] = (), limit: int = 10) -> list[str]:
    query = Query("Where does Ana live?", NOW, limit, strategy=strategy)
    return [one.id for one in chosen(SAID, SCORES, query, facts)]


def test_balanced_is_the_order_of_the_scores() -> None:
    """Nothing else counts."""
    assert order("balanced") == ["m1", "m3", "m2", "m4"]


def test_recent_brings_up_what_was_said_lately() -> None:
    """A day ago before a year ago."""
    assert order("recent")[0] == "m2"


def test_important_brings_up_what_states_important_facts() -> None:
    """Or what was marked so itself."""
    matters = fact("Ana bought a bicycle", entity("Ana"), sources=["m2"], importance=1.0)

    assert order("important", facts=(matters,))[0] == "m2"
    assert order("important") == order("balanced")


def test_diverse_leaves_no_room_for_what_says_the_same() -> None:
    """The second place is for something else."""
    assert order("diverse", limit=2) == ["m1", "m2"]


def test_one_text_comes_once() -> None:
    """In the place of its best score."""
    again = replace(OLD, id="m9", text="ana lives in  LISBON, by the river.")

    found = chosen({**SAID, "m9": again}, {**SCORES, "m9": 9.0}, Query("?", NOW), ())

    assert [one.id for one in found] == ["m9", "m3", "m2", "m4"]


def test_equal_scores_come_newest_first() -> None:
    """Opaque ids decide nothing."""
    found = chosen(SAID, dict.fromkeys(SAID, 1.0), Query("?", NOW), ())

    assert [one.id for one in found] == ["m2", "m3", "m1", "m4"]


MESSAGES = st.lists(st.text("abc ", max_size=6), max_size=12).map(
    lambda texts: [message(number, text) for number, text in enumerate(texts)]
)


@given(MESSAGES, st.integers(0, 15))
def test_spreading_loses_and_doubles_nothing(messages: list[Message], limit: int) -> None:
    """As many as there is room for, the best of all first."""
    scores = {one.id: -float(place) for place, one in enumerate(messages)}

    taken = [one.id for one in spread(messages, scores, limit)]

    assert len(taken) == len(set(taken)) == min(limit, len(messages))
    assert taken[:1] == [one.id for one in messages[:1]][: len(taken)]


@pytest.mark.parametrize("strategy", ["balanced", "recent", "important", "diverse"])
def test_no_strategy_exceeds_the_limit(strategy: Strategy) -> None:
    """Nor fails on nothing."""
    assert len(order(strategy, limit=1)) == 1
    assert chosen({}, {}, Query("?", NOW, strategy=strategy), ()) == ()
