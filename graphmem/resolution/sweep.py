"""Which stretch has which moment: the one that started last, among those stated to hold then.

What it makes of stretches are periods that never overlap. A fact known only to have ended ("I used to live in Rome") is
no rival to anybody: it keeps a period without a start.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from graphmem.resolution.stretches import Ending, Stretch, rank
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
    changes = _changes(opens, ended)
    return [_bound(stretch, changes[number + 1 :], ended) for number, stretch in enumerate(changes)]


def _changes(opens: Sequence[Stretch], ended: Sequence[Ending]) -> list[Stretch]:
    """Without those that only say again what already holds, however often that is."""
    changes: list[Stretch] = []
    for stretch in opens:
        last = changes[-1] if changes else None
        goes_on = last is not None and last.fact == stretch.fact
        if last is None or not goes_on or _ended_between(last, stretch, ended):
            changes.append(stretch)
    return changes


def _ended_between(last: Stretch, stretch: Stretch, ended: Sequence[Ending]) -> bool:
    return any(e.fact == last.fact and rank(last) < (e.at, e.order) <= rank(stretch) for e in ended)


def _bound(stretch: Stretch, later: Iterable[Stretch], ended: Sequence[Ending]) -> Stretch:
    rival = next((one for one in later if one.fact != stretch.fact), None)
    own = [e for e in ended if e.fact == stretch.fact and (e.at, e.order) > rank(stretch)]
    first = min(own, key=lambda e: (e.at, e.order), default=None)
    if first and (rival is None or rival.start is None or first.at <= rival.start):
        return replace(stretch, end=first.at, end_granularity=first.granularity)
    if rival:
        return replace(stretch, end=rival.start, end_granularity=rival.granularity, ended_by=rival.fact)
    return stretch


def _pieces(dated: Sequence[Stretch]) -> list[Stretch]:
    """Cut the time line at every start and end, and give each cut to the stretch that started last."""
    starts = {rank(stretch)[0] for stretch in dated}
    cuts = sorted(starts | {stretch.end for stretch in dated if stretch.end is not None})
    pieces = []
    for start, end in zip(cuts, [*cuts[1:], None], strict=False):
        active = [s for s in dated if rank(s)[0] <= start and (s.end is None or s.end > start)]
        if active:
            holder = max(active, key=rank)
            piece = holder if holder.start == start else replace(holder, start=start, stated=True, granularity=None)
            short = replace(piece, end=end, end_granularity=None, ended_by=None)
            pieces.append(piece if piece.end == end else short)
    return pieces


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
    earliest: dict[str, Stretch] = {}
    for past in sorted(ends, key=lambda s: (s.end, s.order), reverse=True):
        if not any(s.fact == past.fact and past.end is not None and rank(s)[0] < past.end for s in dated):
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
