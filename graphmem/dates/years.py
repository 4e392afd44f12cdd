"""Years, decades and centuries. A bare number is a year only where its surroundings say so."""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.dates import spans
from graphmem.dates.numbers import TENS, full_year, ordinal, short_year, year
from graphmem.dates.scanning import Words
from graphmem.dates.settling import Time, YearOf, fixed
from graphmem.dates.vocabulary import BEFORE, SURELY_BEFORE
from graphmem.dates.which import which_word
from graphmem.dates.written import Found
from graphmem.types import When

_NAMES = ("year", "yr")
_DECADES = {word.removesuffix("y") + "ies": number for word, number in TENS.items()}
_BEFORE_TENS = ("early", "late", "mid", "-", "the")
#: Before these a number is a year wherever it stands.
_SINCE_THEN = frozenset({"later", "onward", "onwards", "earlier"})
#: After one of these a number before a plural is a year all the same: "in 2019 prices rose".
_STRONG = SURELY_BEFORE | {"before", "after"}
_NO_PLURALS = frozenset(["was", "is", "has", "as", "this", "his", "its", "us", "does"])


@dataclass(frozen=True, slots=True)
class YearNamed:
    """A year beside another time: which it is when it is known when that was said, its number if one was said, and the place after."""

    of: YearOf
    number: int | None
    end: int


def year_named(words: Words, place: int) -> YearNamed | None:
    """ "2019", "the year 2019", "last year", "this calendar year", "the year"."""
    start = words.past(place, ("the",))
    start = words.past(start, _NAMES)
    start = words.past(start, ("of",)) if words[start - 1] in _NAMES else start
    found = year(words, start) if start == place or words[start - 1] in _NAMES else None
    if found is not None:
        number = found[0]
        return YearNamed(lambda _: number, number, found[1])
    step = which_word(words, place)
    if step is not None:
        end = words.past(step.end, ("calendar",))
        if words[end] in _NAMES:
            return YearNamed(lambda now: now.at.year + step.step, None, end + 1)
    return YearNamed(lambda now: now.at.year, None, place + 2) if words.after(place, "the", "year") else None


def years(words: Words, place: int, *, loose: bool = False) -> Found:
    """Every reading of a year, decade or century that begins at a place."""
    start = words.past(place, ("the",))
    start = words.past(start, _NAMES)
    named = words[start - 1] in _NAMES and start > place
    start = words.past(start, ("of",)) if named else start
    found = year(words, start) if named or start == place else None
    if found is not None and (named or loose or _is_told(words, place, found[1])):
        yield fixed(spans.year(found[0])), found[1]
    yield from _calendar_year(words, place)
    yield from _apostrophe(words, place, loose=loose)
    yield from _decades(words, place)
    yield from _centuries(words, place)


def _is_told(words: Words, place: int, end: int) -> bool:
    """Whether a number after a preposition is a year, and no number of things."""
    before, after = words[place - 1], words[end]
    if before in ("and", "or") and year(words, place - 2) and _is_told(words, place - 2, place - 1):
        return True
    if words[words.past(end, ("or", "and"))] in _SINCE_THEN:
        return True
    if before not in BEFORE or (
        after in ("-", "/", ".", "%", ":", ",")
        and words.glued(end)
        and words[end + 1].isdigit()
        and words.glued(end + 1)
    ):
        return False
    plural = after.isalpha() and (
        (after.endswith("s") and after not in _NO_PLURALS) or after in ("people", "men", "women", "km")
    )
    return before in _STRONG or not plural


def _calendar_year(words: Words, place: int) -> Found:
    """ "CY 2008", "cy18"."""
    number = words.digits(place + 1)
    if words[place] == "cy" and number is not None:
        yield Time(lambda now: spans.year(full_year(number, now.at.year))), place + 2


def _apostrophe(words: Words, place: int, *, loose: bool) -> Found:
    """ "In '98"."""
    short = short_year(words, place) if words[place] == "'" and words.glued(place + 1) else None
    if short is not None and words[short[1]] not in ("s", "'") and (loose or words[place - 1] in BEFORE):
        number = short[0]
        yield Time(lambda now: spans.year(full_year(number, now.at.year)), year=number), short[1]


def _decades(words: Words, place: int) -> Found:
    """ "The 90s", "the 1980s", "the nineties"; "in her 30s" is an age."""
    start = words.past(place, ("the",))
    start = words.past(start, ("'",))
    digits = words[start]
    the = words[place] in ("the", "'") or words[place - 1] in _BEFORE_TENS
    if digits in _DECADES and the:
        yield fixed(_decade(_DECADES[digits])), start + 1
    end = words.past(start + 1, ("'",))
    if not (digits.isascii() and digits.isdigit() and digits.endswith("0") and words[end] == "s"):
        return
    if len(digits) == 4 and digits[:2] in ("18", "19", "20"):  # noqa: PLR2004
        century = digits.endswith("00") and digits < "2000"
        yield fixed(spans.years(int(digits), 100 if century else 10)), end + 1
    elif len(digits) == 2 and the and words.glued(end):  # noqa: PLR2004
        yield fixed(_decade(int(digits))), end + 1


def _decade(tens: int) -> When:
    """The 20s are those of this century, the 30s of the last."""
    return spans.years((2000 if tens <= 20 else 1900) + tens, 10)  # noqa: PLR2004


def _centuries(words: Words, place: int) -> Found:
    nth = ordinal(words, words.past(place, ("the",)))
    if nth is not None and words[nth[1]] == "century" and 1 <= nth[0] <= 30:  # noqa: PLR2004
        yield fixed(spans.years(max(spans.FIRST_YEAR, 100 * (nth[0] - 1)), 100)), nth[1] + 1
