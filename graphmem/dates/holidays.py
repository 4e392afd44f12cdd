"""Feast days as days of a year: fixed ones, those on the nth weekday of a month, and those that Easter moves.

Feasts of other calendars (Eid, the Lunar New Year) need tables of the moon and are left out.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from graphmem.dates import spans
from graphmem.types import When

_FIXED = {
    "new year": (1, 1), "new year day": (1, 1), "new year eve": (12, 31), "epiphany": (1, 6), "groundhog day": (2, 2),
    "valentine day": (2, 14),  "saint valentine day": (2, 14), "women day": (3, 8),
    "international women day": (3, 8), "st patrick day": (3, 17), "saint patrick day": (3, 17), "april fool day": (4, 1), "april fool": (4, 1),
    "earth day": (4, 22), "may day": (5, 1), "worker day": (5, 1), "international worker day": (5, 1),
    "juneteenth": (6, 19), "independence day": (7, 4), "bastille day": (7, 14),
    "halloween": (10, 31), "all saint day": (11, 1), "all soul day": (11, 2), "guy fawkes": (11, 5), "veteran day": (11, 11),
    "christmas": (12, 25), "christmas day": (12, 25), "xmas": (12, 25), "christmas eve": (12, 24), "xmas eve": (12, 24),
    "boxing day": (12, 26),
}  # fmt: skip
#: Month, weekday (Monday is 0), which of them (the last is -1), and days after it.
_ON_A_WEEKDAY = {
    "martin luther king day": (1, 0, 3, 0), "mlk day": (1, 0, 3, 0), "president day": (2, 0, 3, 0),
    "mother day": (5, 6, 2, 0), "memorial day": (5, 0, -1, 0), "father day": (6, 6, 3, 0), "labor day": (9, 0, 1, 0),
    "labour day": (9, 0, 1, 0), "columbus day": (10, 0, 2, 0), "thanksgiving": (11, 3, 4, 0),
    "thanksgiving day": (11, 3, 4, 0), "black friday": (11, 3, 4, 1), "cyber monday": (11, 3, 4, 4),
}  # fmt: skip
_FROM_EASTER = {
    "mardi gras": -47, "shrove tuesday": -47, "ash wednesday": -46, "palm sunday": -7, "maundy thursday": -3, "good friday": -2,
    "easter": 0, "easter day": 0, "easter sunday": 0, "easter monday": 1, "ascension day": 39, "pentecost": 49,
    "whit monday": 50,
}  # fmt: skip


def easter(year: int) -> datetime:
    """Easter Sunday: the Gregorian computus of J. Meeus, J. H. Jones and H. M. Butcher (Meeus, Astronomical Algorithms, ch. 8).

    >>> easter(2024).date().isoformat()
    '2024-03-31'
    """
    golden, (century, of_century) = year % 19, divmod(year, 100)
    leaps, rest = divmod(century, 4)
    moon = (19 * golden + century - leaps - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    weekday = (32 + 2 * rest + 2 * (of_century // 4) - moon - of_century % 4) % 7
    late = (golden + 11 * moon + 22 * weekday) // 451
    month, day = divmod(moon + weekday - 7 * late + 114, 31)
    return datetime(year, month, day + 1, tzinfo=UTC)


def on_weekday(year: int, month: int, weekday: int, nth: int) -> datetime:
    """The nth such weekday of a month; -1 is the last."""
    if nth < 0:
        last = spans.month(year, month).end - timedelta(days=1)
        return last - timedelta(days=(last.weekday() - weekday) % 7)
    first = spans.month(year, month).start
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (nth - 1))


def _of_year(name: str) -> Callable[[int], When | None]:
    if name in _FIXED:
        month, day = _FIXED[name]
        return lambda year: spans.on(year, month, day)
    if name in _FROM_EASTER:
        return lambda year: spans.day(easter(year) + timedelta(days=_FROM_EASTER[name]))
    month, weekday, nth, after = _ON_A_WEEKDAY[name]
    return lambda year: spans.day(on_weekday(year, month, weekday, nth) + timedelta(days=after))


#: By name, as words without "'s" and without a plural.
HOLIDAYS = {tuple(name.split()): _of_year(name) for name in (*_FIXED, *_ON_A_WEEKDAY, *_FROM_EASTER)}
