"""Which stretch has which moment: the one that started last, among those stated to hold then.

What it makes of stretches are periods that never overlap. A fact known only to have ended ("I used to live in Rome") is
no rival to anybody: it keeps a period without a start.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from heapq import heappop, heappush

from graphmem.resolution.stretches import Ending, Order, Stretch, rank
from graphmem.types import Period


def sweep(
    opens: Sequence[Stretch], closed: Sequence[Stretch], ended: Sequence[Ending]
) -> dict[str, tuple[Period, ...]]:
    """The periods of each fact. A fact that no moment is left for keeps an empty period where it started."""
    dated = [*_bounded(opens, ended), *(stretch for stretch in closed if stretch.start is not None)]
    found: dict[str, list[Stretch]] = {}
    pieces = _joined(_pieces(dated))
    for piece in pieces:
        found.setdefault(piece.fact, []).append(piece)
    for stretch in sorted(dated, key=rank):
        found.setdefault(stretch.fact, [replace(stretch, end=stretch.start)])
    for past in _undated(dated, closed, ended):
        found[past.fact] = [past, *found.get(past.fact, [])]
    first = pieces[:1]
    return {fact: tuple(_period(piece, piece in first) for piece in own) for fact, own in found.items()}


def _bounded(opens: Sequence[Stretch], ended: Sequence[Ending]) -> list[Stretch]:
    """Each open stretch, ended by the next start of another fact or by the first ending of its own."""
    by_fact: dict[str, list[Ending]] = {}
    for each in sorted(ended, key=_when):
        by_fact.setdefault(each.fact, []).append(each)
    changes = _changes(opens, by_fact)
    bounded: list[Stretch] = []
    rival: Stretch | None = None
    for stretch, after in zip(reversed(changes), [None, *reversed(changes)], strict=False):
        rival = after if after is not None and after.fact != stretch.fact else rival
        bounded.append(_bound(stretch, rival, _next(stretch, by_fact)))
    return bounded[::-1]


def _when(ending: Ending) -> tuple[datetime, Order]:
    return ending.at, ending.order


def _next(stretch: Stretch, ended: Mapping[str, Sequence[Ending]]) -> Ending | None:
    """The first ending of a stretch's fact after it started."""
    own = ended.get(stretch.fact, ())
    after = bisect_right(own, rank(stretch), key=_when)
    return own[after] if after < len(own) else None


def _changes(opens: Sequence[Stretch], ended: Mapping[str, Sequence[Ending]]) -> list[Stretch]:
    """Without those that only say again what already holds, however often that is."""
    changes: list[Stretch] = []
    for stretch in opens:
        last = changes[-1] if changes else None
        if last is None or last.fact != stretch.fact or _ended_between(last, stretch, ended):
            changes.append(stretch)
    return changes


def _ended_between(last: Stretch, stretch: Stretch, ended: Mapping[str, Sequence[Ending]]) -> bool:
    first = _next(last, ended)
    return first is not None and _when(first) <= rank(stretch)


def _bound(stretch: Stretch, rival: Stretch | None, first: Ending | None) -> Stretch:
    if first and (rival is None or rival.start is None or first.at <= rival.start):
        return replace(stretch, end=first.at, end_granularity=first.granularity)
    if rival:
        return replace(stretch, end=rival.start, end_granularity=rival.granularity, ended_by=rival.fact)
    return stretch


def _pieces(dated: Sequence[Stretch]) -> list[Stretch]:
    """Cut the time line at every start and end, and give each cut to the stretch that started last.

    A stretch that is over stays over, so of those that have started the last is looked at until it is one that goes on.
    """
    # Of equals the first counts, and so comes last.
    ranked = list(reversed(dated))
    ranked.sort(key=rank)
    cuts = sorted({rank(each)[0] for each in dated} | {each.end for each in dated if each.end is not None})
    pieces = []
    begun: list[int] = []
    coming = 0
    for start, end in zip(cuts, [*cuts[1:], None], strict=False):
        while coming < len(ranked) and rank(ranked[coming])[0] <= start:
            heappush(begun, -coming)
            coming += 1
        while begun and _over(ranked[-begun[0]], start):
            heappop(begun)
        if begun:
            pieces.append(_piece(ranked[-begun[0]], start, end))
    return pieces


def _over(stretch: Stretch, moment: datetime) -> bool:
    return stretch.end is not None and stretch.end <= moment


def _piece(holder: Stretch, start: datetime, end: datetime | None) -> Stretch:
    """What a stretch holds from a cut to the next."""
    piece = holder if holder.start == start else replace(holder, start=start, stated=True, granularity=None)
    return piece if piece.end == end else replace(piece, end=end, end_granularity=None, ended_by=None)


def _joined(pieces: Sequence[Stretch]) -> list[Stretch]:
    """Neighbouring pieces of one fact are one; a piece cut short names the fact that follows."""
    joined: list[Stretch] = []
    for piece in pieces:
        last = joined[-1] if joined else None
        meets = last is not None and last.end == piece.start
        if last is not None and meets and last.fact == piece.fact:
            joined[-1] = replace(last, end=piece.end, end_granularity=piece.end_granularity, ended_by=piece.ended_by)
            continue
        if last is not None and meets and last.ended_by is None:
            joined[-1] = replace(last, end_granularity=last.end_granularity or piece.granularity, ended_by=piece.fact)
        joined.append(piece)
    return joined


def _undated(dated: Sequence[Stretch], closed: Sequence[Stretch], ended: Sequence[Ending]) -> list[Stretch]:
    """For each fact that ended before any start known of it, the earliest such end."""
    ends = [Stretch(e.fact, e.order, None, False, None, e.at, e.granularity, e.by) for e in ended]
    ends += [stretch for stretch in closed if stretch.start is None]
    begun: dict[str, datetime] = {}
    for stretch in dated:
        start = rank(stretch)[0]
        begun[stretch.fact] = min(start, begun.get(stretch.fact, start))
    earliest: dict[str, Stretch] = {}
    for past in sorted(ends, key=lambda s: (s.end, s.order), reverse=True):
        first = begun.get(past.fact)
        if first is None or past.end is None or first >= past.end:
            earliest[past.fact] = past
    return [earliest[fact] for fact in sorted(earliest)]


def _period(piece: Stretch, first: bool) -> Period:
    return Period(
        fact_id=piece.fact,
        start=piece.start,
        start_granularity=piece.granularity,
        start_stated=piece.stated,
        end=piece.end,
        end_granularity=piece.end_granularity,
        ended_by=piece.ended_by,
        reaches_back=piece.start is None or (first and not piece.stated),
    )
