"""Secrets that nobody has: made from a seed when they are needed, so that no file holds what a scanner would take for a leaked one.

A gold text has slots, such as `My card is <<visa>>.`; each is filled with a value of that kind, the same for the same seed.
"""

from __future__ import annotations

import base64
import json
import random
import re
import string
from collections.abc import Callable
from dataclasses import dataclass, field

from graphmem.privacy import issued
from graphmem.privacy.digits import ean13, luhn, mod_97_10, verhoeff

_SLOT = re.compile(r"<<(?P<kind>[a-z0-9_]+)(?::(?P<of>[^<>]+))?>>")

_UPPER, _LETTERS, _DIGITS = string.ascii_uppercase, string.ascii_letters, string.digits
_MIXED, _HEX = _LETTERS + _DIGITS, "0123456789abcdef"

_WORDS = [
    "apple",
    "anchor",
    "bridge",
    "candle",
    "copper",
    "dragon",
    "eagle",
    "forest",
    "garden",
    "hammer",
    "island",
    "jacket",
    "kettle",
    "ladder",
    "marble",
    "needle",
    "ocean",
    "pepper",
    "quartz",
    "river",
    "saddle",
    "tunnel",
    "velvet",
    "window",
]
_PET_NAMES = ["Fluffy", "Rover", "Biscuit", "Zorro", "Pumpkin", "Daisy"]
_PLAIN = ["sunflower", "lighthouse", "marmalade", "butterfly", "kingfisher", "raspberry"]


@dataclass
class Faker:
    """Values by kind, from one seed; `made` are those that were filled in, in order."""

    seed: str
    made: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    def filled(self, text: str) -> str:
        """The text with its slots filled."""
        return _SLOT.sub(self._fill, text)

    def _fill(self, slot: re.Match[str]) -> str:
        value = _KINDS[slot["kind"]](self, slot["of"] or "")
        self.made.append(value)
        return value

    def some(self, alphabet: str, count: int) -> str:
        """So many characters."""
        return "".join(self._random.choice(alphabet) for _ in range(count))

    def mixed(self, count: int, alphabet: str = _MIXED) -> str:
        """So many characters of which at least three are digits and three letters."""
        while True:
            made = self.some(alphabet, count)
            if sum(c.isdigit() for c in made) >= 3 and sum(c.isalpha() for c in made) >= 3:
                return made

    def until(self, make: Callable[[], str], valid: Callable[[str], bool]) -> str:
        """The first that is valid."""
        while not valid(made := make()):
            pass
        return made

    def card(self, start: str, length: int) -> str:
        """A card number of a network."""
        return self.until(lambda: start + self.some(_DIGITS, length - len(start)), luhn)

    def day(self) -> str:
        """A birthday as YYMMDD."""
        return f"{self._random.randint(40, 99)}{self._random.randint(1, 12):02}{self._random.randint(1, 28):02}"

    def pick(self, words: list[str]) -> str:
        """One of some."""
        return self._random.choice(words)


def _in(text: str, *sizes: int, by: str = " ") -> str:
    parts, at = [], 0
    for size in sizes:
        parts.append(text[at : at + size])
        at += size
    return by.join([*parts, text[at:]] if at < len(text) else parts)


def _shaped(shape: str, code: str) -> str:
    left = list(code)
    return "".join(left.pop(0) if each == "d" else each for each in shape)


def _fours(text: str, by: str = " ") -> str:
    return _in(text, *[4] * (len(text) // 4), by=by)


_IBAN_BODIES = {
    "DE": "18d", "PT": "21d", "GB": "4u14d", "NL": "4u10d", "FR": "10d11m2d", "IT": "1u10d12m", "ES": "20d", "BE": "12d", "CH": "5d12m",
    "PL": "24d", "NO": "11d", "MT": "4u5d18m", "AT": "16d", "SE": "20d",
}  # fmt: skip


def _iban(faker: Faker, country: str) -> str:
    alphabets = {"d": _DIGITS, "u": _UPPER, "m": _UPPER + _DIGITS}
    body = "".join(
        faker.some(alphabets[kind], int(count)) for count, kind in re.findall(r"(\d+)([dum])", _IBAN_BODIES[country])
    )
    return next(iban for check in range(2, 99) if mod_97_10(iban := f"{country}{check:02}{body}"))


def _digits(count: int, valid: Callable[[str], bool], start: str = "") -> Callable[[Faker, str], str]:
    return lambda f, _: f.until(lambda: start + f.some(_DIGITS, count - len(start)), valid)


def _grouped(make: Callable[[Faker, str], str], *sizes: int, by: str = " ") -> Callable[[Faker, str], str]:
    return lambda f, of: _in(make(f, of), *sizes, by=by)


def _pem(faker: Faker, title: str, *, end: str = "\n", cut: bool = False) -> str:
    body = [faker.some(_MIXED + "+/", 64) for _ in range(6)]
    body.append(faker.some(_MIXED, 30) + "==")
    lines = [f"-----BEGIN {title}-----", *body, f"-----END {title}-----"]
    return end.join(lines[:4] if cut else lines)


def _jwt(faker: Faker, _: str) -> str:
    def part(value: object) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    return f"{part({'alg': 'HS256', 'typ': 'JWT'})}.{part({'sub': faker.some(_DIGITS, 8), 'name': 'Ada'})}.{faker.mixed(43)}"


def _codice(faker: Faker, _: str) -> str:
    def make() -> str:
        return (
            faker.some("BCDFGLMNPRSTV", 6) + faker.some(_DIGITS, 2) + faker.pick(list("ABCDEHLMPRST")) + f"{faker._random.randint(1, 28):02}"
            + "H" + faker.some(_DIGITS, 3) + faker.some(_UPPER, 1)
        )  # fmt: skip

    return faker.until(make, issued.is_codice_fiscale)


def _curp(faker: Faker, _: str) -> str:
    def make() -> str:
        return (
            "GA"
            + faker.some("BCDFGLMNPRSTV", 2)
            + faker.day()
            + faker.pick(["H", "M"])
            + "DF"
            + faker.some("BCDFGLMNPRSTV", 3)
            + "0"
            + faker.some(_DIGITS, 1)
        )

    return faker.until(make, issued.is_curp)


def _password(faker: Faker, _: str) -> str:
    shape = faker._random.randrange(4)
    word = faker.pick(_WORDS)
    if shape == 0:
        return word + faker.some(_DIGITS, 2)
    if shape == 1:
        return word.capitalize() + faker.pick(["!", "#", "$", "@"]) + faker.some(_DIGITS, 3)
    if shape == 2:
        return faker.mixed(12)
    return f"{word.capitalize()}-{faker.pick(_WORDS).capitalize()}{faker.some(_DIGITS, 1)}"


_ssn = _digits(9, lambda one: issued.is_ssn(one) and one[0] != "9")
_itin = _digits(9, issued.is_ssn, "97")
_nir = _digits(15, lambda one: one[3:5] in ("03", "07", "11") and issued.is_nir(one), "2")
_aadhaar = _digits(12, lambda one: one[0] > "1" and verhoeff(one))
_steuer = _digits(11, issued.is_steuer_id)
_nhs = _digits(10, issued.is_nhs)
_tfn = _digits(9, issued.is_tfn)
_sin = _digits(9, luhn, "4")
_nif = _digits(9, issued.is_nif, "2")
_cpf = _digits(11, issued.is_cpf)
_ahv = _digits(13, ean13, "756")
_isbn = _digits(13, ean13, "978")


def _visa(f: Faker, _: str) -> str:
    return f.card("4", 16)


def _mastercard(f: Faker, _: str) -> str:
    return f.card("53", 16)


_KINDS: dict[str, Callable[[Faker, str], str]] = {
    "visa": _visa,
    "visa_spaced": lambda f, _: _fours(_visa(f, _)),
    "visa_dashed": lambda f, _: _fours(_visa(f, _), "-"),
    "visa_dotted": lambda f, _: _fours(_visa(f, _), "."),
    "mastercard": _mastercard,
    "mastercard_spaced": lambda f, _: _fours(_mastercard(f, _)),
    "mastercard_dashed": lambda f, _: _fours(_mastercard(f, _), "-"),
    "mastercard_nbsp": lambda f, _: _fours(_mastercard(f, _), "\u00a0"),
    "mastercard_2_spaced": lambda f, _: _fours(f.card("2345", 16)),
    "amex": lambda f, _: f.card("37", 15),
    "amex_spaced": lambda f, _: _in(f.card("34", 15), 4, 6, 5),
    "discover": lambda f, _: f.card("6011", 16),
    "discover_spaced": lambda f, _: _fours(f.card("6011", 16)),
    "jcb_spaced": lambda f, _: _fours(f.card("3530", 16)),
    "diners_spaced": lambda f, _: _in(f.card("36", 14), 4, 6, 4),
    "unionpay": lambda f, _: f.card("62", 16),
    "unionpay_spaced": lambda f, _: _fours(f.card("62", 19)),
    "maestro_spaced": lambda f, _: _fours(f.card("6759", 16)),
    "cvv": lambda f, _: f.some(_DIGITS, 3),
    "ssn": _grouped(_ssn, 3, 2, 4, by="-"),
    "ssn_plain": _ssn,
    "ssn_spaced": _grouped(_ssn, 3, 2, 4),
    "itin": _grouped(_itin, 3, 2, 4, by="-"),
    "nif_pt": _nif,
    "nif_pt_spaced": _grouped(_nif, 3, 3, 3),
    "dni_es": lambda f, _: f.until(lambda: f.some(_DIGITS, 8) + f.some(_UPPER, 1), issued.is_dni),
    "dni_es_dashed": lambda f, _: f.until(lambda: f.some(_DIGITS, 8) + "-" + f.some(_UPPER, 1), issued.is_dni),
    "nie_es": lambda f, _: f.until(lambda: f.some("XYZ", 1) + f.some(_DIGITS, 7) + f.some(_UPPER, 1), issued.is_dni),
    "cpf": lambda f, _: _shaped("ddd.ddd.ddd-dd", _cpf(f, _)),
    "cpf_plain": _cpf,
    "nir_fr": _nir,
    "nir_fr_spaced": _grouped(_nir, 1, 2, 2, 2, 3, 3, 2),
    "nino": lambda f, _: f.some("ABCEHJLMPRS", 1) + f.some("ABCEHJLMPRS", 1) + f.some(_DIGITS, 6) + f.some("ABCD", 1),
    "nino_spaced": lambda f, _: _in("J" + f.some("ABCEHJLMPRS", 1) + f.some(_DIGITS, 6) + f.some("ABCD", 1), 2, 2, 2, 2, 1),
    "bsn": _digits(9, issued.is_bsn),
    "steuer_id": _steuer,
    "steuer_id_spaced": _grouped(_steuer, 2, 3, 3, 3),
    "codice_fiscale": _codice,
    "pesel": _digits(11, issued.is_pesel),
    "personnummer": lambda f, _: _in(f.until(lambda: f.day() + f.some(_DIGITS, 4), issued.is_personnummer), 6, 4, by="-"),
    "hetu": lambda f, _: f.until(lambda: f"{f._random.randint(1, 28):02}{f._random.randint(1, 12):02}{f.some(_DIGITS, 2)}-{f.some(_DIGITS, 3)}{f.some('ABCDEFHJKLMN', 1)}", issued.is_hetu),
    "fodselsnummer": _digits(11, issued.is_fodselsnummer),
    "nrn_be": lambda f, _: _shaped("dd.dd.dd-ddd.dd", f.until(lambda: f.day() + f.some(_DIGITS, 5), issued.is_nrn)),
    "ahv_ch": _grouped(_ahv, 3, 4, 4, 2, by="."),
    "sin_ca_spaced": _grouped(_sin, 3, 3, 3),
    "sin_ca_dashed": _grouped(_sin, 3, 3, 3, by="-"),
    "tfn_au_spaced": _grouped(_tfn, 3, 3, 3),
    "nhs": _nhs,
    "nhs_spaced": _grouped(_nhs, 3, 3, 4),
    "aadhaar": _aadhaar,
    "aadhaar_spaced": _grouped(_aadhaar, 4, 4, 4),
    "pan_in": lambda f, _: f.some(_UPPER, 3) + "P" + f.some(_UPPER, 1) + f.some(_DIGITS, 4) + f.some(_UPPER, 1),
    "id_cn": lambda f, _: f.until(lambda: "110105" + "19" + f.day() + f.some(_DIGITS, 3) + f.some(_DIGITS + "X", 1), issued.is_chinese_id),
    "id_za": lambda f, _: f.until(lambda: f.day() + f.some(_DIGITS, 4) + "08" + f.some(_DIGITS, 1), issued.is_south_african_id),
    "curp": _curp,
    "pps_ie": lambda f, _: f.until(lambda: f.some(_DIGITS, 7) + f.some("ABCDEFGHIJ", 1) + "A", issued.is_pps),
    "rrn_kr": lambda f, _: _in(f.until(lambda: f.day() + "1" + f.some(_DIGITS, 6), issued.is_rrn), 6, 7, by="-"),
    "tckn": _digits(11, issued.is_tckn),
    "rut_cl": lambda f, _: _shaped("dd.ddd.ddd-d", f.until(lambda: f.some("12", 1) + f.some(_DIGITS, 7) + f.some(_DIGITS + "K", 1), issued.is_rut)),
    "mynumber_jp": _digits(12, issued.is_my_number),
    "iban": _iban,
    "iban_spaced": lambda f, of: _fours(_iban(f, of)),
    "iban_dashed": lambda f, of: _fours(_iban(f, of), "-"),
    "iban_lower": lambda f, of: _iban(f, of).lower(),
    "aws_id": lambda f, _: "AK" + "IA" + f.mixed(16, _UPPER + "234567"),
    "aws_secret": lambda f, _: f.mixed(40, _MIXED + "+/"),
    "github_ghp": lambda f, _: "gh" + "p_" + f.mixed(36),
    "github_ghs": lambda f, _: "gh" + "s_" + f.mixed(36),
    "github_pat": lambda f, _: "github" + "_pat_" + f.mixed(22) + "_" + f.mixed(59),
    "gitlab": lambda f, _: "gl" + "pat-" + f.mixed(20),
    "slack_bot": lambda f, _: "xo" + "xb-" + f.some(_DIGITS, 12) + "-" + f.some(_DIGITS, 13) + "-" + f.mixed(24),
    "slack_user": lambda f, _: "xo" + "xp-" + f.some(_DIGITS, 12) + "-" + f.some(_DIGITS, 12) + "-" + f.some(_DIGITS, 12) + "-" + f.mixed(32, _HEX),
    "slack_hook": lambda f, _: "https://hooks.sl" + "ack.com/services/T" + f.mixed(8, _UPPER + _DIGITS) + "/B" + f.mixed(10, _UPPER + _DIGITS) + "/" + f.mixed(24),
    "slack_app": lambda f, _: "xa" + "pp-1-A" + f.mixed(10, _UPPER + _DIGITS) + "-" + f.some(_DIGITS, 13) + "-" + f.mixed(64, _HEX),
    "stripe_live": lambda f, _: "sk" + "_live_" + f.mixed(24),
    "stripe_test": lambda f, _: "sk" + "_test_" + f.mixed(24),
    "stripe_restricted": lambda f, _: "rk" + "_live_" + f.mixed(24),
    "stripe_hook": lambda f, _: "wh" + "sec_" + f.mixed(32),
    "openai_old": lambda f, _: "s" + "k-" + f.mixed(48),
    "openai_project": lambda f, _: "s" + "k-proj-" + f.mixed(64, _MIXED + "-_"),
    "anthropic": lambda f, _: "sk" + "-ant-api03-" + f.mixed(93, _MIXED + "-_") + "AA",
    "google": lambda f, _: "AI" + "za" + f.mixed(35),
    "google_secret": lambda f, _: "GO" + "CSPX-" + f.mixed(28),
    "google_oauth": lambda f, _: "ya" + "29.a0" + f.mixed(60),
    "jwt": _jwt,
    "bearer": lambda f, _: f.mixed(40),
    "basic": lambda f, _: base64.b64encode(f"ada:{f.mixed(10)}".encode()).decode(),
    "npm": lambda f, _: "np" + "m_" + f.mixed(36),
    "pypi": lambda f, _: "py" + "pi-AgEIcHlwaS5vcmc" + f.mixed(120),
    "sendgrid": lambda f, _: "S" + "G." + f.mixed(22) + "." + f.mixed(43),
    "twilio_key": lambda f, _: "S" + "K" + f.mixed(32, _HEX),
    "hex32": lambda f, _: f.mixed(32, _HEX),
    "hex64": lambda f, _: f.mixed(64, _HEX),
    "azure_key": lambda f, _: f.mixed(86, _MIXED + "+/") + "==",
    "azure_bus_key": lambda f, _: f.mixed(43, _MIXED + "+/") + "=",
    "azure_sig": lambda f, _: f.mixed(43) + "%3D",
    "telegram": lambda f, _: f.some("123456789", 10) + ":A" + "A" + f.mixed(33),
    "discord": lambda f, _: "M" + f.mixed(25) + "." + f.mixed(6) + "." + f.mixed(38),
    "discord_hook": lambda f, _: f.some("123456789", 18) + "/" + f.mixed(68),
    "mailgun": lambda f, _: "ke" + "y-" + f.mixed(32, _HEX),
    "mailchimp": lambda f, _: f.mixed(32, _HEX) + "-us" + "14",
    "shopify": lambda f, _: "sh" + "pat_" + f.mixed(32, _HEX),
    "digitalocean": lambda f, _: "do" + "p_v1_" + f.mixed(64, _HEX),
    "huggingface": lambda f, _: "h" + "f_" + f.some(_LETTERS, 34),
    "databricks": lambda f, _: "da" + "pi" + f.mixed(32, _HEX),
    "square": lambda f, _: "sq0" + "atp-" + f.mixed(22),
    "newrelic": lambda f, _: "NR" + "AK-" + f.mixed(27, _UPPER + _DIGITS),
    "grafana": lambda f, _: "gl" + "sa_" + f.mixed(32) + "_" + f.mixed(8, _HEX),
    "linear": lambda f, _: "lin" + "_api_" + f.mixed(40),
    "notion": lambda f, _: "nt" + "n_" + f.mixed(46),
    "postman": lambda f, _: "PM" + "AK-" + f.mixed(24, _HEX) + "-" + f.mixed(34, _HEX),
    "atlassian": lambda f, _: "AT" + "ATT3" + f.mixed(180) + "=" + f.mixed(8, "0123456789ABCDEF"),
    "vault": lambda f, _: "hv" + "s." + f.mixed(90),
    "docker": lambda f, _: "dc" + "kr_pat_" + f.mixed(27),
    "groq": lambda f, _: "gs" + "k_" + f.mixed(52),
    "replicate": lambda f, _: "r" + "8_" + f.mixed(37),
    "rubygems": lambda f, _: "rub" + "ygems_" + f.mixed(48, _HEX),
    "generic32": lambda f, _: f.mixed(32),
    "generic40": lambda f, _: f.mixed(40),
    "django": lambda f, _: "django-insecure-" + f.mixed(50, _MIXED + "!@#$%^&*(-_=+)"),
    "pem": _pem,
    "pem_cut": lambda f, of: _pem(f, of, cut=True),
    "pem_escaped": lambda f, of: _pem(f, of, end="\\n") + "\\n",
    "age": lambda f, _: "AGE-SEC" + "RET-KEY-1" + f.some("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58),
    "seed12": lambda f, _: " ".join(f.pick(_WORDS) for _ in range(12)),
    "seed24": lambda f, _: " ".join(f.pick(_WORDS) for _ in range(24)),
    "pw": _password,
    "pw_url": lambda f, _: f.mixed(10),
    "pw_word": lambda f, _: f.pick(_PLAIN),
    "pw_name": lambda f, _: f.pick(_PET_NAMES),
    "pw_phrase": lambda f, _: " ".join(f.pick(_WORDS) for _ in range(4)),
    "pin": lambda f, _: f.some("123456789", 4),
    "pin6": lambda f, _: f.some("123456789", 6),
    "combination": lambda f, _: "-".join(f.some("123456789", 2) for _ in range(3)),
    "digits": lambda f, of: f.some("123456789", 1) + f.some(_DIGITS, int(of) - 1),
    "upper": lambda f, of: f.some(_UPPER + _DIGITS, int(of)),
    "isbn13": _isbn,
    "isbn13_dashed": _grouped(_isbn, 3, 1, 4, 4, 1, by="-"),
    "ean13": _digits(13, ean13, "5"),
    "imei": _digits(15, luhn, "35"),
    "sha1": lambda f, _: f.mixed(40, _HEX),
    "sha1_short": lambda f, _: f.some(_HEX, 7),
    "sha256": lambda f, _: f.mixed(64, _HEX),
    "uuid": lambda f, _: _in(f.mixed(32, _HEX), 8, 4, 4, 4, 12, by="-"),
    "uuid_upper": lambda f, _: _in(f.mixed(32, _HEX), 8, 4, 4, 4, 12, by="-").upper(),
}  # fmt: skip
