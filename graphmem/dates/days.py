"""Days as they are said by the name of their month, with a weekday before, or by the day of the month alone."""

from __future__ import annotations

from graphmem.dates import spans
from graphmem.dates.numbers import TENS, cardinal, ordinal, year
from graphmem.dates.scanning import Words
from graphmem.dates.settling import Time, day_of_month
from graphmem.dates.vocabulary import (
    BEFORE_DAY,
    DOUBTFUL,
    FULL_WEEKDAYS,
    LAST_DAY,
    MONTHS,
    SURELY_BEFORE,
    WEEKDAYS,
    WHICH,
)
from graphmem.dates.written import Found, by_numbers, day_of, ends, month_and_day

_CLOCK = frozenset({"am", "pm", "a", "p", ":", "o"})
#: A sentence may go on with these after a day of the month.
_GOES_ON = frozenset({"at", "and", "or", "to", "i", "we", "in"})


def days(words: Words, place: int, *, loose: bool = False) -> Found:
    """Every reading of a day that begins at a place."""
    yield from by_numbers(words, place)
    yield from _month_first(words, place)
    yield from _day_first(words, place)
    yield from month_and_day(words, place, loose=loose)
    yield from _weekday_first(words, place)
    yield from _day_alone(words, place, loose=loose)


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
        day = cardinal(words, after) if words.digits(after, most=2) is not None or words[after] in TENS else None
        if day is None or _is_clock(words, day[1]):
            return
    sure = ends(words, day[1]) or year(words, day[1]) or (words[after].isdigit() and words.glued(after + 1))
    if _in_doubt(words, place) and not sure:
        return
    if spans.on(2000, month, day[0]):
        yield day_of(month, day[0]), day[1]


def _day_first(words: Words, place: int) -> Found:
    """ "3 May", "the 3rd of May", "twenty third day of September", "23/Sep"."""
    start = words.past(place, ("the",))
    if words.glued(place) and words[place - 1] in ("$", "€", "£", ".", ","):
        return
    day = ordinal(words, start) or cardinal(words, start)
    if day is None or day[0] > LAST_DAY:
        return
    after = words.past(day[1], ("day",))
    of = words.past(after, ("of", "-", "/"))
    named = month_name(words, of)
    if named is None or not spans.on(2000, named[0], day[0]):
        return
    told = words.capital(of) or day[1] > start + 1 or words[place - 1] in BEFORE_DAY
    sure = words[start].isdigit() and (told or ends(words, named[1]) or year(words, named[1]) is not None)
    if words[of] in DOUBTFUL and of == after and not sure:
        return
    yield day_of(named[0], day[0]), named[1]


def _weekday_first(words: Words, place: int) -> Found:
    """ "Tue May 9", "this Friday (jun-15)", "Friday 7/6": the date tells the day; "Tuesday the 13th": the month is to be found."""
    start = place
    while words[start] in WHICH:
        start += 1
    weekday = WEEKDAYS.get(words[start])
    if weekday is None:
        return
    after = words.past(words.past(start + 1, (",",)), ("(",))
    for rule in (by_numbers, _month_first, _day_first, month_and_day):
        for time, end in rule(words, after):
            yield time, words.past(end, (")",)) if words[after - 1] == "(" else end
    the = words.past(after, ("the",))
    day = ordinal(words, the)
    if day is None and words[start] in FULL_WEEKDAYS and words[after - 1] not in (",", "("):
        number = words.digits(after, most=2)
        day = (number, after + 1) if number and ends(words, after + 1) else None
    if day is not None and 1 <= day[0] <= LAST_DAY and not (the == after and not words[the].isdigit()):
        yield Time(day_of_month(day[0], weekday)), day[1]


def _day_alone(words: Words, place: int, *, loose: bool) -> Found:
    """ "On the 18th", "on 29th", "on the first": a day of a month near."""
    start = words.past(place, ("the",))
    day = ordinal(words, start)
    before = words[place - 1]
    number = words.digits(place, most=2) if before == "on" and ends(words, place + 1) else None
    if number and number <= LAST_DAY and not words.glued(place + 2):
        yield Time(day_of_month(number), day=number), place + 1
    if day is None or not 1 <= day[0] <= LAST_DAY:
        return
    written = words[start].isdigit() or (start > place and before == "on" and ends(words, day[1]))
    if not loose and not (written and before in BEFORE_DAY):
        return
    if ends(words, day[1]) or loose or words[day[1]] in _GOES_ON:
        yield Time(day_of_month(day[0]), day=day[0]), day[1]


def _is_clock(words: Words, place: int) -> bool:
    return words[place] in _CLOCK and (words.glued(place) or words[place] in ("am", "pm"))


def _in_doubt(words: Words, place: int) -> bool:
    """Whether "may" or "march" may be a verb here."""
    return (
        words[place] in ("may", "march", "mar")
        and not words.capital(place)
        and words[place - 1] not in SURELY_BEFORE | {"on"}
    )
