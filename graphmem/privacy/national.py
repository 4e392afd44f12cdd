"""Numbers by which states know people, each with what proves it.

Where a form is unlike any other (123-45-6789, 529.982.247-25) the number is enough; a bare row of digits is taken for one only where a word near
by says so, since one in ten or eleven of all numbers has the right check digit.
"""

from __future__ import annotations

from collections.abc import Callable

from graphmem.privacy.digits import ean13, luhn, verhoeff
from graphmem.privacy.issued import (
    is_bsn,
    is_chinese_id,
    is_codice_fiscale,
    is_cpf,
    is_cpr,
    is_curp,
    is_dni,
    is_fodselsnummer,
    is_hetu,
    is_my_number,
    is_nhs,
    is_nif,
    is_nir,
    is_nrn,
    is_personnummer,
    is_pesel,
    is_pps,
    is_rrn,
    is_rut,
    is_south_african_id,
    is_ssn,
    is_steuer_id,
    is_tckn,
    is_tfn,
)
from graphmem.privacy.money import APART, OTHER
from graphmem.privacy.rule import Rule, shipped


def _rule(
    name: str, pattern: str, valid: Callable[[str], bool] | None, *context: str, distinct: str = "", bare: bool = True
) -> tuple[Rule, ...]:
    """A rule that wants one of the words, and one for a form that is `distinct` and wants none."""
    with_words = shipped(name, _edged(pattern), "national_id", valid=valid, context=context, numeric=bare)
    if not distinct:
        return (with_words,)
    alone = shipped(name, _edged(distinct), "national_id", valid=valid, never=OTHER, numeric=True, gate=APART)
    return with_words, alone


def _edged(pattern: str) -> str:
    return rf"(?<![\w.])(?<![\w]-)(?:{pattern})(?![\w])(?!-\w)"


#: A separator that may be there.
_S = r"[ \u00a0.\-]?"

NATIONAL = (
    *_rule(
        "us_ssn",
        rf"\d{{3}}{_S}\d\d{_S}\d{{4}}",
        is_ssn,
        "ssn",
        "social security",
        "itin",
        "taxpayer",
        distinct=r"\d{3}-\d\d-\d{4}",
    ),
    *_rule(
        "pt_nif",
        rf"\d{{3}}{_S}\d{{3}}{_S}\d{{3}}",
        is_nif,
        "nif",
        "contribuinte",
        "número fiscal",
        "numero fiscal",
        "tax number",
        "tax id",
    ),
    *_rule(
        "es_dni",
        r"(?i:(?:\d{8}|[XYZ]\d{7})[- ]?[A-Z])",
        is_dni,
        "dni",
        "NIE",
        "nif",
        distinct=r"(?:\d{8}|[XYZ]\d{7})-?[A-Z]",
    ),
    *_rule("br_cpf", r"\d{3}\.?\d{3}\.?\d{3}-?\d\d", is_cpf, "cpf", distinct=r"\d{3}\.\d{3}\.\d{3}-\d\d"),
    *_rule(
        "fr_nir",
        rf"[12]{_S}\d\d{_S}\d\d{_S}(?:\d\d|2[AB]){_S}\d{{3}}{_S}\d{{3}}{_S}\d\d",
        is_nir,
        *("nir", "sécu", "securite sociale", "insee", "social security"),
        distinct=rf"[12]{_S}\d\d{_S}(?:0[1-9]|1[0-2]|[2-9]\d){_S}(?:\d\d|2[AB]){_S}\d{{3}}{_S}\d{{3}}{_S}\d\d",
    ),
    *_rule(
        "uk_nino",
        r"(?i:(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d\d ?\d\d ?\d\d ?[A-D])",
        None,
        *("national insurance", "nino", "ni number", "ni no"),
        distinct=r"(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] \d\d \d\d \d\d [A-D]",
        bare=False,
    ),
    *_rule(
        "nl_bsn",
        rf"\d{{3}}{_S}\d{{3}}{_S}\d{{3}}|\d{{4}}\.\d\d\.\d{{3}}",
        is_bsn,
        "bsn",
        "burgerservicenummer",
        "sofinummer",
    ),
    *_rule("de_steuer_id", r"\d\d ?\d{3} ?\d{3} ?\d{3}", is_steuer_id, "steuer", "idnr", "TIN", "tax id"),
    *_rule(
        "it_codice_fiscale",
        r"(?i:[A-Z]{6}\d\d[A-EHLMPRST]\d\d[A-Z]\d{3}[A-Z])",
        is_codice_fiscale,
        *("codice fiscale", "CF"),
        distinct=r"[A-Z]{6}\d\d[A-EHLMPRST]\d\d[A-Z]\d{3}[A-Z]",
        bare=False,
    ),
    *_rule("pl_pesel", r"\d{11}", is_pesel, "pesel"),
    *_rule(
        "se_personnummer",
        r"(?:19|20)?\d{6}[-+]?\d{4}",
        is_personnummer,
        "personnummer",
        "personal number",
        "swedish",
        distinct=r"(?:19|20)?\d{6}[-+]\d{4}",
    ),
    *_rule(
        "fi_hetu",
        r"\d{6}[-+A]\d{3}[0-9A-Y]",
        is_hetu,
        "henkilötunnus",
        "hetu",
        "finnish",
        distinct=r"\d{6}[-+A]\d{3}[0-9A-FHJ-NPR-Y]",
        bare=False,
    ),
    *_rule(
        "no_fodselsnummer",
        r"\d{6} ?\d{5}",
        is_fodselsnummer,
        "fødselsnummer",
        "fodselsnummer",
        "personnummer",
        "norwegian",
    ),
    *_rule("dk_cpr", r"\d{6}-?\d{4}", is_cpr, "cpr", "personnummer"),
    *_rule(
        "be_nrn",
        rf"\d\d{_S}\d\d{_S}\d\d{_S}\d{{3}}{_S}\d\d",
        is_nrn,
        "rijksregister",
        "registre national",
        "national register",
        "nrn",
        distinct=r"\d\d\.\d\d\.\d\d-\d{3}[.-]\d\d",
    ),
    *_rule("ch_ahv", r"756\.?\d{4}\.?\d{4}\.?\d\d", ean13, "ahv", "avs", distinct=r"756\.\d{4}\.\d{4}\.\d\d"),
    *_rule("ca_sin", r"\d{3}[- ]?\d{3}[- ]?\d{3}", luhn, "SIN", "social insurance", "n.a.s"),
    *_rule("au_tfn", r"\d{3} ?\d{3} ?\d{3}", is_tfn, "tfn", "tax file"),
    *_rule("uk_nhs", r"\d{3}[- ]?\d{3}[- ]?\d{4}", is_nhs, "nhs"),
    *_rule(
        "in_aadhaar",
        r"[2-9]\d{3}[ -]?\d{4}[ -]?\d{4}",
        verhoeff,
        "aadhaar",
        "aadhar",
        "uidai",
        distinct=r"[2-9]\d{3} \d{4} \d{4}(?! \d)",
    ),
    *_rule(
        "in_pan",
        r"(?i:[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z])",
        None,
        "PAN",
        "permanent account",
        "income tax",
        bare=False,
    ),
    *_rule(
        "cn_id",
        r"[1-8]\d{5}(?:19|20)\d{9}[\dXx]",
        is_chinese_id,
        "身份证",
        "identity",
        distinct=r"[1-8]\d{5}(?:19|20)\d{9}[\dXx]",
    ),
    *_rule("za_id", r"\d{10}[01]\d\d", is_south_african_id, "south african", "id number", "identity"),
    *_rule(
        "mx_curp",
        r"(?i:[A-Z][AEIOUX][A-Z]{2}\d{6}[HMX][A-Z]{5}[0-9A-Z]\d)",
        is_curp,
        "curp",
        distinct=r"[A-Z][AEIOUX][A-Z]{2}\d{6}[HMX][A-Z]{5}[0-9A-Z]\d",
        bare=False,
    ),
    *_rule("ie_pps", r"(?i:\d{7}[A-W][A-IW]?)", is_pps, "pps"),
    *_rule(
        "kr_rrn",
        r"\d{6}-?[1-8]\d{6}",
        is_rrn,
        "주민",
        "resident registration",
        "rrn",
        distinct=r"\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])-[1-8]\d{6}",
    ),
    *_rule("tr_tckn", r"[1-9]\d{10}", is_tckn, "kimlik", "tckn", "t.c.", "turkish"),
    *_rule(
        "cl_rut", r"\d{1,2}\.?\d{3}\.?\d{3}-?[\dkK]", is_rut, "rut", "RUN", distinct=r"\d{1,2}\.\d{3}\.\d{3}-[\dkK]"
    ),
    *_rule("jp_my_number", r"\d{4}[ -]?\d{4}[ -]?\d{4}", is_my_number, "my number", "マイナンバー", "個人番号"),
    *_rule("il_id", r"\d{9}", luhn, "תעודת זהות", "teudat zehut", "israeli id"),
)
