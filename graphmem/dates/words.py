"""The ways of saying a time: each is one row, a pattern and how to read it.

A time without its year or week ("on Friday", "in March") is settled by the tense it stands with.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from graphmem.dates import spans
from graphmem.dates.spans import Unit
from graphmem.types import Granularity, When


@dataclass(frozen=True, slots=True)
class Now:
    """What a relative time is relative to."""

    at: datetime
    past: bool | None

    def nearest(self, before: When, after: When) -> When:
        """Of the two readings of a time without its year or week, the one the tense asks for."""
        if self.past is None:
            return before if self.at - before.start <= after.start - self.at else after
        return before if self.past else after


_Match = re.Match[str]
_Reader = Callable[[_Match, Now], When | None]

MONTHS = {
    name: number
    for number, names in enumerate(
        ("january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
         "september sept sep", "october oct", "november nov", "december dec"),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
WEEKDAYS = {
    name: number
    for number, names in enumerate(
        ("monday mon", "tuesday tues tue", "wednesday weds wed", "thursday thurs thur thu", "friday fri",
         "saturday sat", "sunday sun")
    )
    for name in names.split()
}  # fmt: skip
NUMBERS = {
    word: number
    for number, words in enumerate(
        (
            "",
            "one a an",
            "two couple",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        )
    )
    for word in words.split()
} | {"fifteen": 15, "twenty": 20, "thirty": 30}
#: Years of two digits below the pivot are of this century.
_PIVOT, _CENTURIES = 70, (2000, 1900)
#: A few is between two and five.
FEW = (2, 5)
_COARSER: dict[str, Granularity] = {
    "day": Granularity.WEEK, "week": Granularity.MONTH, "month": Granularity.YEAR, "year": Granularity.DECADE,
}  # fmt: skip


def _one_of(words: dict[str, int]) -> str:
    return "|".join(sorted(words, key=lambda word: (-len(word), word)))


_MONTH = rf"(?P<month>{_one_of(MONTHS)})\b(?:\.(?=,?\s*\d))?"
_WEEKDAY = rf"(?P<weekday>{_one_of(WEEKDAYS)})\b"
_DAY = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?\b"
_YEAR = r"(?P<year>(?:1[89]|20|21)\d\d)\b"
COUNT = rf"(?:a\s+)?(?P<count>\d{{1,3}}|few|several|{_one_of(NUMBERS)})(?:\s+of)?"
UNIT = r"(?P<unit>day|week|weekend|month|year|yr|decade)"
_WHICH = r"(?P<which>last|past|previous|next|coming|upcoming|this|this\s+past|this\s+coming)"
_SEASON = rf"(?P<season>{'|'.join(spans.SEASONS)})"
_BEFORE_BARE = r"(?:in|since|until|till|from|to|by|of|during|before|after|around|between|through)\s+"
_PART = r"(?:early|late|mid)[\s-]+"


def _number(word: str) -> int:
    return int(word) if word.isdigit() else NUMBERS[word]


def _iso(match: _Match, _: Now) -> When | None:
    return spans.on(int(match["year"]), int(match["number"]), int(match["day"]))


def _slashed(match: _Match, _: Now) -> When | None:
    """Month first, as most English text with slashes has it, unless only the other order is a date."""
    first, second, year = int(match["first"]), int(match["second"]), int(match["year"])
    year += _CENTURIES[0] if year < _PIVOT else _CENTURIES[1] if year < 100 else 0  # noqa: PLR2004  # two digits
    if "." in match[0]:
        return spans.on(year, second, first)
    return spans.on(year, first, second) or spans.on(year, second, first)


def _dated(match: _Match, now: Now) -> When | None:
    month, day = MONTHS[match["month"].lower()], int(match["day"])
    if match["year"]:
        return spans.on(int(match["year"]), month, day)
    return _yearly(now, lambda year: spans.on(year, month, day))


def _month_of_year(match: _Match, _: Now) -> When | None:
    return spans.month(int(match["year"]), MONTHS[match["month"].lower()])


def _bare_month(match: _Match, now: Now) -> When | None:
    month = MONTHS[match["month"].lower()]
    return _yearly(now, lambda year: spans.month(year, month))


def _which_month(match: _Match, now: Now) -> When | None:
    month = MONTHS[match["month"].lower()]
    return _which(match, now, lambda year: spans.month(year, month))


def _which_season(match: _Match, now: Now) -> When | None:
    return _which(match, now, lambda year: spans.season(match["season"].lower(), year))


def _bare_season(match: _Match, now: Now) -> When | None:
    return _yearly(now, lambda year: spans.season(match["season"].lower(), year))


def _season_of_year(match: _Match, _: Now) -> When | None:
    return spans.season(match["season"].lower(), int(match["year"]))


def _year(match: _Match, _: Now) -> When | None:
    return spans.year(int(match["year"]))


def _decade(match: _Match, _: Now) -> When | None:
    digits = match["decade"]
    return spans.decade(int(digits) if len(digits) == len("1990") else 1900 + int(digits))


def _today(match: _Match, now: Now) -> When | None:
    offsets = {"the day before yesterday": -2, "yesterday": -1, "last night": -1, "tomorrow": 1}
    said = " ".join(match[0].lower().split())
    offset = (
        2 if said == "the day after tomorrow" else next((n for word, n in offsets.items() if said.startswith(word)), 0)
    )
    return spans.day(spans.shifted(now.at, "day", offset))


def _which_unit(match: _Match, now: Now) -> When | None:
    return spans.around(spans.shifted(now.at, _unit(match), _step(match)), _unit(match))


def _which_weekday(match: _Match, now: Now) -> When | None:
    """ "Last Friday" is the latest before today, "next Friday" is next week's, "this Friday" this week's."""
    which, wanted = match["which"].lower(), WEEKDAYS[match["weekday"].lower()]
    if "past" in which or which in ("last", "previous"):
        return _weekday_before(now.at, wanted)
    if "coming" in which:
        return _weekday_after(now.at, wanted)
    return _in_week(spans.shifted(now.at, "week", _step(match)), wanted)


def _bare_weekday(match: _Match, now: Now) -> When | None:
    wanted = WEEKDAYS[match["weekday"].lower()]
    return now.nearest(_weekday_before(now.at, wanted), _weekday_after(now.at, wanted))


def _ago(match: _Match, now: Now) -> When | None:
    return away(match, now, -1)


def _ahead(match: _Match, now: Now) -> When | None:
    return away(match, now, 1)


def away(match: _Match, now: Now, sign: int) -> When | None:
    unit, count = _unit(match), match["count"].lower()
    if count in ("few", "several"):
        ends = sorted(spans.shifted(now.at, unit, sign * number) for number in FEW)
        coarse = _COARSER.get(unit, Granularity.DECADE)
        return When(spans.around(ends[0], unit).start, spans.around(ends[1], unit).end, coarse)
    return spans.around(spans.shifted(now.at, unit, sign * _number(count)), unit)


def _unit(match: _Match) -> Unit:
    unit: Unit = match["unit"].lower().replace("yr", "year")  # type: ignore[assignment]  # the pattern admits units only
    return unit


def _step(match: _Match) -> int:
    which = match["which"].lower().split()[-1]
    return {"last": -1, "past": -1, "previous": -1, "this": 0}.get(which, 1)


def _yearly(now: Now, of_year: Callable[[int], When | None]) -> When | None:
    """Of the yearly returns of a time the last begun or the next to come, as the tense asks."""
    around = [found for year in range(now.at.year - 5, now.at.year + 6) if (found := of_year(year))]
    before = [when for when in around if when.start <= now.at]
    after = [when for when in around if when.end > now.at]
    return now.nearest(before[-1], after[0]) if before and after else None


def _which(match: _Match, now: Now, of_year: Callable[[int], When]) -> When:
    """Last March is the latest that is over, next March the next to begin, this March this year's."""
    step = _step(match)
    years = [of_year(now.at.year + offset) for offset in (-2, -1, 0, 1, 2)]
    if step < 0:
        return [when for when in years if when.end <= now.at][-1]
    if step > 0:
        return next(when for when in years if when.start > now.at)
    return of_year(now.at.year)


def _weekday_before(at: datetime, wanted: int) -> When:
    return spans.day(spans.shifted(at, "day", -((at.weekday() - wanted - 1) % 7 + 1)))


def _weekday_after(at: datetime, wanted: int) -> When:
    return spans.day(spans.shifted(at, "day", (wanted - at.weekday() - 1) % 7 + 1))


def _in_week(at: datetime, wanted: int) -> When:
    return spans.day(spans.shifted(spans.week(at).start, "day", wanted))


def _row(pattern: str, reader: _Reader) -> tuple[re.Pattern[str], _Reader]:
    return re.compile(r"\b" + pattern, re.IGNORECASE), reader


#: Every way of saying a time: the group "time", or else the whole match, is what names it.
RULES: tuple[tuple[re.Pattern[str], _Reader], ...] = (
    _row(r"(?P<year>\d{4})-(?P<number>\d\d)-(?P<day>\d\d)(?:T[\d:.]+Z?)?\b", _iso),
    _row(r"(?P<first>\d{1,2})(?P<sign>[/.])(?P<second>\d{1,2})(?P=sign)(?P<year>\d{4}|\d\d)\b", _slashed),
    _row(rf"(?:the\s+)?{_DAY}\s+(?:of\s+)?{_MONTH}(?:,?\s*{_YEAR})?", _dated),
    _row(rf"{_MONTH}\s+(?:the\s+)?{_DAY}(?!:)(?:,?\s*(?:of\s+)?{_YEAR})?", _dated),
    _row(rf"(?:{_PART})?{_MONTH}(?:\s+of|,)?\s+{_YEAR}", _month_of_year),
    _row(rf"{_WHICH}\s+{_MONTH}", _which_month),
    _row(rf"{_BEFORE_BARE}(?P<time>(?:{_PART})?{_MONTH})(?!\s*\d)", _bare_month),
    _row(rf"(?:the\s+)?{_WHICH}\s+{_SEASON}\b", _which_season),
    _row(rf"(?:{_PART})?(?:the\s+)?{_SEASON}(?:\s+of|,)?\s+{_YEAR}", _season_of_year),
    _row(rf"(?:in|since|until|till|during)\s+(?P<time>(?:the\s+)?{_SEASON})\b", _bare_season),
    _row(rf"{_BEFORE_BARE}(?P<time>(?:{_PART}|the\s+year\s+)?{_YEAR})(?![-/.]\d)", _year),
    _row(r"(?:the\s+)?(?:early\s+|late\s+)?(?<!\d)'?(?P<decade>(?:19|20)\d0|[2-9]0)'?s\b", _decade),
    _row(r"the\s+day\s+(?:before\s+yesterday|after\s+tomorrow)\b", _today),
    _row(r"(?:yesterday|tomorrow)(?:\s+(?:morning|afternoon|evening|night))?\b", _today),
    _row(r"(?:today|tonight|this\s+(?:morning|afternoon|evening)|last\s+night)\b", _today),
    _row(rf"(?:the\s+)?{_WHICH}\s+{UNIT}\b", _which_unit),
    _row(rf"{_WHICH}\s+{_WEEKDAY}", _which_weekday),
    _row(rf"(?:on|since|until|till|by|from)\s+(?P<time>{_WEEKDAY})", _bare_weekday),
    _row(r"(?P<weekday>(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b", _bare_weekday),
    _row(rf"(?:about\s+|around\s+|over\s+)?{COUNT}\s+{UNIT}s?\s+(?:ago|back)\b", _ago),
    _row(rf"in\s+(?P<time>(?:about\s+)?{COUNT}\s+{UNIT}s?)(?!\s+old|')\b", _ahead),
    _row(rf"{COUNT}\s+{UNIT}s?\s+from\s+(?:now|today)\b", _ahead),
)
