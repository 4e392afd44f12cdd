"""Times as people say them, read with the exactness they were said with.

General date libraries answer with a moment: "in 2021" becomes today's day in 2021, "last March" nothing at all. Here what
comes back is an interval with its granularity; the ways of saying a time are rows of `words`. This module finds them in a
text, settles which of overlapping readings stands, and how each bears on what is said: since, until, for, from … to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from graphmem.dates import spans
from graphmem.dates.words import COUNT, MONTHS, RULES, UNIT, WEEKDAYS, Now, away
from graphmem.types import When

Relation = Literal["at", "since", "until", "for", "range"]
"""How a time bears on what is said: when it was, from when on, up to when, how long, or from when to when."""


@dataclass(frozen=True, slots=True)
class DateSpan:
    """A time found in a text, from `start` to `end` (character offsets, its preposition left out).

    For "since" and "for" `when` is the beginning ("for two years": the year two years ago), for "until" the end, for "range"
    the first of two times, whose second is `last`.
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
        return self.when.start, (self.last or self.when).end


_FOR = re.compile(
    rf"\b(?:for|over)\s+(?P<time>(?:about\s+|around\s+|almost\s+|over\s+|nearly\s+)?(?:the\s+)?(?:last\s+|past\s+)?"
    rf"{COUNT}\s+{UNIT}s?)\b(?!\s+old)",
    re.IGNORECASE,
)
_SINCE = re.compile(
    r"\b(?:since|(?:starting|beginning)(?:\s+(?:in|on|from))?|from)\s+(?:the\s+|about\s+|around\s+)?$", re.IGNORECASE
)
_UNTIL = re.compile(r"\b(?:until|till|through|up\s+to)\s+(?:the\s+)?$", re.IGNORECASE)
_FROM = re.compile(r"\b(?:from|between)\s+(?:the\s+)?$", re.IGNORECASE)
_TO = re.compile(r"\s*(?:to|until|till|through|and|-|–)\s*(?:the\s+)?", re.IGNORECASE)
#: Nothing can name a time without one of these.
_HINT = re.compile(
    r"\d|day|week|month|year|\byrs?\b|decade|tonight|morning|evening|afternoon|night|tomorrow|"
    r"\b(?:" + "|".join({*MONTHS, *WEEKDAYS, *spans.SEASONS}) + r")\b",
    re.IGNORECASE,
)


def find(text: str, *, at: datetime, past: bool | None) -> list[DateSpan]:
    """The times a text names, in order.

    `at` is when it was said, aware UTC. `past` is the tense it stands in: True, False for the future, None when unknown.

    >>> from datetime import UTC
    >>> [span] = find("I went to Paris last week.", at=datetime(2023, 5, 24, tzinfo=UTC), past=True)
    >>> span.when.start.date().isoformat(), span.when.end.date().isoformat(), str(span.when.granularity)
    ('2023-05-15', '2023-05-22', 'week')
    """
    if not _HINT.search(text):
        return []
    now = Now(spans.clamped(at), past)
    chosen = _apart([*_lengths(text, now), *_named(text, now)])
    return _ranges(text, chosen)


def _named(text: str, now: Now) -> Iterator[DateSpan]:
    for pattern, reader in RULES:
        for match in pattern.finditer(text):
            group = "time" if match.re.groupindex.get("time") else 0
            relation = _relation(text[: match.start(group)])
            when = reader(match, _looking(now, relation))
            if when is not None:
                yield DateSpan(match.start(group), match.end(group), when, relation)


def _lengths(text: str, now: Now) -> Iterator[DateSpan]:
    for match in _FOR.finditer(text):
        when = away(match, now, -1)
        if when is not None:
            yield DateSpan(match.start("time"), match.end("time"), when, "for")


def _relation(before: str) -> Relation:
    if _UNTIL.search(before):
        return "until"
    return "since" if _SINCE.search(before) else "at"


def _looking(now: Now, relation: Relation) -> Now:
    """ "Since" looks back whatever the tense, and "until" ahead unless the tense is past."""
    if relation == "since":
        return replace(now, past=True)
    return replace(now, past=False) if relation == "until" and now.past is None else now


def _apart(found: list[DateSpan]) -> list[DateSpan]:
    """The longest spans that do not overlap, in order; rules earlier in the table win ties."""
    chosen: list[DateSpan] = []
    for span in sorted(found, key=lambda span: span.start - span.end):
        if all(span.end <= other.start or other.end <= span.start for other in chosen):
            chosen.append(span)
    return sorted(chosen, key=lambda span: span.start)


def _ranges(text: str, found: list[DateSpan]) -> list[DateSpan]:
    """ "From 2015 to 2018" is one time."""
    joined: list[DateSpan] = []
    for span in found:
        last = joined[-1] if joined else None
        if last and _FROM.search(text[: last.start]) and _TO.fullmatch(text[last.end : span.start]):
            joined[-1] = _span_of_both(last, span)
        else:
            joined.append(span)
    return joined


def _span_of_both(first: DateSpan, last: DateSpan) -> DateSpan:
    if last.when.end < first.when.start:
        return replace(first, end=last.end)
    return DateSpan(first.start, last.end, first.when, "range", last.when)
