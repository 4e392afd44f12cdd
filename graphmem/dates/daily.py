"""Days told from today or by their weekday: "yesterday", "last night", "on Friday", "Tuesday of next week"."""

from __future__ import annotations

from graphmem.dates import spans
from graphmem.dates.scanning import Words
from graphmem.dates.settling import Now, Settle, Time, in_week, weekday_after, weekday_before
from graphmem.dates.vocabulary import BEFORE_DAY, FULL_WEEKDAYS, WEEKDAYS
from graphmem.dates.which import Which, which_word
from graphmem.dates.written import Found
from graphmem.types import When

_TODAY = {"today": 0, "tonight": 0, "tomorrow": 1, "yesterday": -1}
_PARTS = ("morning", "afternoon", "evening", "night")
_NEVER_AFTER = frozenset({"every", "each", "black", "good", "ash", "palm", "easter", "cyber"})


def daily(words: Words, place: int, *, loose: bool = False) -> Found:
    """Every reading of a day told from today that begins at a place."""
    yield from _from_today(words, place, loose=loose)
    yield from _weekday(words, place, loose=loose)
    yield from _weekday_of_week(words, place)


def _from_today(words: Words, place: int, *, loose: bool) -> Found:
    word = words[place]
    if word in _TODAY:
        yield Time(_shifted(_TODAY[word])), words.past(place + 1, _PARTS if word != "tonight" else ())
    if word == "this" and words[place + 1] in _PARTS[:3]:
        yield Time(_shifted(0)), place + 2
    if word == "last" and words[place + 1] == "night":
        yield Time(_shifted(-1)), place + 2
    if words.after(place, "current", "date"):
        yield Time(_shifted(0)), place + 2
    present = words.past(place, ("the",))
    if loose and words[present] in ("now", "present"):
        yield Time(_shifted(0)), present + 1


def _shifted(count: int) -> Settle:
    return lambda now: spans.day(spans.shifted(now.at, "day", count))


def _weekday(words: Words, place: int, *, loose: bool) -> Found:
    which = which_word(words, place)
    if which is not None and words[which.end] in WEEKDAYS:
        wanted = WEEKDAYS[words[which.end]]
        yield Time(lambda now: _which_weekday(now, which, wanted), weekday=wanted, placed=True), which.end + 1
    word, before = words[place], words[place - 1]
    listed = before in ("or", "and", ",") and words[place - 2] in WEEKDAYS
    told = word in FULL_WEEKDAYS or loose or listed or before in BEFORE_DAY
    if word in WEEKDAYS and told and before not in _NEVER_AFTER:
        wanted = WEEKDAYS[word]
        yield (
            Time(
                lambda now: now.nearest(weekday_before(now.at, wanted), weekday_after(now.at, wanted)), weekday=wanted
            ),
            place + 1,
        )


def _which_weekday(now: Now, which: Which, wanted: int) -> When:
    """ "Last Friday" is the latest before today, "next Friday" is next week's, "this Friday" this week's."""
    match which.word:
        case "last" | "past":
            return weekday_before(now.at, wanted)
        case "coming" | "upcoming":
            return weekday_after(now.at, wanted)
    return in_week(spans.shifted(now.at, "week", which.step), wanted)


def _weekday_of_week(words: Words, place: int) -> Found:
    """ "Tuesday of last week", "Monday next week", "next week on Tuesday"."""
    if words[place] in WEEKDAYS:
        week = _week(words, words.past(place + 1, ("of", "in")))
        wanted = WEEKDAYS[words[place]]
        if week is not None:
            yield Time(_of_week(week.step, wanted), weekday=wanted, placed=True), week.end
    week = _week(words, place)
    if week is not None:
        on = words.past(words.past(week.end, (",",)), ("on",))
        if words[on] in WEEKDAYS:
            yield Time(_of_week(week.step, WEEKDAYS[words[on]]), weekday=WEEKDAYS[words[on]], placed=True), on + 1


def _week(words: Words, place: int) -> Which | None:
    which = which_word(words, place)
    return Which(which.step, which.word, which.end + 1) if which and words[which.end] == "week" else None


def _of_week(step: int, wanted: int) -> Settle:
    return lambda now: in_week(spans.shifted(now.at, "week", step), wanted)
