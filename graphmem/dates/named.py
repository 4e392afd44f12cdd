"""Times that every year has (days, months, seasons, quarters, feasts, numbered weeks), and the year beside them.

A name alone is a time only where its surroundings say so: "in March" is, "we march on" is not, and "the Q1 report" is a name.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from graphmem.dates import spans
from graphmem.dates.days import days, month_name
from graphmem.dates.holidays import HOLIDAYS
from graphmem.dates.numbers import full_year, ordinal, short_year
from graphmem.dates.scanning import Words
from graphmem.dates.settling import Now, OfYear, Time, which, yearly
from graphmem.dates.vocabulary import BEFORE, BEFORE_DAY, DOUBTFUL, FULL_WEEKDAYS, SURELY_BEFORE
from graphmem.dates.which import which_word
from graphmem.dates.written import Found
from graphmem.dates.years import YearNamed, year_named
from graphmem.types import When

#: A time, the place after it, and whether it may stand without a year.
_Named = Iterator[tuple[Time, int, bool]]
#: The months in a quarter and a half.
_SHORT, _SPOKEN = {"q": 3, "h": 6}, {"quarter": 3, "half": 6}
_GOES_ON = frozenset({"and", "or", "to", "i", "we", "he", "she", "they", "it", "the", "my", "our"})
_LONGEST_HOLIDAY = max(map(len, HOLIDAYS))
#: What a quarter is the name of, when it follows at once.
_WHOSE = {f"{word}s": word for name in HOLIDAYS for word in name[:-1]} | {"valentines": "valentine", "years": "year"}
_PAPERS = frozenset(
    [
        "report",
        "reports",
        "results",
        "review",
        "budget",
        "plan",
        "plans",
        "okrs",
        "earnings",
        "numbers",
        "goals",
        "roadmap",
        "planning",
        "deck",
    ]
)


def named(words: Words, place: int, *, loose: bool = False) -> Found:
    """Every reading of a time that years have, with its year or without; `loose` lets a name stand alone."""
    for time, end, alone in _yearly(words, place, loose=loose):
        if alone or loose:
            yield time, end
        for found in _with_year(words, time, end):
            yield found
            yield from _weekday_after(words, *found)
        yield from _weekday_after(words, time, end)
    step = which_word(words, place)
    if step is not None:
        for time, end, _ in _yearly(words, step.end):
            if time.of_year is not None:
                yield Time(which(step.step, time.of_year), None, time.month, time.day), end
    year = year_named(words, place)
    if year is not None:
        yield from _year_first(words, year)


def _weekday_after(words: Words, time: Time, end: int) -> Found:
    """ "7 November (Monday)", "Nov 7, Monday": the date tells the day."""
    after = words.past(end, (",", "("))
    if time.day is not None and after > end and words[after] in FULL_WEEKDAYS:
        yield time, words.past(after + 1, (")",)) if words[end] == "(" else after + 1


def _with_year(words: Words, time: Time, end: int) -> Found:
    if time.of_year is None:
        return
    month = time.month is not None
    after = words.past(end, (",",))
    of = words.past(after, ("of", "in") if month or words[after] == "of" else ())
    if words[after] in ("-", "/") and words.glued(after) and words.glued(after + 1) and words[after + 1].isdigit():
        of = after + 1
    year = year_named(words, of)
    if year is not None and not (words[end - 1] in ("fall", "spring") and words[after] == "in"):
        yield time.within(year.of, year.number), year.end
    told = words[of] == "'" or (words[after] == "of" and time.day is None)
    short = short_year(words, of) if month and told else None
    if short is not None:
        yield time.within(partial(_in_full, short[0]), short[0]), short[1]


def _in_full(short: int, now: Now) -> int:
    return full_year(short, now.at.year)


def _year_first(words: Words, year: YearNamed) -> Found:
    """ "2019-Q1", "next year's first quarter"."""
    after = words.possessed(year.end)
    after = words.past(after, ("-", "/", ",")) if words.glued(after) else after
    for time, last, _ in _yearly(words, after):
        if time.of_year is not None:
            yield time.within(year.of, year.number), last


def _yearly(words: Words, place: int, *, loose: bool = False) -> _Named:
    for time, end in days(words, place, loose=loose):
        yield time, end, True
    start = words.past(place, ("the",))
    yield from _months(words, start)
    yield from _seasons(words, start, place)
    yield from _quarters(words, start)
    yield from _weeks(words, start, place)
    yield from _holidays(words, start, place)


def _months(words: Words, place: int) -> _Named:
    named = words.after(place, "month", "of")
    found = month_name(words, named or place)
    if found is None:
        return
    month, end = found
    if named is not None:
        yield yearly(partial(_month, month), month), end, True
        return
    before = words[place - 2] if words[place - 1] == "the" else words[place - 1]
    doubtful = words[place] in DOUBTFUL and not words.capital(place)
    alone = before in (SURELY_BEFORE | {"of"} if doubtful else BEFORE - {"to"}) and not words[end].isdigit()
    if doubtful and not alone and words[end] in ("in", "the", "this", "last", "next"):
        return
    yield yearly(partial(_month, month), month), end, alone


def _month(month: int, year: int) -> When:
    return spans.month(year, month)


def _seasons(words: Words, place: int, before: int) -> _Named:
    name = words[place]
    if name in spans.SEASONS:
        yield (
            yearly(lambda year: spans.season(name, year), spans.SEASONS[name]),
            place + 1,
            words[before - 1] in SURELY_BEFORE,
        )


def _quarters(words: Words, place: int) -> _Named:
    """ "Q1", "H2", "the first quarter", "the second half"."""
    found = _short_quarter(words, place) or _spoken_quarter(words, place)
    if found is None:
        return
    number, months, end = found
    if words[end] in _PAPERS or not 1 <= number <= 12 // months:
        return
    alone = (
        words[place] in _SHORT and words[place - 1] in BEFORE and (not words[end].isalpha() or words[end] in _GOES_ON)
    )
    yield (
        yearly(lambda year: spans.months(year, months * (number - 1) + 1, months), months * (number - 1) + 1),
        end,
        alone,
    )


def _short_quarter(words: Words, place: int) -> tuple[int, int, int] | None:
    """The number, the months in it, and the place after "Q1", "H2" or "quarter 3"."""
    number = words.digits(place + 1, most=1)
    if number is None or (words[place] not in _SPOKEN and not (words[place] in _SHORT and words.glued(place + 1))):
        return None
    return number, _SHORT[words[place][0]], place + 2


def _spoken_quarter(words: Words, place: int) -> tuple[int, int, int] | None:
    nth = (-1, place + 1) if words[place] == "last" else ordinal(words, place)
    months = _SPOKEN.get(words[nth[1]]) if nth else None
    if nth is None or months is None:
        return None
    return (nth[0] if nth[0] > 0 else 12 // months), months, nth[1] + 1


def _weeks(words: Words, place: int, before: int) -> _Named:
    number = words.digits(place + 1, most=2)
    if words[place] in ("week", "wk") and number is not None:
        alone = (number > 9 or before < place or words[before - 1] in (",", "")) and words[place + 2] != "of"  # noqa: PLR2004
        yield yearly(lambda year: spans.numbered_week(year, number)), place + 2, alone


def _holidays(words: Words, place: int, before: int) -> _Named:
    found = holiday(words, place)
    if found is not None:
        of_year, end = found
        alone = words[before - 1] in BEFORE_DAY or words[before - 1] in ("at", "over", "during")
        yield yearly(of_year), end, alone


def holiday(words: Words, place: int) -> tuple[OfYear, int] | None:
    """The feast named at a place: the longest name, with or without apostrophes."""
    name: tuple[str, ...] = ()
    best = None
    while len(name) < _LONGEST_HOLIDAY and words[place].isalpha():
        name, place = (*name, _WHOSE.get(words[place], words[place])), words.possessed(place + 1)
        place = words.past(place, (".",)) if name == ("st",) else place
        best = (HOLIDAYS[name], place) if name in HOLIDAYS else best
    return best
