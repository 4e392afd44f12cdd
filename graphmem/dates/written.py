"""Days as they are written: by numbers in every order, by the name of the month, with a weekday before."""

from __future__ import annotations

from collections.abc import Iterator

from graphmem.dates import spans
from graphmem.dates.numbers import cardinal, full_year, ordinal, year
from graphmem.dates.scanning import Words
from graphmem.dates.settling import Time, day_of_month, fixed, yearly
from graphmem.dates.vocabulary import BEFORE_DAY, DOUBTFUL, FULL_WEEKDAYS, MONTHS, SURELY_BEFORE, WEEKDAYS, WHICH

Found = Iterator[tuple[Time, int]]
_CLOCK = frozenset({"am", "pm", "a", "p", ":", "o"})
_LAST_DAY, _LAST_MONTH = 31, 12


def days(words: Words, place: int) -> Found:
    """Every reading of a day that begins at a place."""
    yield from _by_numbers(words, place)
    yield from _month_first(words, place)
    yield from _day_first(words, place)
    yield from _month_and_day(words, place)
    yield from _weekday_first(words, place)
    yield from _day_alone(words, place)


def _by_numbers(words: Words, place: int) -> Found:
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


def month_name(words: Words, place: int) -> tuple[int, int] | None:
    """The month named at a place, and the place after it and its full stop."""
    month = MONTHS.get(words[place])
    if month is None:
        return None
    dotted = (
        words[place + 1] == "." and words.glued(place + 1) and (words[place + 2].isdigit() or words[place + 2] == ",")
    )
    return month, place + (2 if dotted else 1)


def _month_first(words: Words, place: int) -> Found:
    """ "May 3rd", "May the third", "Dec31", "Jan/3"."""
    named = month_name(words, place)
    if named is None:
        return
    month, after = named
    after = words.past(after, ("/", "-")) if words.glued(after) and words.glued(after + 1) else after
    after = words.past(after, ("the",))
    day = ordinal(words, after)
    if day is None:
        day = cardinal(words, after) if words[after].isdigit() and words.digits(after, most=2) is not None else None
        if day is None or _is_clock(words, day[1]) or (_in_doubt(words, place) and not _ends(words, day[1])):
            return
    elif not words[after].isdigit() and _in_doubt(words, place):
        return
    if spans.on(2000, month, day[0]):
        yield _day_of(month, day[0]), day[1]


def _day_first(words: Words, place: int) -> Found:
    """ "3 May", "the 3rd of May", "twenty third day of September", "23/Sep"."""
    start = words.past(place, ("the",))
    day = ordinal(words, start) or cardinal(words, start)
    if day is None or day[0] > _LAST_DAY:
        return
    after = words.past(day[1], ("day",))
    of = words.past(after, ("of", "-", "/"))
    named = month_name(words, of)
    if named is None or not spans.on(2000, named[0], day[0]):
        return
    if (
        words[of] in DOUBTFUL
        and of == after
        and not (words[start].isdigit() and (words.capital(of) or day[1] > start + 1))
    ):
        return
    yield _day_of(named[0], day[0]), named[1]


def _month_and_day(words: Words, place: int) -> Found:
    """ "7/6" where a word before it says that it is a day."""
    first, second = words.digits(place, most=2), words.digits(place + 2, most=2)
    before = words[place - 1]
    alone = place == 0 or before in ("?", "!", ",", ".")
    told = before in BEFORE_DAY - {"to"} or before in WHICH or before in WEEKDAYS or (alone and _ends(words, place + 3))
    sign = words[place + 1]
    if first is None or second is None or not told or sign not in ("/", "."):
        return
    if (sign == "." and before not in WEEKDAYS) or not words.glued(place + 1) or not words.glued(place + 2):
        return
    if words.glued(place + 3) and words[place + 3] in ("/", ".") and words[place + 4].isdigit():
        return
    for month, day in ((first, second), (second, first)):
        if spans.on(2000, month, day):
            yield _day_of(month, day), place + 3
            return


def _weekday_first(words: Words, place: int) -> Found:
    """ "Tue May 9", "this Friday (jun-15)", "Friday 7/6": the date tells the day; "Tuesday the 13th": the month is to be found."""
    start = place
    while words[start] in WHICH:
        start += 1
    weekday = WEEKDAYS.get(words[start])
    if weekday is None:
        return
    after = words.past(words.past(start + 1, (",",)), ("(",))
    for rule in (_by_numbers, _month_first, _day_first, _month_and_day):
        for time, end in rule(words, after):
            yield time, words.past(end, (")",)) if words[after - 1] == "(" else end
    the = words.past(after, ("the",))
    day = ordinal(words, the)
    if day is None and words[start] in FULL_WEEKDAYS and words[after - 1] not in (",", "("):
        number = words.digits(after, most=2)
        day = (number, after + 1) if number and _ends(words, after + 1) else None
    if day is not None and 1 <= day[0] <= _LAST_DAY and not (the == after and not words[the].isdigit()):
        yield Time(day_of_month(day[0], weekday)), day[1]


def _day_alone(words: Words, place: int) -> Found:
    """ "On the 18th", "on 29th": a day of a month near."""
    start = words.past(place, ("the",))
    day = ordinal(words, start)
    before = words[place - 1]
    if day is None or not words[start].isdigit() or not 1 <= day[0] <= _LAST_DAY or before not in BEFORE_DAY:
        return
    if _ends(words, day[1]) or words[day[1]] in ("at", "and", "or", "to", "i", "we", "in"):
        yield Time(day_of_month(day[0]), day=day[0]), day[1]


def month_by_number(words: Words, place: int) -> Found:
    """ "12-2015", "12/2015"."""
    month, number = words.digits(place, most=2), year(words, place + 2)
    if month is None or number is None or not 1 <= month <= _LAST_MONTH or words[place + 1] not in ("-", "/"):
        return
    inside = words.glued(place) and words[place - 1] in ("-", "/", ".")
    on = words.glued(number[1]) and words[number[1]] in ("-", "/", ".") and words[number[1] + 1].isdigit()
    if words[place + 2].isdigit() and words.glued(place + 1) and words.glued(place + 2) and not inside and not on:
        yield fixed(spans.month(number[0], month)), number[1]


def _day_of(month: int, day: int) -> Time:
    return yearly(lambda year: spans.on(year, month, day), month, day)


def _is_clock(words: Words, place: int) -> bool:
    return words[place] in _CLOCK and (words.glued(place) or words[place] in ("am", "pm"))


def _in_doubt(words: Words, place: int) -> bool:
    """Whether "may" or "march" may be a verb here."""
    return (
        words[place] in ("may", "march", "mar")
        and not words.capital(place)
        and words[place - 1] not in SURELY_BEFORE | {"on"}
    )


def _ends(words: Words, place: int) -> bool:
    return not words[place] or words[place] in (",", ".", "!", "?", ";", ")", ":")
