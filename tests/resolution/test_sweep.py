"""At every moment the stretch that started last holds, and finding it looks at each stretch a few times, however many there are."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.resolution import stretches, sweep
from graphmem.resolution.stretches import Ending, Stretch, rank
from graphmem.types import Granularity, Period, When
from tests.resolution.saying import facts, said

BEGAN = datetime(2024, 1, 1, tzinfo=UTC)
DAYS = st.integers(0, 12)

#: How often each of many stretches may be looked at: sorted thrice, cut, begun and over.
LOOKS = 40


def day(number: int) -> datetime:
    return BEGAN + timedelta(days=number)


@st.composite
def closed(draw: st.DrawFn) -> Stretch:
    """A stretch with both ends, of one of three facts."""
    start, length = draw(DAYS), draw(DAYS)
    return Stretch(
        draw(st.sampled_from("abc")),
        (day(draw(DAYS)), "s", draw(DAYS), 0),
        day(start),
        draw(st.booleans()),
        end=day(start + length),
    )


@given(st.lists(closed(), max_size=8, unique_by=rank))
def test_what_started_last_holds(stated: list[Stretch]) -> None:
    """At each moment at which anything begins or ends, as it is found by looking at all."""
    found = sweep.sweep([], stated, [])

    for moment in {one.start for one in stated if one.start} | {one.end for one in stated if one.end}:
        active = [one for one in stated if rank(one)[0] <= moment and one.end is not None and moment < one.end]
        last = {max(active, key=rank).fact} if active else set()
        assert {fact for fact, periods in found.items() if any(_holds(each, moment) for each in periods)} == last


def _holds(period: Period, moment: datetime) -> bool:
    return period.start is not None and period.end is not None and period.start <= moment < period.end


@pytest.mark.parametrize("kinds", [1, 2, 700])
def test_a_slot_stated_a_thousand_times_is_looked_through_once(kinds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same again and again, two in turns, and ever others; ended now and then."""
    looks = 0

    def looked(stretch: Stretch) -> tuple[datetime, stretches.Order]:
        nonlocal looks
        looks += 1
        return rank(stretch)

    opens = [Stretch(f"f{n % kinds}", (day(n), "s", n, 0), day(n), stated=False) for n in range(1000)]
    ended = [Ending(f"f{n % kinds}", (day(n), "s", n, 1), day(n), None) for n in range(0, 1000, 10)]
    monkeypatch.setattr(sweep, "rank", looked)

    found = sweep.sweep(opens, [], ended)

    assert len(found) == kinds
    assert looks < LOOKS * len(opens)


def test_news_is_sought_only_among_what_was_said_soon_after(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who tells of a move each week for years: a word is outdated by the news of the next days, not of the next years."""
    looks = 0
    begins = stretches.rank

    def looked(stretch: Stretch) -> tuple[datetime, stretches.Order]:
        nonlocal looks
        looks += 1
        return begins(stretch)

    told = [said(day(7 * n), "live in", f"Place{n}", start=_week_before(n)) for n in range(300)]
    told += [said(day(7 * n + 3), "live in", f"Place{n}", seq=1) for n in range(300)]
    monkeypatch.setattr(stretches, "rank", looked)

    found = facts(told)

    assert len(found) == 300
    assert looks < LOOKS * len(told)


def _week_before(number: int) -> When:
    return When(day(7 * number - 4), day(7 * number - 3), Granularity.DAY)
