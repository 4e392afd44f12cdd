"""The words that times are made of, and what they stand for."""

from __future__ import annotations

from collections.abc import Iterable

from graphmem.dates import spans
from graphmem.dates.holidays import HOLIDAYS
from graphmem.dates.numbers import NTH, SMALL, TENS
from graphmem.dates.spans import Unit


def _numbered(names: tuple[str, ...], first: int) -> dict[str, int]:
    return {name: number for number, row in enumerate(names, start=first) for name in row.split()}


def _plural(names: Iterable[str]) -> set[str]:
    return {f"{name}s" for name in names}


MONTHS = _numbered(
    ("january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
     "september sept sep", "october oct", "november nov", "december dec"),
    1,
)  # fmt: skip
WEEKDAYS = _numbered(
    ("monday mon", "tuesday tues tue", "wednesday weds wed", "thursday thurs thur thu", "friday fri", "saturday sat",
     "sunday sun"),
    0,
)  # fmt: skip
FULL_WEEKDAYS = frozenset(name for name in WEEKDAYS if name.endswith("day"))
#: These are other words more often than they are months or weekdays.
DOUBTFUL = frozenset({"may", "march", "mar", "sat", "sun", "wed", "mon", "fri", "thu", "tue"})
UNITS: dict[str, Unit] = {
    "day": "day", "week": "week", "wk": "week", "weekend": "weekend", "fortnight": "fortnight", "month": "month",
    "mth": "month", "quarter": "quarter", "year": "year", "yr": "year", "decade": "decade", "century": "century",
    "days": "day", "weeks": "week", "wks": "week", "weekends": "weekend", "fortnights": "fortnight", "months": "month",
    "quarters": "quarter", "years": "year", "yrs": "year", "decades": "decade", "centuries": "century",
}  # fmt: skip
ONE_UNIT = frozenset(name for name in UNITS if not name.endswith("s") and name != "centuries")
WHICH = {
    "last": -1,
    "past": -1,
    "previous": -1,
    "this": 0,
    "current": 0,
    "next": 1,
    "coming": 1,
    "upcoming": 1,
    "following": 1,
}
#: A few is between two and five.
FEW = ("few", "several")
FEWEST, MOST = 2, 5
ONE = ("a", "an")
#: After these a month, a season or a year may stand alone.
BEFORE = frozenset(
    [
        "in",
        "since",
        "until",
        "till",
        "from",
        "to",
        "by",
        "of",
        "during",
        "before",
        "after",
        "around",
        "between",
        "through",
        "than",
        "throughout",
        "starting",
        "beginning",
        "over",
    ]
)
#: After these it is one even where its name is a word of another kind.
SURELY_BEFORE = frozenset({"in", "since", "until", "till", "during", "throughout"})
#: No month has more days.
LAST_DAY = 31
#: After these a day may stand alone.
BEFORE_DAY = frozenset(
    ["on", "by", "since", "until", "till", "from", "to", "before", "after", "around", "between", "through", "than"]
)

#: No time begins with another word, or without a digit.
STARTERS = frozenset(
    {*MONTHS, *WEEKDAYS, *spans.SEASONS, *UNITS, *WHICH, *FEW, *NTH, *SMALL, *TENS, *ONE}
    | {name[0] for name in HOLIDAYS}
    | {f"{name[0]}s" for name in HOLIDAYS}
    | {
        "the",
        "early",
        "earlier",
        "late",
        "later",
        "mid",
        "middle",
        "start",
        "beginning",
        "end",
        "rest",
        "remainder",
        "remaining",
        "today",
        "tonight",
        "tomorrow",
    }
    | {
        "yesterday",
        "within",
        "these",
        "now",
        "otd",
        "couple",
        "half",
        "q",
        "h",
        "w",
        "cy",
        "about",
        "around",
        "almost",
        "nearly",
        "over",
        "more",
        "less",
        "'",
    }
)

#: Every time has a digit or one of these.
CORE = frozenset(
    {*MONTHS, *WEEKDAYS, *UNITS, *_plural(FULL_WEEKDAYS), *_plural(spans.SEASONS), *spans.SEASONS}
    | {max(name, key=len) for name in HOLIDAYS}
    | {word.removesuffix("y") + "ies" for word in TENS}
    | {
        "today",
        "tonight",
        "tomorrow",
        "yesterday",
        "morning",
        "afternoon",
        "evening",
        "night",
        "now",
        "thousand",
        "christmases",
    }
    | {"nineteen", "eighteen", "twenty", "fools", "valentines"}
)
