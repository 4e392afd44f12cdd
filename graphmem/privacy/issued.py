"""What proves a number by which a state knows somebody: its check digits, and the birthday that some of them begin with."""

from __future__ import annotations

from datetime import date

from graphmem.privacy.digits import (
    compact,
    letter_for,
    luhn,
    mod_11_2,
    mod_11_10,
    numbers,
    weighted,
)

_DNI = "TRWAGMYFPDXBNJZSQVHLCKE"
_HETU = "0123456789ABCDEFHJKLMNPRSTUVWXY"
_PPS = "WABCDEFGHIJKLMNOPQRSTUV"
_CURP = "0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ"
#: What each character of an Italian fiscal code counts in an odd place: 0 to 9, then A to Z.
_ODD = (1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23)


def is_ssn(text: str) -> bool:
    """A US social security number that can have been issued, or an ITIN (9xx-50…99-xxxx)."""
    area, group, serial = (digits := compact(text))[:3], digits[3:5], digits[5:]
    if digits in ("123456789", "078051120", "219099999") or len(set(digits)) == 1:
        return False  # examples that were printed on sample cards
    if area[0] == "9":
        return group >= "50" and serial != "0000"
    return area not in ("000", "666") and group != "00" and serial != "0000"


def is_nif(text: str) -> bool:
    """A Portuguese tax number."""
    digits = numbers(text)
    rest = weighted(digits[:8], range(9, 1, -1)) % 11
    return digits[0] in (1, 2, 3, 5, 6, 8, 9) and digits[8] == (0 if rest < 2 else 11 - rest)  # noqa: PLR2004


def is_dni(text: str) -> bool:
    """A Spanish DNI, or a NIE, whose X, Y or Z counts as 0, 1 or 2."""
    code = compact(text)
    return letter_for(int(code[:-1].translate(str.maketrans("XYZ", "012"))), _DNI) == code[-1]


def is_cpf(text: str) -> bool:
    """A Brazilian CPF."""
    digits = numbers(text)
    checks = [weighted(digits[: n - 1], range(n, 1, -1)) * 10 % 11 % 10 for n in (10, 11)]
    return len(set(digits)) > 1 and digits[9:] == checks


def is_nir(text: str) -> bool:
    """A French social security number; Corsica's departments 2A and 2B count as 19 and 18."""
    code = compact(text)
    number = int(code[:13].replace("2A", "19").replace("2B", "18"))
    return 97 - number % 97 == int(code[13:])


def is_bsn(text: str) -> bool:
    """A Dutch BSN: the eleven test."""
    digits = numbers(text)
    return any(digits) and weighted(digits, (9, 8, 7, 6, 5, 4, 3, 2, -1)) % 11 == 0


def is_steuer_id(text: str) -> bool:
    """A German tax identification number: of its first ten digits one comes two or three times."""
    digits = numbers(text)
    most = max(digits[:10].count(each) for each in set(digits[:10]))
    return digits[0] != 0 and most in (2, 3) and mod_11_10(text)


def is_codice_fiscale(text: str) -> bool:
    """An Italian fiscal code."""
    code = compact(text)
    values = [int(each, 36) if each.isalpha() else int(each) for each in code]
    places = [value - 10 if value > 9 else value for value in values]  # noqa: PLR2004
    total = sum(_ODD[place] if at % 2 == 0 else place for at, place in enumerate(places[:15]))
    return chr(ord("A") + total % 26) == code[15]


def is_pesel(text: str) -> bool:
    """A Polish PESEL."""
    digits = numbers(text)
    return weighted(digits, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1)) % 10 == 0 and _is_day(
        digits[2] * 10 + digits[3], text[4:6]
    )


def _is_day(month: int, day: str) -> bool:
    """Whether it can be a birthday; the month also tells the century."""
    return 1 <= month % 20 <= 12 and 1 <= int(day) <= 31  # noqa: PLR2004


def is_personnummer(text: str) -> bool:
    """A Swedish personnummer, with a two- or four-digit year."""
    digits = compact(text)[-10:]
    return luhn(digits) and 1 <= int(digits[2:4]) <= 12 and 1 <= int(digits[4:6]) <= 31  # noqa: PLR2004


def is_hetu(text: str) -> bool:
    """A Finnish identity code."""
    code = text.upper()
    return letter_for(int(code[:6] + code[7:10]), _HETU) == code[-1]


def is_fodselsnummer(text: str) -> bool:
    """A Norwegian birth number."""
    digits = numbers(text)
    first = weighted(digits[:10], (3, 7, 6, 1, 8, 9, 4, 5, 2, 1)) % 11
    return first == 0 and weighted(digits, (5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1)) % 11 == 0


def is_nrn(text: str) -> bool:
    """A Belgian national register number; of those born since 2000 a 2 is put before it."""
    code = compact(text)
    return any(97 - int(century + code[:9]) % 97 == int(code[9:]) for century in ("", "2"))


def is_tfn(text: str) -> bool:
    """An Australian tax file number."""
    return weighted(numbers(text), (1, 4, 3, 7, 5, 8, 6, 9, 10)) % 11 == 0


def is_nhs(text: str) -> bool:
    """An NHS number."""
    return len(set(numbers(text))) > 1 and weighted(numbers(text), range(10, 0, -1)) % 11 == 0


def is_chinese_id(text: str) -> bool:
    """A Chinese resident identity number, which holds a birthday."""
    return _is_date(text[6:10], text[10:12], text[12:14]) and mod_11_2(text.upper())


def is_south_african_id(text: str) -> bool:
    """A South African identity number, which begins with a birthday."""
    return _is_date("19" + text[:2], text[2:4], text[4:6]) and luhn(text)


def _is_date(year: str, month: str, day: str) -> bool:
    try:
        date(int(year), int(month), int(day))
    except ValueError:
        return False
    return True


def is_curp(text: str) -> bool:
    """A Mexican CURP."""
    code = text.upper()
    total = sum(_CURP.index(each) * (18 - place) for place, each in enumerate(code[:17]))
    return str((10 - total % 10) % 10) == code[17]


def is_pps(text: str) -> bool:
    """An Irish PPS number, with or without its second letter."""
    code = compact(text)
    second = 9 * (ord(code[8]) - ord("A") + 1) if code[8:] and code[8] != "W" else 0
    return letter_for(weighted(numbers(code[:7]), range(8, 1, -1)) + second, _PPS) == code[7]


def is_rrn(text: str) -> bool:
    """A South Korean resident registration number."""
    digits = numbers(text)
    return (11 - weighted(digits[:12], (2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5)) % 11) % 10 == digits[12]


def is_tckn(text: str) -> bool:
    """A Turkish identity number."""
    digits = numbers(text)
    tenth = (sum(digits[0:9:2]) * 7 - sum(digits[1:8:2])) % 10
    return digits[0] != 0 and digits[9] == tenth and digits[10] == sum(digits[:10]) % 10


def is_rut(text: str) -> bool:
    """A Chilean RUT."""
    code = compact(text)
    total = sum(int(each) * (2 + place % 6) for place, each in enumerate(code[-2::-1]))
    return "0123456789K0"[11 - total % 11] == code[-1]


def is_my_number(text: str) -> bool:
    """A Japanese individual number."""
    digits = numbers(text)
    rest = weighted(digits[:11], (6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2)) % 11
    return digits[11] == (0 if rest < 2 else 11 - rest)  # noqa: PLR2004


def is_cpr(text: str) -> bool:
    """A Danish CPR number begins with a birthday; its check digit is no longer given to all."""
    return 1 <= int(text[:2]) <= 31 and 1 <= int(text[2:4]) <= 12  # noqa: PLR2004
