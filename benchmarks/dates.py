"""How many of the times in a file of date cases are found with a right value.

    python -m benchmarks.dates --data FILE [--least 85] [--show]

FILE is a JSON list of cases in the form of microsoft/Recognizers-Text: `Input`, `Context.ReferenceDateTime`, and `Results` with
`Text`, `Start`, `TypeName` and the values each may have. Counted are the cases that matter to a memory: `date` and `daterange`
(days, months, years, weekdays, relative dates and ranges) that list a value; "this summer" and "30 February" list none. A time is
right when a span overlapping the expected one has one of its listed values, but:

- A value in the text's own unit counts for a day counted in units: graphmem reads "two weeks ago" as the week that day lies
  in, since nobody means the day. "For the last three months" likewise is known by the month it began in, and goes up to the message.
- A day at the open or the last end of a range may count in or not, as the cases have both ("until 27 April", "after 1 January").
- Where the expected words leave out the "from" or "since" before them, the time they name counts, not what is said of it.

The second column is for sentences in the past tense that list a past value: only that one counts. The share of the first
column is printed last; below `--least` the exit code is 1. Kinds that are not counted are listed with what is found of them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphmem.dates import DateSpan, find
from graphmem.extraction.pipeline import pipeline, required

if TYPE_CHECKING:
    from spacy.language import Language

COUNTED = ("date", "daterange")


@dataclass(frozen=True, slots=True)
class Case:
    """One expected time: where it stands, its kind, and the values it may have as (start, end), either open."""

    text: str
    said_at: datetime
    start: int
    end: int
    kind: str
    values: tuple[tuple[datetime | None, datetime | None], ...]

    @property
    def words(self) -> str:
        """The time as it stands in the text."""
        return self.text[self.start : self.end]


def cases(data: Iterable[dict[str, Any]]) -> list[Case]:
    """Every expected time; of those that count, every one that has a value."""
    found = []
    for entry in data:
        reference = entry.get("Context", {}).get("ReferenceDateTime", "2016-11-07T00:00:00")
        said_at = datetime.fromisoformat(reference).replace(tzinfo=UTC)
        for result in entry.get("Results", ()):
            kind = result["TypeName"].rpartition(".")[2]
            values = tuple(filter(None, map(_value, (result.get("Resolution") or {}).get("values", ()))))
            start = result.get("Start", entry["Input"].lower().find(result["Text"]))
            if values or kind not in COUNTED:
                found.append(Case(entry["Input"], said_at, start, start + len(result["Text"]), kind, values))
    return found


def _value(value: dict[str, Any]) -> tuple[datetime | None, datetime | None] | None:
    try:
        if "start" in value or "end" in value:
            return _moment(value.get("start")), _moment(value.get("end"))
        day = _moment(value.get("value"))
    except ValueError:
        return None
    return None if day is None else (day, day + timedelta(days=1))


def _moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text).replace(tzinfo=UTC)


def is_right(span: DateSpan, case: Case, *, past: bool = False) -> bool:
    """Whether the span has one of the listed values; with `past`, one that is not to come where some are not."""
    listed = [value for value in case.values if _begun(value, case.said_at)] if past else []
    return any(_equal(span, value, case) for value in listed or case.values)


def _begun(value: tuple[datetime | None, datetime | None], said_at: datetime) -> bool:
    start = value[0] or value[1]
    return start is not None and start <= said_at


def _equal(span: DateSpan, value: tuple[datetime | None, datetime | None], case: Case) -> bool:
    start, end = span.interval
    if value == (start, end) or (case.start >= span.start and value == (span.when.start, span.when.end)):
        return True
    if None in (start, end):
        return _near(start, value[0]) and _near(end, value[1])
    if span.relation == "for":
        return _within(value[0], span) and value[1] is not None and value[1].date() == case.said_at.date()
    if case.kind == "date":
        return span.when.granularity in ("week", "month", "year", "decade") and _within(value[0], span)
    inclusive = span.last is not None and value == (start, span.last.start)
    return inclusive or (span.last is not None and start == value[0] and _near(end, value[1]))


def _within(moment: datetime | None, span: DateSpan) -> bool:
    return moment is not None and span.when.start <= moment < span.when.end


def _near(one: datetime | None, other: datetime | None) -> bool:
    """Whether two ends of ranges are a day apart at most."""
    return one is other if one is None or other is None else abs(one - other) <= timedelta(days=1)


def found_for(case: Case, spans: Sequence[DateSpan]) -> DateSpan | None:
    """The span that overlaps the expected one most."""
    overlapping = [span for span in spans if span.start < case.end and case.start < span.end]
    return max(overlapping, key=lambda s: min(s.end, case.end) - max(s.start, case.start), default=None)


def _in_past(nlp: Language, text: str) -> bool:
    """Whether the sentence tells what was: a verb in the past tense, and none that looks ahead."""
    tags = {token.tag_ for token in nlp(text)}
    return "VBD" in tags and "MD" not in tags


def main() -> int:
    """Measure a file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the cases, a JSON list")
    parser.add_argument("--least", type=float, default=85.0, help="the least share in per cent (85)")
    parser.add_argument("--show", action="store_true", help="print what is not right")
    given = parser.parse_args()
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    past_right = past_total = 0
    missed = defaultdict(list)
    measured = cases(json.loads(given.data.read_text("utf-8")))
    with pipeline(required()) as nlp:
        past = {case.text for case in measured if _in_past(nlp, case.text)}
    for case in measured:
        span = found_for(case, find(case.text, at=case.said_at, past=None))
        total[case.kind] += 1
        right[case.kind] += span is not None and is_right(span, case)
        if case.kind in COUNTED and (span is None or not is_right(span, case)):
            missed[case.kind].append((case, span))
        if case.kind in COUNTED and case.text in past and any(_begun(value, case.said_at) for value in case.values):
            span = found_for(case, find(case.text, at=case.said_at, past=True))
            past_total += 1
            past_right += span is not None and is_right(span, case, past=True)
    if given.show:
        _show(missed)
    for kind in sorted(total, key=lambda kind: (kind not in COUNTED, kind)):
        note = "" if kind in COUNTED else "   not counted"
        print(f"{kind:<15} {right[kind]:>4} of {total[kind]:>4}  {_share(right[kind], total[kind]):5.1f} %{note}")
    print(f"past tense      {past_right:>4} of {past_total:>4}  {_share(past_right, past_total):5.1f} %")
    share = _share(sum(right[kind] for kind in COUNTED), sum(total[kind] for kind in COUNTED))
    print(f"{share:.1f}")
    return int(share < given.least)


def _show(missed: dict[str, list[tuple[Case, DateSpan | None]]]) -> None:
    for kind, failures in missed.items():
        for case, span in failures:
            got = (
                "nothing"
                if span is None
                else f"{case.text[span.start : span.end]!r} {span.relation} {_days(span.interval)}"
            )
            wanted = " or ".join(map(_days, case.values))
            print(f"{kind}: {case.words!r} at {case.said_at:%Y-%m-%d}: {got}, not {wanted} | {case.text[:90]}")


def _days(value: tuple[datetime | None, datetime | None]) -> str:
    return "–".join("…" if each is None else f"{each:%Y-%m-%d}" for each in value)


def _share(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 0.0


if __name__ == "__main__":
    sys.exit(main())
