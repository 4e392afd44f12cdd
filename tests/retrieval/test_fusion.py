"""Fusing ranks: what several lists hold rises, and no order of lists or ties shows."""

from __future__ import annotations

from math import isclose

from hypothesis import given
from hypothesis import strategies as st

from graphmem.retrieval.fusion import fuse
from graphmem.types import Channel, Hit

CHANNELS: tuple[Channel, ...] = ("text", "vector", "graph")


def ranked(channel: Channel, *names: str) -> list[Hit]:
    return [Hit("message", name, channel, rank, 1.0) for rank, name in enumerate(names, start=1)]


LISTS = st.lists(st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=8), max_size=3).map(
    lambda lists: [ranked(channel, *names) for channel, names in zip(CHANNELS, lists, strict=False)]
)


def test_a_known_score() -> None:
    """First in one list and second in another: 1/61 + 1/62."""
    [first, *_] = fuse([ranked("text", "a", "b"), ranked("vector", "c", "a")])

    assert first.id == "a"
    assert isclose(first.score, 1 / 61 + 1 / 62)
    assert [(hit.channel, hit.rank) for hit in first.hits] == [("text", 1), ("vector", 2)]


def test_a_channel_counts_by_its_weight() -> None:
    """A weak guide is heard less."""
    fused = fuse([ranked("text", "a"), ranked("vector", "b")], k=10, weights={"vector": 0.5})

    assert [(item.id, item.score) for item in fused] == [("a", 1 / 11), ("b", 0.5 / 11)]


def test_what_two_lists_hold_comes_before_what_one_holds_higher() -> None:
    """Agreement beats one channel's enthusiasm."""
    fused = fuse([ranked("text", "alone", "both"), ranked("vector", "other", "both")])

    assert fused[0].id == "both"


def test_ties_are_broken_by_id() -> None:
    """Equal scores come in one order."""
    assert [item.id for item in fuse([ranked("text", "b"), ranked("vector", "a")])] == ["a", "b"]


def test_a_double_in_a_list_counts_once() -> None:
    """At its better rank."""
    assert fuse([ranked("text", "a", "b", "a")])[0].score == fuse([ranked("text", "a")])[0].score


@given(LISTS)
def test_the_order_of_lists_does_not_matter(lists: list[list[Hit]]) -> None:
    """Channels may answer in any order."""
    assert fuse(lists) == fuse(lists[::-1])


@given(LISTS)
def test_nothing_is_lost_or_made_up(lists: list[list[Hit]]) -> None:
    """Every item of every list comes once, best score first."""
    fused = fuse(lists)

    assert sorted(item.id for item in fused) == sorted({hit.id for ranks in lists for hit in ranks})
    assert [item.score for item in fused] == sorted((item.score for item in fused), reverse=True)


@given(LISTS, st.sampled_from("abcdefgh"))
def test_one_more_list_that_holds_an_item_never_lowers_it(lists: list[list[Hit]], name: str) -> None:
    """Being found once more is no harm."""

    def score(of: list[list[Hit]]) -> float:
        return {item.id: item.score for item in fuse(of)}.get(name, 0.0)

    assert score([*lists, ranked("time", name)]) > score(lists)
