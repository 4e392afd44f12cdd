"""How long: counted units of time, added up, and the moments and stretches they lead to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from graphmem.dates import spans
from graphmem.dates.numbers import cardinal
from graphmem.dates.scanning import Words
from graphmem.dates.spans import Unit
from graphmem.dates.vocabulary import FEW, FEWEST, MOST, ONE, UNITS
from graphmem.types import Granularity, When

#: The most of a unit that is counted.
_LIMIT = 999
_ORDER: tuple[Unit, ...] = (
    "day",
    "week",
    "weekend",
    "fortnight",
    "month",
    "quarter",
    "half",
    "year",
    "decade",
    "century",
)
#: What is counted in a unit is known to the next coarser one only.
COARSER: dict[Unit, Granularity] = {
    "day": Granularity.WEEK, "week": Granularity.MONTH, "weekend": Granularity.MONTH, "fortnight": Granularity.MONTH,
    "month": Granularity.YEAR, "quarter": Granularity.YEAR, "half": Granularity.YEAR, "year": Granularity.DECADE,
    "decade": Granularity.DECADE, "century": Granularity.DECADE,
}  # fmt: skip
#: Half a unit more.
_HALVES: dict[Unit, tuple[Unit, int]] = {
    "week": ("day", 3), "weekend": ("day", 3), "fortnight": ("week", 1), "month": ("day", 15), "quarter": ("day", 45),
    "half": ("quarter", 1), "year": ("half", 1), "decade": ("year", 5), "century": ("decade", 5),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Length:
    """So many of some units, of which a few are two to five; and the place after the words."""

    parts: tuple[tuple[int, int, Unit], ...]
    end: int
    working: bool = False
    half: bool = False

    @property
    def unit(self) -> Unit:
        """The finest unit counted."""
        return min((unit for _, _, unit in self.parts), key=_ORDER.index)

    @property
    def vague(self) -> bool:
        """Whether it is a few of them."""
        return any(least != most for least, most, _ in self.parts)

    def moved(self, at: datetime, sign: int, *, most: bool = True) -> datetime:
        """A moment moved by the length."""
        for least, greatest, unit in sorted(self.parts, key=lambda part: -_ORDER.index(part[2])):
            at = spans.shifted(at, unit, sign * (greatest if most else least))
        unit, count = _HALVES.get(self.unit, ("day", 0)) if self.half else ("day", 0)
        return spans.shifted(at, unit, sign * count)

    def away(self, at: datetime, sign: int) -> When:
        """The unit a moment so far off lies in; a few are known to the next coarser unit only."""
        if not self.vague:
            return spans.around(self.moved(at, sign), self.unit)
        ends = sorted((self.moved(at, sign, most=False), self.moved(at, sign)))
        first, last = (spans.around(end, self.unit) for end in ends)
        return When(first.start, last.end, COARSER[self.unit])


def count(words: Words, place: int) -> tuple[int, int, int] | None:
    """The least and the most of a number in words or digits, and the place after it."""
    start = words.past(place, ONE)
    if words[start] == "couple":
        return 2, 2, words.past(start + 1, ("of",))
    if words[start] in FEW:
        return FEWEST, MOST, words.past(start + 1, ("of",))
    if start > place:
        return 1, 1, start
    number = cardinal(words, place)
    return (number[0], number[0], number[1]) if number and 0 < number[0] <= _LIMIT else None


def length(words: Words, place: int) -> Length | None:
    """ "Two weeks", "a year and a month", "2 years 1 month 21 days", "a year and a half", "half a year"."""
    if words.after(place, "half", "a", "year"):
        return Length(((1, 1, "half"),), place + 3)
    number = count(words, place)
    if number is None:
        return None
    half = words.after(number[2], "and", "a", "half")
    found = units(words, half or number[2], number[:2])
    if found is None:
        return None
    half_after = words.after(found.end, "and", "a", "half")
    if half or half_after:
        return replace(found, half=True, end=half_after or found.end)
    more = length(words, words.past(found.end, ("and", ",")))
    if more is None or more.half or _ORDER.index(more.parts[0][2]) >= _ORDER.index(found.unit):
        return found
    return replace(more, parts=found.parts + more.parts)


def units(words: Words, place: int, number: tuple[int, int]) -> Length | None:
    """A unit counted by a number that was read before it."""
    working = words[place] in ("business", "working") and words[place + 1] in ("day", "days")
    unit = UNITS.get(words[place + working])
    if unit is None or words[place - 1] == "-":
        return None
    return Length(((*number, unit),), place + 1 + working, working)
