"""Who holds when: the one function that derives periods from what was stated.

`timeline(statements of a slot)` is a function of a set. Late news, corrections, forgetting and re-extraction all come
down to calling it on another set, so six orders of three moves give one timeline.

**At any moment the fact holds that started last among those stated to hold then.** In particular:

- "I live in Rome" states a start at or before the message; the period begins at the message, marked so.
- A newer start of another fact in the slot ends the older one; both stay.
- "In 2019 I lived in Rome" holds in 2019 and gives way again: what held around it goes on.
- "I quit" ends a period; of a fact never stated otherwise it leaves "some time before", with an end and no start.
- A coarse start ("this year") comes after what was earlier said to hold inside it, and a start that is news when it is
  told ("last week") outdates what was said since.
- "It was never Lisbon" takes back what was said of Lisbon before; "it's Porto, not Lisbon", what was said since Lisbon last ended.
- What is possible or hearsay never holds; what only an assistant said holds where no person said anything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from graphmem.resolution.placing import Place
from graphmem.resolution.stretches import Ending, FactOf, Order, closed, ending, endings, opens, order
from graphmem.resolution.sweep import sweep
from graphmem.types import Period, Statement

Periods = dict[str, tuple[Period, ...]]


@dataclass(frozen=True, slots=True)
class Timeline:
    """The periods of each fact of a slot, in order, and the facts no longer believed at all."""

    periods: Mapping[str, tuple[Period, ...]]
    retracted: frozenset[str]


PlaceOf = Callable[[Statement], Place]


def timeline(statements: Iterable[Statement], place: PlaceOf) -> Timeline:
    """The periods of the facts of one slot, given where each of its statements belongs."""
    said = sorted(statements, key=order)
    taken_back = _taken_back(said, place)
    believed = [s for s in said if s.stance != "retracts" and not _is_taken_back(s, taken_back[place(s).fact_id])]
    decisive = _decisive(believed)
    if said and place(said[0]).nature == "event":
        periods = _happenings(decisive, place)
    elif said and place(said[0]).single:
        periods = _single(decisive, place)
    else:
        periods = _swept(decisive, place, [])
    return Timeline(periods, frozenset(place(s).fact_id for s in said) - {place(s).fact_id for s in believed})


def _taken_back(said: Sequence[Statement], place: PlaceOf) -> Mapping[str, list[tuple[Order | None, Order]]]:
    """Between which words on each fact every retraction takes back what was said: all before it, or what was said since the fact
    last ended where it is about now ("she works at Siemens, not Galp", years after she quit Galp)."""
    found: dict[str, list[tuple[Order | None, Order]]] = defaultdict(list)
    over: dict[str, Order] = {}
    for statement in said:
        fact = place(statement).fact_id
        if statement.stance == "ends":
            over[fact] = order(statement)
        elif statement.stance == "retracts":
            found[fact].append((over.get(fact) if statement.current else None, order(statement)))
    return found


def _is_taken_back(statement: Statement, within: Iterable[tuple[Order | None, Order]]) -> bool:
    place = order(statement)
    return any(place < until and (since is None or place > since) for since, until in within)


def _decisive(believed: Sequence[Statement]) -> list[Statement]:
    """What may decide: said as certain, and by persons where any of them said something."""
    certain = [s for s in believed if s.certainty == "certain"]
    return [s for s in certain if s.person] or certain


def _happenings(decisive: Sequence[Statement], place: PlaceOf) -> Periods:
    """Each event happened when it was first stated to, whatever else happened."""
    periods: Periods = {}
    for statement in decisive:
        periods.setdefault(place(statement).fact_id, (_happened(place(statement).fact_id, statement),))
    return periods


def _happened(fact: str, statement: Statement) -> Period:
    when = statement.start
    if when is None:
        return Period(fact, statement.at, None, start_stated=False, end=statement.at)
    return Period(fact, when.start, when.granularity, start_stated=True, end=when.end, end_granularity=when.granularity)


def _swept(statements: Sequence[Statement], place: PlaceOf, denied: Sequence[Ending]) -> Periods:
    def fact_of(statement: Statement) -> str:
        return place(statement).fact_id

    ended = [*endings(statements, fact_of), *denied]
    telling = statements if ended else _news(statements, fact_of)
    open_ones, implied = opens(telling, fact_of, ended)
    return sweep(open_ones, closed(telling, fact_of), [*ended, *implied])


def _news(statements: Sequence[Statement], fact_of: FactOf) -> Sequence[Statement]:
    """Without those that only say again what was said last, where none states a time: however often it is said, it decides nothing."""
    if any(s.start is not None or s.end is not None or s.stance != "holds" for s in statements):
        return statements
    facts = [fact_of(s) for s in statements]
    return [s for s, fact, before in zip(statements, facts, ["", *facts], strict=False) if fact != before]


def _single(decisive: Sequence[Statement], place: PlaceOf) -> Periods:
    """Positive facts take turns; a denial ends what it denies, and holds until that is stated again."""
    positive = [s for s in decisive if s.positive]
    denials = [s for s in decisive if not s.positive]
    fact_about = {place(s).target: place(s).fact_id for s in positive}
    denied = [
        ending(s, fact_about[place(s).target], s.start)
        for s in denials
        if s.stance == "holds" and place(s).target in fact_about
    ]
    periods = _swept(positive, place, denied)
    for target in sorted({place(s).target for s in denials}):
        about = _swept([s for s in decisive if place(s).target == target], place, [])
        periods |= {fact: found for fact, found in about.items() if fact != fact_about.get(target)}
    return periods
