"""Times as people say them, read with the exactness they were said with.

General date libraries answer with a moment: "in 2021" becomes today's day in 2021, "last March" nothing at all. Here what
comes back is an interval with its granularity. A small grammar reads every time a text may name; this module settles each against
when it was said and in which tense, and which of overlapping readings stands.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from graphmem.dates import spans
from graphmem.dates.grammar import Reading, readings
from graphmem.dates.ranges import Stretch
from graphmem.dates.relations import Relation
from graphmem.dates.settling import Now
from graphmem.types import When


@dataclass(frozen=True, slots=True)
class DateSpan:
    """A time found in a text, from `start` to `end` (character offsets, its preposition left out).

    For "since" and "for" `when` is the beginning ("for two years": the year two years ago), for "until" the end, for "range"
    the first of two times, whose second is `last`. For "before" and "after" it is the time itself: what is said lies to one side of it.
    """

    start: int
    end: int
    when: When
    relation: Relation
    last: When | None = None

    @property
    def interval(self) -> tuple[datetime | None, datetime | None]:
        """What the time covers, half-open; None where it is open."""
        match self.relation:
            case "since":
                return self.when.start, None
            case "until":
                return None, self.when.end
            case "before":
                return None, self.when.start
            case "after":
                return self.when.end, None
        return self.when.start, (self.last or self.when).end


def find(text: str, *, at: datetime, past: bool | None) -> list[DateSpan]:
    """The times a text names, in order.

    `at` is when it was said, aware UTC. `past` is the tense it stands in: True, False for the future, None when unknown.

    >>> from datetime import UTC
    >>> [span] = find("I went to Paris last week.", at=datetime(2023, 5, 24, tzinfo=UTC), past=True)
    >>> span.when.start.date().isoformat(), span.when.end.date().isoformat(), str(span.when.granularity)
    ('2023-05-15', '2023-05-22', 'week')
    """
    now = Now(spans.clamped(at), past)
    return _apart([span for reading in readings(text) if (span := _settled(reading, now)) is not None])


def _settled(reading: Reading, now: Now) -> DateSpan | None:
    if isinstance(reading.time, Stretch):
        pair = reading.time.settle(now)
        whole = pair is not None and _is_in_calendar(pair[0]) and _is_in_calendar(pair[1])
        return DateSpan(reading.start, reading.end, pair[0], "range", pair[1]) if pair and whole else None
    when = reading.time.settle(_looking(now, reading.relation))
    return DateSpan(reading.start, reading.end, when, reading.relation) if when and _is_in_calendar(when) else None


def _is_in_calendar(when: When) -> bool:
    """Whether a time has not shrunk to nothing at an end of the years a datetime can hold."""
    return when.start < when.end


def _looking(now: Now, relation: Relation) -> Now:
    """ "Since" looks back whatever the tense, and "until" ahead unless the tense is past."""
    if relation == "since":
        return replace(now, past=True)
    return replace(now, past=False) if relation == "until" and now.past is None else now


def _apart(found: list[DateSpan]) -> list[DateSpan]:
    """The longest spans that do not overlap, in order; of equals the one read first."""
    chosen: list[DateSpan] = []
    for span in sorted(found, key=lambda span: span.start - span.end):
        if all(span.end <= other.start or other.end <= span.start for other in chosen):
            chosen.append(span)
    return sorted(chosen, key=lambda span: span.start)
