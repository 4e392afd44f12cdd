"""Check digits: what tells a number that was issued from one that merely has as many digits.

Each function says whether a number, given as its digits (and letters where it has some) without separators, is one.
"""

from __future__ import annotations

import string
from collections.abc import Sequence

#: The tables of Verhoeff's scheme (J. Verhoeff, Error Detecting Decimal Codes, 1969): the dihedral group D5 and its permutations.
_D5 = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    [1, 2, 3, 4, 0, 6, 7, 8, 9, 5],
    [2, 3, 4, 0, 1, 7, 8, 9, 5, 6],
    [3, 4, 0, 1, 2, 8, 9, 5, 6, 7],
    [4, 0, 1, 2, 3, 9, 5, 6, 7, 8],
    [5, 9, 8, 7, 6, 0, 4, 3, 2, 1],
    [6, 5, 9, 8, 7, 1, 0, 4, 3, 2],
    [7, 6, 5, 9, 8, 2, 1, 0, 4, 3],
    [8, 7, 6, 5, 9, 3, 2, 1, 0, 4],
    [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
]
_TURNS = [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [1, 5, 7, 6, 2, 8, 3, 0, 9, 4]]
while len(_TURNS) < 8:  # noqa: PLR2004  # the permutation has order eight
    _TURNS.append([_TURNS[-1][digit] for digit in _TURNS[1]])


def compact(text: str) -> str:
    """A number without what is written between its digits, its letters in upper case."""
    return "".join(each for each in text if each.isalnum()).upper()


def numbers(text: str) -> list[int]:
    """Its digits."""
    return [int(each) for each in text if each.isdecimal()]


def luhn(text: str) -> bool:
    """The sum of ISO/IEC 7812-1, annex B: from the right, every second digit doubled."""
    digits = numbers(text)[::-1]
    doubled = [sum(divmod(2 * each, 10)) for each in digits[1::2]]
    return bool(digits) and (sum(digits[::2]) + sum(doubled)) % 10 == 0


def verhoeff(text: str) -> bool:
    """Verhoeff's scheme, as for an Indian Aadhaar."""
    check = 0
    for place, digit in enumerate(numbers(text)[::-1]):
        check = _D5[check][_TURNS[place % 8][digit]]
    return check == 0


def weighted(digits: Sequence[int], weights: Sequence[int]) -> int:
    """The sum of the digits by their weights."""
    return sum(digit * weight for digit, weight in zip(digits, weights, strict=True))


def mod_97_10(text: str) -> bool:
    """ISO/IEC 7064 MOD 97-10 as ISO 13616 uses it: the first four to the end, letters as 10 to 35."""
    moved = text[4:] + text[:4]
    if not moved.isascii() or not moved.isalnum():
        return False
    return int("".join(str(int(each, 36)) for each in moved)) % 97 == 1


def mod_11_10(text: str) -> bool:
    """ISO/IEC 7064 MOD 11,10, as for a German tax number."""
    product = 10
    digits = numbers(text)
    for digit in digits[:-1]:
        product = ((digit + product) % 10 or 10) * 2 % 11
    return (11 - product) % 10 == digits[-1]


def mod_11_2(text: str) -> bool:
    """ISO/IEC 7064 MOD 11-2, as for a Chinese identity number; X is ten."""
    values = [10 if each == "X" else int(each) for each in text]
    return sum(value * pow(2, place, 11) for place, value in enumerate(values[::-1])) % 11 == 1


def ean13(text: str) -> bool:
    """The check digit of an EAN-13, which Swiss AHV numbers have."""
    digits = numbers(text)
    return weighted(digits, [1, 3] * 6 + [1]) % 10 == 0


def letter_for(number: int, letters: str) -> str:
    """The letter that stands for a remainder."""
    return letters[number % len(letters)]


#: Where Italian fiscal codes and others count letters from.
ALPHABET = string.ascii_uppercase
