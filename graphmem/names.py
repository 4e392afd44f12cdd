"""When two spellings are one name, judged by spelling alone.

People write "System Admin", "system admin" and "SystemAdmin", or type José without the accent. The normal form takes away
exactly what does not tell names apart and nothing more: digits, numerals, other scripts' marks (й is not и) and the signs
of "C++" and "C#" stay. Whatever is one name only by knowledge (Sam, Samuel) is not decided here.
"""

from __future__ import annotations

import re
import unicodedata

#: Words that can stand before a name without belonging to it.
LEADING = frozenset(
    ["the", "a", "an", "my", "our", "your", "his", "her", "their", "its", "this", "that", "these", "those"]
)

#: Latin letters that Unicode does not decompose into a letter and an accent.
_WHOLE = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"})

# Both halves must be long: "SystemAdmin" is two words, while "GitHub", "YouTube" and "JavaScript" are written as one too.
_CAMEL = re.compile(r"(?<=[a-z]{4})(?=[A-Z][a-z]{4})")
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "`": "'"})
_POSSESSIVE = re.compile(r"(?<=\w)'s?(?=\s|$)")
_LONE_AND = re.compile(r"\s&\s")


def normal(name: str) -> str:
    """The normal form of a name: equal for spellings of one name, never empty for a non-empty name.

    >>> normal("The SystemAdmin") == normal("system admin")
    True
    >>> normal("José García's")
    'jose garcia'
    >>> normal("C++"), normal("C#"), normal("SR-2023-052")
    ('c++', 'c#', 'sr 2023 052')
    """
    # One pass can uncover work for the next (a folded letter completes a determiner): go on until nothing changes.
    while (step := _pass(name)) != name:
        name = step
    return name


def _pass(name: str) -> str:
    text = _CAMEL.sub(" ", unicodedata.normalize("NFKC", name)).translate(_APOSTROPHES)
    text = unicodedata.normalize("NFKC", text.casefold())
    text = _LONE_AND.sub(" and ", _POSSESSIVE.sub("", text)).replace("'", "")
    words = _spaced(_folded(text)).split()
    while len(words) > 1 and words[0] in LEADING:
        del words[0]
    return " ".join(words) or text.strip() or name


def _folded(text: str) -> str:
    """Without the accents of Latin letters, and without marks that stand on no letter."""
    kept: list[str] = []
    for char in text:
        if unicodedata.category(char).startswith("M"):
            if kept and _is_word(kept[-1]) and not _is_latin(kept[-1]):
                kept.append(char)
        elif _is_latin(char):
            kept.extend(part for part in unicodedata.normalize("NFD", char) if not unicodedata.combining(part))
        else:
            kept.append(char)
    return unicodedata.normalize("NFC", "".join(kept)).translate(_WHOLE)


def _spaced(text: str) -> str:
    """Punctuation and symbols become spaces, except the signs that belong to a name: C++, C#, AT&T."""
    return "".join(char if _belongs(text, at) else " " for at, char in enumerate(text) if not _invisible(char))


def _belongs(text: str, at: int) -> bool:
    char = text[at]
    before, after = text[at - 1] if at else " ", text[at + 1] if at + 1 < len(text) else " "
    if char in "+#":
        return _is_word(before) or before in "+#"
    if char == "&":
        return _is_word(before) and _is_word(after)
    return _is_word(char)


def _is_word(char: str) -> bool:
    return unicodedata.category(char)[0] in "LNM"


def _invisible(char: str) -> bool:
    return unicodedata.category(char) == "Cf"


def _is_latin(char: str) -> bool:
    return char.isalpha() and unicodedata.name(char, "").startswith("LATIN")
