"""Check digits, against numbers that authorities print as examples."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from graphmem.privacy import issued
from graphmem.privacy.digits import ean13, luhn, verhoeff
from graphmem.privacy.money import is_card, is_iban

EXAMPLES: list[tuple[Callable[[str], bool], str]] = [
    (luhn, "79927398713"),
    (verhoeff, "2363"),
    (is_card, "4111 1111 1111 1111"),
    (is_card, "3782-822463-10005"),
    (is_iban, "GB82 WEST 1234 5698 7654 32"),
    (is_iban, "DE89370400440532013000"),
    (ean13, "7569217076985"),
    (issued.is_ssn, "219-09-9998"),
    (issued.is_nif, "501964843"),
    (issued.is_dni, "12345678Z"),
    (issued.is_dni, "X1234567L"),
    (issued.is_cpf, "529.982.247-25"),
    (issued.is_nir, "255081416802538"),
    (issued.is_bsn, "111222333"),
    (issued.is_steuer_id, "86095742719"),
    (issued.is_codice_fiscale, "RSSMRA85T10A562S"),
    (issued.is_pesel, "44051401359"),
    (issued.is_personnummer, "811218-9876"),
    (issued.is_hetu, "131052-308T"),
    (issued.is_fodselsnummer, "15108695088"),
    (issued.is_nrn, "85.07.30-033.28"),
    (issued.is_tfn, "123 456 782"),
    (issued.is_nhs, "943 476 5919"),
    (issued.is_chinese_id, "11010519491231002X"),
    (issued.is_south_african_id, "8001015009087"),
    (issued.is_pps, "1234567T"),
    (issued.is_tckn, "10000000146"),
    (issued.is_rut, "12.345.678-5"),
]


@pytest.mark.parametrize(("valid", "number"), EXAMPLES, ids=lambda one: getattr(one, "__name__", one))
def test_printed_example_is_valid(valid: Callable[[str], bool], number: str) -> None:
    """What an authority gives as an example has the right check digits."""
    assert valid(number)


@pytest.mark.parametrize(("valid", "number"), [one for one in EXAMPLES if one[0] is not issued.is_ssn])
def test_one_wrong_digit_is_noticed(valid: Callable[[str], bool], number: str) -> None:
    """Of the numbers that differ in their last digit but one, no more than one in ten passes."""
    at = max(place for place, each in enumerate(number[:-1]) if each.isdecimal())
    others = [number[:at] + digit + number[at + 1 :] for digit in "0123456789" if digit != number[at]]

    assert sum(map(valid, others)) <= 1


def test_number_that_was_never_issued_is_no_social_security_number() -> None:
    """Areas 000 and 666, group 00 and the numbers of sample cards belong to nobody."""
    assert not any(map(issued.is_ssn, ("000-12-3456", "666-12-3456", "123-00-3456", "123-45-0000", "078-05-1120")))
