"""Letters: what encodes one letter twice, what is an accent that a hurried typist leaves out, and what is a letter of its own.

Accents of Latin and Greek, ё, vowel points of Arabic and Hebrew and the hamza on alef are left out in typing. The marks of other
scripts are not: й is not и, が is not か, and Thai and Indic vowels are letters.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

#: Latin letters that Unicode does not decompose into a letter and an accent.
_WHOLE = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"})
_SPELT_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
#: One letter in two encodings: Arabic and Persian ye and kaf.
_ONE = {"ي": "ی", "ى": "ی", "ك": "ک", "ـ": ""}
_LEFT_OUT = {"ё": "е", "أ": "ا", "إ": "ا", "آ": "ا", "ٱ": "ا", "ؤ": "و", "ئ": "ی", "ة": "ه"}
#: Letters only Vietnamese has; it marks every syllable, so that a name with some marks left out is another name.
_VIETNAMESE = re.compile("[\u1ea0-\u1ef9ơưđă]")
_POINTS = re.compile("[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0652\u0670]")
_SIGNS = (
    {"♯": "#", "™": "", "®": "", "©": "", "℠": "", "_": " "}
    | dict.fromkeys("’‘ʼ`ʻ′´", "'")
    | dict.fromkeys("‐‑‒–—―−", "-")
)
_AS_TYPED = str.maketrans(_SIGNS)
_AS_LETTERS = str.maketrans(_ONE)
_FOLDED = str.maketrans(_LEFT_OUT)


def typed(text: str) -> str:
    """One encoding for what looks alike: composed, apostrophes and dashes of one kind, digits 0 to 9, nothing invisible."""
    if text.isascii():
        return text.replace("_", " ").replace("`", "'")
    text = unicodedata.normalize("NFKC", text.translate(_AS_TYPED)).translate(_AS_TYPED)
    return "".join(map(_typed, text))


def lowered(text: str) -> str:
    """Without case; letters that have two encodings in one."""
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFKC", text.casefold()).replace("i\u0307", "i").translate(_AS_LETTERS)
    return unicodedata.normalize("NFC", text)


@lru_cache(maxsize=8192)
def unaccented(text: str) -> str:
    """Without the accents a typist leaves out."""
    if text.isascii():
        return text
    text = _POINTS.sub("", unicodedata.normalize("NFC", text).translate(_FOLDED))
    bare = [_bare(char) if _is_accented_script(char) else char for char in text]
    kept = [char for at, char in enumerate(bare) if not (at and _is_mark(char) and _is_accented_script(bare[at - 1]))]
    return unicodedata.normalize("NFC", "".join(kept)).translate(_WHOLE)


def spelt_out(text: str) -> str:
    """Without accents the German and Danish way: ü as ue, ø as oe, å as aa."""
    return text if text.isascii() else unaccented(text.translate(_SPELT_OUT))


def is_vietnamese(text: str) -> bool:
    """Whether it has letters only Vietnamese has."""
    return not text.isascii() and _VIETNAMESE.search(text) is not None


@lru_cache(maxsize=4096)
def is_word(char: str) -> bool:
    """Whether it is part of a word: a letter, a digit, or a mark on one."""
    return unicodedata.category(char)[0] in "LNM"


@lru_cache(maxsize=4096)
def is_picture(char: str) -> bool:
    """Whether it is an emoji or another sign people add to a name."""
    return unicodedata.category(char) == "So"


@lru_cache(maxsize=4096)
def is_unspaced(char: str) -> bool:
    """Whether its script writes names with and without a space: Han, kana and Hangul."""
    return char.isalpha() and unicodedata.name(char, "").startswith(("CJK UNIFIED", "HIRAGANA", "KATAKANA", "HANGUL"))


@lru_cache(maxsize=4096)
def _typed(char: str) -> str:
    category = unicodedata.category(char)
    if category == "Nd":
        return str(unicodedata.digit(char))
    return "" if category == "Cf" or "\ufe00" <= char <= "\ufe0f" else char


@lru_cache(maxsize=4096)
def _bare(char: str) -> str:
    return "".join(part for part in unicodedata.normalize("NFD", char) if not unicodedata.combining(part))


@lru_cache(maxsize=4096)
def _is_accented_script(char: str) -> bool:
    return char.isalpha() and unicodedata.name(char, "").startswith(("LATIN", "GREEK"))


@lru_cache(maxsize=4096)
def _is_mark(char: str) -> bool:
    return unicodedata.category(char)[0] == "M"
