"""Numbers in words and digits: how many, the how-manieth, and years as they are spoken."""

from __future__ import annotations

from graphmem.dates.scanning import Words

_SMALL = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
SMALL = {word: number for number, word in enumerate(_SMALL.split(), start=1)}
TENS = {word: 10 * number for number, word in enumerate(_TENS.split(), start=2)}
ONES = {word: number for word, number in SMALL.items() if number <= 9}  # noqa: PLR2004
_NTH = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth"
)
NTH = {word: number for number, word in enumerate(_NTH.split(), start=1)} | {"thirtieth": 30}
_ENDINGS = ("st", "nd", "rd", "th")
_CENTURIES = {word: number for word, number in SMALL.items() if number >= 17} | {"twenty": 20}  # noqa: PLR2004  # spoken years
FIRST_YEAR, LAST_YEAR = 1700, 2199
#: Years of two digits are at most so many years ahead.
_AHEAD = 12


def cardinal(words: Words, place: int) -> tuple[int, int] | None:
    """A number below a hundred in words, or of up to four digits, and the place after it."""
    number = words.digits(place)
    if number is not None:
        return number, place + 1
    word = words[place]
    if word in SMALL:
        return SMALL[word], place + 1
    if word not in TENS:
        return None
    after = words.past(place + 1, "-")
    return (TENS[word] + ONES[words[after]], after + 1) if words[after] in ONES else (TENS[word], place + 1)


def ordinal(words: Words, place: int) -> tuple[int, int] | None:
    """ "3rd", "third", "twenty-first", and the place after it."""
    word = words[place]
    if word.isascii() and word.isdigit() and len(word) <= 2 and words[place + 1] in _ENDINGS and words.glued(place + 1):  # noqa: PLR2004
        return int(word), place + 2
    if word in NTH:
        return NTH[word], place + 1
    if word in TENS:
        after = words.past(place + 1, "-")
        if NTH.get(words[after], 10) < 10:  # noqa: PLR2004
            return TENS[word] + NTH[words[after]], after + 1
    return None


def year(words: Words, place: int) -> tuple[int, int] | None:
    """A year in four digits or spoken in full, and the place after it."""
    number = words.digits(place)
    if number is not None:
        return (number, place + 1) if FIRST_YEAR <= number <= LAST_YEAR and len(words[place]) == 4 else None  # noqa: PLR2004
    if words.after(place, "two", "thousand"):
        rest = words.past(place + 2, ("and",))
        small = cardinal(words, rest) if not words[rest].isdigit() else None
        return (2000 + small[0], small[1]) if small else (2000, place + 2)
    return _spoken(words, place)


def _spoken(words: Words, place: int) -> tuple[int, int] | None:
    """ "Nineteen ninety six", "twenty fifteen", "nineteen oh five"."""
    century = _CENTURIES.get(words[place])
    if century is None:
        return None
    after = words.past(place + 1, "-")
    if words[after] in ("oh", "o") and words[after + 1] in ONES:
        return 100 * century + ONES[words[after + 1]], after + 2
    rest = cardinal(words, after) if not words[after].isdigit() else None
    return (100 * century + rest[0], rest[1]) if rest and rest[0] >= 10 else None  # noqa: PLR2004


def short_year(words: Words, place: int) -> tuple[int, int] | None:
    """ "'87" or "87": two digits that can only be a year where they stand, and the place after them."""
    digits = words.past(place, "'")
    number = words.digits(digits, most=2)
    return (number, digits + 1) if number is not None and len(words[digits]) == 2 else None  # noqa: PLR2004


def full_year(number: int, now: int) -> int:
    """A year of two digits in full: the last that is at most some years ahead."""
    if number >= 100:  # noqa: PLR2004  # in full already
        return number
    century = now // 100 * 100
    return century + number if century + number <= now + _AHEAD else century - 100 + number
