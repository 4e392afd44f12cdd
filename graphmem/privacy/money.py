"""Payment cards (ISO/IEC 7812) and bank accounts (ISO 13616, IBAN)."""

from __future__ import annotations

import re
from collections import defaultdict

from graphmem.privacy.digits import compact, luhn, mod_97_10
from graphmem.privacy.rule import shipped

#: What is written between the groups of a number.
GAP = r"[ \u00a0\u202f.\-]"

#: What every number that stands by itself begins with: digits at the beginning of a word, after few letters at most.
APART = r"(?<![\w.])[A-Z]{0,6}\d(?:[ \u00a0\u202f.\-+]?[\dA-Z]){6}"

#: Which beginnings a network issues, at which lengths.
_ISSUERS = re.compile(
    r"""
      4(?:\d{15}|\d{18})                                            # Visa
    | (?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}  # Mastercard
    | 3[47]\d{13}                                                   # American Express
    | (?:6011|64[4-9]\d|65\d\d)\d{12}                               # Discover
    | 62\d{14,17}                                                   # UnionPay
    | 35(?:2[89]|[3-8]\d)\d{12}                                     # JCB
    | 3(?:0[0-5]|[68]\d|09)\d{11}                                   # Diners Club
    | (?:5018|5020|5038|5893|6304|6759|676[1-3])\d{8,15}            # Maestro
    | 220[0-4]\d{12}                                                # Mir
    """,
    re.VERBOSE,
)

#: Right before a number, these say that it is another kind of number.
OTHER = (
    *(
        "order",
        "invoice",
        "tracking",
        "ticket",
        "reference",
        "ref",
        "serial",
        "imei",
        "iccid",
        "sim card",
        "sim",
        "isbn",
        "ean",
    ),
    *(
        "gtin",
        "barcode",
        "build",
        "batch",
        "booking",
        "chip",
        "meter",
        "article",
        "part",
        "model",
        "case",
        "pedido",
        "fatura",
    ),
    *(
        "factura",
        "encomenda",
        "bestellung",
        "rechnung",
        "commande",
        "facture",
        "ordine",
        "fattura",
        "timestamp",
        "phone",
        "tel",
    ),
)


def is_card(text: str) -> bool:
    """Whether it is a number that a card network issues, with its check digit."""
    digits = "".join(each for each in text if each.isdecimal())
    return _ISSUERS.fullmatch(digits) is not None and luhn(digits)


_GROUPED = rf"\d{{4}}({GAP})\d{{4}}\1\d{{4}}\1\d{{4}}(?:\1\d{{3}})?|\d{{4}}({GAP})\d{{6}}\2\d{{4,5}}|\d{{4}}{GAP}\d{{4}}{GAP}\d{{4}}{GAP}\d{{1,3}}"

CARDS = (
    shipped(
        "card",
        rf"(?<![\w.])(?<!\w-)(?:{_GROUPED}|\d{{12,19}})(?![\w])",
        "card",
        valid=is_card,
        never=OTHER,
        numeric=True,
        gate=APART,
    ),
    shipped(
        "card_security_code",
        r"(?i)\b(?:cv[vc]2?|csc|(?:card )?(?:security|verification) (?:code|value))\b(?: code| number)?(?: on the back| of (?:my|the) card)?\s*(?:is|was|[:=]|of)?:?\s*(?P<secret>\d{3,4})(?![\w.]?\d)",
        "card",
        hints=("cvv", "cvc", "csc", "security code", "verification"),
    ),
)

#: How long the account numbers of each country are, country code and check digits included (SWIFT IBAN registry).
_LENGTHS = """
AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18
FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27
MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27
SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30
"""


def is_iban(text: str) -> bool:
    """Whether the two check digits are right."""
    return mod_97_10(compact(text))


def _iban() -> str:
    by_length: dict[int, list[str]] = defaultdict(list)
    for one in _LENGTHS.split():
        by_length[int(one[2:])].append(one[:2])
    either = "|".join(
        rf"(?:{'|'.join(countries)}){GAP}?\d\d(?:{GAP}?[A-Z0-9]){{{length - 4}}}"
        for length, countries in sorted(by_length.items())
    )
    return rf"(?i)(?<![^\W_])(?:{either})(?![^\W_])"


#: As much as the shortest has of letters and digits.
_SHORTEST = rf"(?i)(?<![^\W_])[^\W\d_]{{2}}{GAP}?\d\d(?:{GAP}?[A-Z0-9]){{11}}"

IBANS = (shipped("iban", _iban(), "iban", valid=is_iban, numeric=True, gate=_SHORTEST),)
