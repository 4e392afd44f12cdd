"""Where people are reached: kept by default, since a memory of people is asked for just that; a policy of their own takes them out."""

from __future__ import annotations

from graphmem.privacy.rule import shipped

_STREET = (
    r"street|st|road|rd|avenue|ave|lane|ln|drive|dr|boulevard|blvd|square|sq|court|ct|place|pl|terrace|way|close|crescent|gardens|row|hill|"
    r"mews|parade|quay|wharf|highway|hwy|parkway|pkwy"
)


def is_phone(text: str) -> bool:
    """Whether it has as many digits as a telephone number (ITU-T E.164: at most fifteen)."""
    return 7 <= sum(each.isdecimal() for each in text) <= 15  # noqa: PLR2004


CONTACTS = (
    shipped("email", r"(?<![\w.+-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[^\W\d_]{2,24}(?![\w-])", "email", hints=("@",)),
    shipped(
        "phone",
        r"(?<![\w+.])(?:\+|00)\d{1,3}[ .\-/]?(?:\(0?\d{1,4}\)[ .\-/]?)?\d(?:[ .\-/]?\d){5,12}(?!\w)",
        "phone",
        valid=is_phone,
        numeric=True,
    ),
    shipped(
        "phone", r"(?<![\w.-])(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[.-])\d{3}[ .-]\d{4}(?![\w-])", "phone", valid=is_phone
    ),
    shipped(
        "phone",
        r"(?<![\w.])\(?0?\d(?:[ .\-/()]{0,2}\d){6,13}(?!\w)",
        "phone",
        valid=is_phone,
        context=(
            "phone",
            "tel",
            "telephone",
            "mobile",
            "cell",
            "call",
            "ring",
            "text",
            "whatsapp",
            "fax",
            "telefone",
            "telemóvel",
            "teléfono",
            "handy",
            "portable",
            "number is",
        ),
        numeric=True,
    ),
    shipped(
        "address",
        rf"(?<![\w.])\d{{1,5}}[A-Za-z]?,? (?:[A-Z][\w'’.-]* ){{1,4}}(?:(?i:{_STREET}))\b\.?(?:,? (?:(?i:apt|apartment|flat|unit|suite)\.? ?#?\w{{1,5}}))?(?:, [A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*)?(?:,? (?:[A-Z]{{2}} )?\d{{5}}(?:-\d{{4}})?| [A-Z]{{1,2}}\d[\dA-Z]? ?\d[A-Z]{{2}})?",
        "address",
    ),
    shipped(
        "address",
        r"(?<!\w)(?:Rua|Avenida|Av\.|Travessa|Praça|Largo|Calle|Plaza|Paseo|Via|Viale|Piazza|Rue|Place|Boulevard) (?:(?:d[aeo]s?|del|della|la|el|do) )?[A-ZÀ-Ý][\w'’.-]*(?: (?:d[aeo]s?|del|della|la|e) [A-ZÀ-Ý][\w'’.-]*| [A-ZÀ-Ý][\w'’.-]*){0,4},? (?:n\.?[ºo°] ?)?\d{1,5}\b(?:[, -]+\d{4}-\d{3}(?: [A-ZÀ-Ý]\w+)?)?",
        "address",
    ),
    shipped(
        "address",
        r"(?<!\w)[A-ZÄÖÜ][\w-]*(?:straße|strasse|str\.|weg|gasse|allee|platz|straat|laan|gracht) \d{1,4}\s?[a-z]?\b(?:, \d{4,5} [A-ZÄÖÜ]\w+)?",
        "address",
    ),
)
