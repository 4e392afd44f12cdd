"""Days and months as they are written by numbers, in every order."""

from __future__ import annotations

from collections.abc import Iterator

from graphmem.dates import spans
from graphmem.dates.numbers import full_year, year
from graphmem.dates.scanning import Words
from graphmem.dates.settling import Time, fixed, yearly
from graphmem.dates.vocabulary import BEFORE, BEFORE_DAY, MONTHS, WEEKDAYS, WHICH

Found = Iterator[tuple[Time, int]]
_LAST_MONTH = 12


def by_numbers(words: Words, place: int) -> Found:
    """ "2019-08-01", "22/04/2019", "Sep-23-2020", "2016 10 16": three parts, with one sign between or with spaces."""
    sign = words[place + 1]
    signed = sign in ("-", "/", ".")
    parts = [words[place + (2 * part if signed else part)] for part in range(3)]
    end = place + (5 if signed else 3)
    if words.glued(place) and words[place - 1] in (".", "/", ":"):
        return
    if signed:
        together = all(words.glued(each) for each in range(place + 1, end))
        if not together or words[place + 3] != sign:
            return
    elif [len(part) for part in parts] != [4, 2, 2]:
        return
    when = _of_parts(parts, sign if signed else "-")
    if when is not None and not (words.glued(end) and words[end] in (".", "/") and words[end + 1].isdigit()):
        yield when, _past_clock(words, end)


def _past_clock(words: Words, place: int) -> int:
    """The place after the "T12:00Z" of an exact time."""
    end = place
    while words.glued(end) and (words[end] in ("t", "z", ":", ".", "+") or (end > place and words[end].isdigit())):
        end += 1
    return end if end > place and words[place] == "t" else place


def _of_parts(parts: list[str], sign: str) -> Time | None:
    """The year in full stands first, else the year stands last; between points the day stands before the month."""
    first = len(parts[0]) == len("2019")
    year_number, rest = (parts[0], parts[1:]) if first else (parts[2], parts[:2])
    lengths = (4,) if first or sign == "." else (2, 4)
    if len(year_number) not in lengths or not (year_number.isascii() and year_number.isdigit()):
        return None
    named = [MONTHS.get(part) for part in rest]
    numbers = [int(part) if part.isascii() and part.isdigit() and len(part) <= len("31") else None for part in rest]
    orders = [(named[0] or numbers[0], numbers[1]), (named[1] or numbers[1], numbers[0])]
    orders = orders[::-1] if sign == "." and not first else orders
    return _dated(int(year_number), [(month, day) for month, day in orders if month and day])


def _dated(year_number: int, orders: list[tuple[int, int]]) -> Time | None:
    """The first order of month and day that is a date; month first, as most English text has it."""
    fit = [(month, day) for month, day in orders if spans.on(2000, month, day)]
    if not fit:
        return None
    month, day = fit[0]
    if year_number >= 100:  # noqa: PLR2004  # in full
        return Time(lambda _: spans.on(year_number, month, day), None, month, day, year_number)
    return Time(lambda now: spans.on(full_year(year_number, now.at.year), month, day), None, month, day, 1)


def month_and_day(words: Words, place: int, *, loose: bool = False) -> Found:
    """ "7/6" where a word before it, or nothing beside it, says that it is a day; "on 4.22"."""
    first, second = words.digits(place, most=2), words.digits(place + 2, most=2)
    end, sign = place + 3, words[place + 1]
    if first is None or second is None or not words.glued(place + 1) or not words.glued(place + 2):
        return
    if words.glued(end) and words[end] in ("/", ".", ":") and words[end + 1].isdigit():
        return
    if not (loose and sign == "/") and not _is_told(words, place, end, sign):
        return
    for month, day in ((first, second), (second, first)):
        if spans.on(2000, month, day):
            yield day_of(month, day), end
            return


def _is_told(words: Words, place: int, end: int, sign: str) -> bool:
    before = words[place - 1]
    if before in WEEKDAYS or (before == "on" and ends(words, end)):
        return sign in ("/", ".", "-")
    alone = (place == 0 or before in ("?", "!", ",", ".")) and ends(words, end)
    return sign == "/" and words[end] != "of" and (alone or before in WHICH or before in BEFORE_DAY - {"to"})


def month_by_number(words: Words, place: int, *, loose: bool = False) -> Found:
    """ "12-2015", "12/2015"; "2015-12" where a word before it says that it is a time."""
    if words[place + 1] not in ("-", "/") or not words.glued(place + 1) or not words.glued(place + 2):
        return
    end = place + 3
    inside = words.glued(place) and words[place - 1] in ("-", "/", ".")
    on = words.glued(end) and words[end] in ("-", "/", ".") and words[end + 1].isdigit()
    if inside or on:
        return
    month, number = words.digits(place, most=2), words[place + 2]
    if number.isdigit() and month is not None and year(words, place + 2) and 1 <= month <= _LAST_MONTH:
        yield fixed(spans.month(int(number), month)), end
    month = words.digits(place + 2, most=2) if len(number) == len("12") else None
    told = loose or words[place - 1] in BEFORE
    if told and words[place].isdigit() and month is not None and year(words, place) and 1 <= month <= _LAST_MONTH:
        yield fixed(spans.month(int(words[place]), month)), end


def day_of(month: int, day: int) -> Time:
    """A day of every year."""
    return yearly(lambda year: spans.on(year, month, day), month, day)


def ends(words: Words, place: int) -> bool:
    """Whether a sentence or a part of it ends before a place."""
    return (
        not words[place]
        or (words[place] == "-" and not words.glued(place))
        or words[place] in (",", ".", "!", "?", ";", ")", ":")
    )
