"""From statements to stretches of time: what each was stated to cover, before rivals are looked at.

A stretch is open ("I live in Rome", "since 2019") or closed ("in 2019 I lived in Rome"); an ending ("I quit") closes the
open stretches of its fact. Stated times keep the granularity they were said with.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from graphmem.types import Granularity, Statement, When

Order = tuple[datetime, str, int, int]
"""The place of a statement in message order: (at, session, seq, number)."""

#: A start no older than this when it is told is news, not a story of old times.
NEWS = timedelta(days=92)

FactOf = Callable[[Statement], str]


def order(statement: Statement) -> Order:
    """Where the statement stands in message order."""
    return statement.at, statement.session, statement.seq, statement.number


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch that a fact is stated to hold.

    `start` None: at some time before `end`. `end` None: until something ends it. `stated` is False when the
    start means "at or before".
    """

    fact: str
    order: Order
    start: datetime | None
    stated: bool
    granularity: Granularity | None = None
    end: datetime | None = None
    end_granularity: Granularity | None = None
    ended_by: str | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """A fact was stated to have ended by `at`."""

    fact: str
    order: Order
    at: datetime
    granularity: Granularity | None
    by: str | None = None


def endings(statements: Iterable[Statement], fact_of: FactOf) -> list[Ending]:
    """Every statement that its fact ended."""
    return [ending(s, fact_of(s), s.end) for s in statements if s.stance == "ends"]


def ending(statement: Statement, fact: str, when: When | None) -> Ending:
    """The ending of a fact that a statement implies: by the message, or at a stated time.

    Of a time that has begun, no more is over than had passed when it was said; one still to come ends it
    when it comes.
    """
    at = statement.at if when is None else min(when.end, statement.at) if when.start <= statement.at else when.start
    return Ending(fact, order(statement), at, when.granularity if when else None)


def opens(
    statements: Sequence[Statement], fact_of: FactOf, ended: Sequence[Ending]
) -> tuple[list[Stretch], list[Ending]]:
    """Stretches without a stated end, by start, and the endings that news among them imply; `statements` are in message order.

    What goes on at the time of speaking is also a stretch from there.
    """
    by_fact: dict[str, list[Ending]] = {}
    for each in ended:
        by_fact.setdefault(each.fact, []).append(each)
    found = [
        stretch
        for statement in statements
        if statement.stance == "holds" and statement.end is None
        for stretch in _open(statement, fact_of(statement))
        if not _denied(stretch, by_fact.get(stretch.fact, ()))
    ]
    whens = {order(s): s.start for s in statements}
    held = [stretch for stretch in found if not stretch.stated]
    placed = [_after_what_held(stretch, whens[stretch.order], held) for stretch in found]
    news = [one for one in placed if one.stated and one.order[0] - rank(one)[0] <= NEWS]
    outdated = {stretch: late for stretch in placed if (late := _outdating(stretch, news)) is not None}
    implied = [
        Ending(old.fact, late.order, rank(late)[0], late.granularity, late.fact) for old, late in outdated.items()
    ]
    return sorted((stretch for stretch in placed if stretch not in outdated), key=rank), implied


def rank(stretch: Stretch) -> tuple[datetime, Order]:
    """What decides between stretches that cover one moment: the later start, then the later word. Needs a start."""
    assert stretch.start is not None
    return stretch.start, stretch.order


def _open(statement: Statement, fact: str) -> list[Stretch]:
    place, start = order(statement), statement.start
    here = Stretch(fact, place, statement.at, stated=False)
    if start is None:
        return [here]
    stated = Stretch(fact, place, start.start, stated=True, granularity=start.granularity)
    return [stated, here] if statement.current and start.start < statement.at else [stated]


def _denied(stretch: Stretch, ended: Iterable[Ending]) -> bool:
    """Whether a later word puts the fact's end before this evidence: "I left in 2020", after "I work there" in 2021."""
    if stretch.stated or stretch.start is None:
        return False
    return any(e.order > stretch.order and e.at < stretch.start for e in ended)


def _after_what_held(stretch: Stretch, when: When | None, held: Sequence[Stretch]) -> Stretch:
    """Start a coarse start ("this year") after what was earlier said to hold within it.

    `held` are in message order, and each starts when it was said: so the last of them that is of another fact is the last start.
    """
    if when is None or not stretch.stated:
        return stretch
    until = min(when.end, stretch.order[0])
    earlier = min(bisect_left(held, stretch.order, key=_order), bisect_left(held, until, key=_said))
    for one in map(held.__getitem__, range(earlier - 1, -1, -1)):
        if _said(one) <= when.start:
            break
        if one.fact != stretch.fact:
            return replace(stretch, start=one.start)
    return stretch


def _outdating(stretch: Stretch, news: Sequence[Stretch]) -> Stretch | None:
    """The news that an earlier word had not taken in: "we live in Porto" today, and then "we moved last week".

    `news` are in message order. What is told so long after the word that it would be none, if it had happened before, ends the search.
    """
    if stretch.stated:
        return None
    begun = rank(stretch)[0]
    for one in map(news.__getitem__, range(bisect_right(news, stretch.order, key=_order), len(news))):
        if _said(one) - begun > NEWS:
            break
        if one.fact != stretch.fact and rank(one)[0] < begun:
            return one
    return None


def _order(stretch: Stretch) -> Order:
    return stretch.order


def _said(stretch: Stretch) -> datetime:
    return stretch.order[0]


def closed(statements: Sequence[Statement], fact_of: FactOf) -> list[Stretch]:
    """Stretches with a stated end: "in 2019", "from 2015 to 2018", "until March"; the end's own granule counts in."""
    return [
        _closed(statement, fact_of(statement), statement.end)
        for statement in statements
        if statement.stance == "holds" and statement.end is not None
    ]


def _closed(statement: Statement, fact: str, end: When) -> Stretch:
    start = statement.start
    return Stretch(
        fact=fact,
        order=order(statement),
        start=start.start if start else None,
        stated=start is not None,
        granularity=start.granularity if start else None,
        end=max(end.end, start.start) if start else end.end,
        end_granularity=end.granularity,
    )
