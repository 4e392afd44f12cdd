"""The exact form of a name: what never tells names apart is gone, whatever might is kept.

Case, spacing, punctuation, abbreviations and ways to write a number are settled for good. Accents, titles, pictures, and the
places where a word is joined in writing ("you·tube", "wi-fi") stay; `spellings` says which of two such forms says more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from graphmem.names.letters import is_picture, is_unspaced, is_word, lowered, typed
from graphmem.names.lexicon import (
    ANYWHERE,
    BEFORE,
    DOTTED,
    FIRST,
    FUNCTION,
    LAST,
    LEADING,
    NICKNAMES,
    NUMBERS,
    ORDINALS,
    PREFIXES,
    TITLES,
)

#: Where a word is joined in writing and may be taken apart: YouTube, O'Neal, Node.js.
JOIN = "·"

_L = r"[^\W\d_]"
_SHORT = 3
_DOLLAR_S = re.compile(rf"(?:(?<={_L})|(?<!\S))\$(?={_L})")
_DOTTED_LETTERS = re.compile(rf"(?<![\w.'])(?:{_L}\.\s?)+{_L}\b\.?(?!')")
_DOTTED_PAIRS = re.compile(rf"(?<![\w.'])(?:{_L}{{1,2}}\.)+{_L}{{1,2}}\b\.?(?!')")
_DOT = re.compile(rf"(?<={_L})\.(?=(?:{'|'.join(sorted(DOTTED))})\b)", re.IGNORECASE)
# Both halves must be long: "SystemAdmin" is two words, while "GitHub", "YouTube" and "JavaScript" are written as one too.
_CAMEL_WORDS = re.compile(r"(?<=[a-z]{4})(?=[A-Z][a-z]{4})")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=(?<![A-Za-z])[A-Z])(?=[A-Z][a-z]{2})")
_POSSESSIVE = re.compile(r"(?<=\w)(?:'s(?=\s)|'(?=\s|$))", re.IGNORECASE)
_ELISION = re.compile(rf"(?<![^\W_])({_L})'(?={_L}{{2}})")
_HYPHENED = re.compile(r"\w+(?:-\w+)+")
_LETTER_DIGIT = re.compile(rf"(?<={_L})(?=\d)|(?<=\d)(?=(?!(?:st|nd|rd|th)\b){_L})")
_DIGIT = re.compile(r"\d")
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)")
_UNITS = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
#: Up to 39 and without V and X, which are also letters that things are called by (Malcolm X, Model X); I is one at the end.
_ROMAN = {"x" * tens + unit: str(tens * 10 + at) for tens in range(4) for at, unit in enumerate(_UNITS)}
_ROMAN = {numeral: value for numeral, value in _ROMAN.items() if len(numeral) > 1}
#: The words that are written in other ways too; no others need a look.
_SETTLED: frozenset[str] = LEADING.union(ANYWHERE, BEFORE, FIRST, LAST, NICKNAMES, NUMBERS, ORDINALS, _ROMAN)
_PLAIN = re.compile(r"[\w ]*", re.ASCII)
_LOWER_WORDS = re.compile(r"[a-z]{2,}(?: [a-z]{2,})*")


@lru_cache(maxsize=16384)
def exact(name: str) -> str:
    """What a name is filed under: equal for spellings that are surely one name, never empty for a non-empty name.

    >>> exact("The System  Admin"), exact("J. R. R. Tolkien"), exact("World War Two")
    ('system admin', 'jrr tolkien', 'world war 2')
    >>> exact("José"), exact("YouTube"), exact("WHO")
    ('josé', 'you·tube', 'WHO')
    """
    if _LOWER_WORDS.fullmatch(name) and _SETTLED.isdisjoint(name.split()):
        # Most words are filed as they are; no pass would change a letter of these.
        return name
    # One pass can uncover work for the next (a dropped sign completes a determiner): go on until nothing changes.
    while (step := _pass(name)) != name:
        name = step
    return name


def _pass(name: str) -> str:
    text = _cased(typed(name))
    if _is_initialism(text):
        return text.strip()
    text = lowered(text)
    text = _kept(_hyphened(text))
    words = _LETTER_DIGIT.sub(" ", text).split() if _DIGIT.search(text) else text.split()
    return _joined(_settled(words)) or lowered(typed(name)).strip() or name


def _cased(text: str) -> str:
    """What only capitals tell: initialisms and words written as one."""
    if text.islower() and _PLAIN.fullmatch(text):
        return text
    text = _DOLLAR_S.sub("S", text) if "$" in text else text
    if "." in text:
        text = _DOTTED_LETTERS.sub(lambda found: re.sub(r"[.\s]", "", found[0]).upper(), text)
        text = _DOT.sub(JOIN, _DOTTED_PAIRS.sub(lambda found: found[0].replace(".", ""), text))
    if "'" in text:
        text = _ELISION.sub(rf"\1{JOIN}", _POSSESSIVE.sub("", text))
    return _CAMEL.sub(JOIN, _CAMEL_WORDS.sub(" ", text))


def _is_initialism(text: str) -> bool:
    """WHO, US and IT are not who, us and it."""
    word = text.strip()
    return len(word) > 1 and word.isupper() and word.lower() in FUNCTION


def _hyphened(text: str) -> str:
    """A hyphen beside a short part stays, for such words are written as one too (wi-fi, e-mail); others part words."""
    if "-" not in text:
        return text
    return _HYPHENED.sub(
        lambda found: found[0] if _is_joined(found[0].split("-")) else found[0].replace("-", " "), text
    )


def _is_joined(parts: list[str]) -> bool:
    both = len(parts) == 2 and all(part.isalpha() for part in parts)  # noqa: PLR2004
    return both and parts[0] not in PREFIXES and min(map(len, parts)) <= _SHORT


def _kept(text: str) -> str:
    """Punctuation becomes spaces, except the signs that belong to a name."""
    if _PLAIN.fullmatch(text):
        return text
    return "".join(_sign(text, at) for at in range(len(text)))


def _sign(text: str, at: int) -> str:
    char = text[at]
    before, after = text[at - 1] if at else " ", text[at + 1] if at + 1 < len(text) else " "
    if is_word(char):
        return char
    if is_picture(char):
        return f" {char} "
    if char == "&":
        return " and "
    if char == "'":
        return "'" if is_word(before) and text[at + 1 :].rstrip() == "s" else "" if is_word(before) else " "
    return char if _belongs(char, before, after, at=at, text=text) else " "


def _belongs(char: str, before: str, after: str, *, at: int, text: str) -> bool:
    """C++ and C#, A+, A- and A*, $5 and 5%, -1, wi-fi, and the initial of "A. Silva", which is no article."""
    if char in "+#":
        return is_word(before) or before in "+#"
    if char == JOIN:
        return is_word(before) and is_word(after)
    if char in "-*":
        inside = char == "-" and before.isalpha() and after.isalpha()
        grade = before.isalpha() and at == len(text.rstrip()) - 1 and at < _SHORT
        return inside or grade or (char == "-" and before == " " and after.isdigit())
    if char in "$€£¥₹₽₩%":
        return after.isdigit() or before.isdigit()
    return char == "." and text[:at] == "a" and after == " " and bool(text[at + 1 :].strip())


def _settled(words: list[str]) -> list[str]:
    """One way to write each word, in its place."""
    if not any(len(word) == 1 or word in _SETTLED or word[0].isdigit() for word in words):
        return words
    while len(words) > 1 and words[0] in LEADING:
        del words[0]
    words = list(_initials(words))
    words = [_word(words, at) for at in range(len(words))]
    words = [_number(words, at) for at in range(len(words))]
    if len(words) > 2 and words[-1].isdigit() and words[-2] == "the":  # noqa: PLR2004
        del words[-2]
    return _formal(words)


def _initials(words: list[str]) -> Iterator[str]:
    """Initials stand together: j r r tolkien, jrr tolkien."""
    run = ""
    for word in words:
        if len(word) == 1 and word.isalpha() and not is_unspaced(word) and word.isascii():
            run += word
        else:
            yield from filter(None, (run, word))
            run = ""
    if run:
        yield run


def _word(words: list[str], at: int) -> str:
    """A word written out, as its place tells: St Louis, Main St; not SR 2023."""
    word = ANYWHERE.get(words[at], words[at])
    if at == len(words) - 1:
        return LAST.get(word, word) if at else word
    if not words[at + 1].isalpha():
        return word
    return BEFORE.get(word) or (FIRST.get(word, word) if not at or words[at - 1] in TITLES else word)


def _number(words: list[str], at: int) -> str:
    """Digits for numerals: an ordinal word anywhere, a Roman numeral after the first word, a number word at the end."""
    word, last = ORDINALS.get(words[at], words[at]), at == len(words) - 1
    if not at:
        return word
    if last and (ordinal := _ORDINAL.fullmatch(word)):
        return ordinal[1]
    if last and word in NUMBERS:
        return NUMBERS[word]
    return "1" if last and word == "i" else _ROMAN.get(word, word)


def _formal(words: list[str]) -> list[str]:
    """A nickname before a surname is the formal name."""
    at = next((at for at, word in enumerate(words) if word not in TITLES), 0)
    if at < len(words) - 1 and words[at] in NICKNAMES:
        return [*words[:at], NICKNAMES[words[at]], *words[at + 1 :]]
    return words


def _joined(words: list[str]) -> str:
    """Words with spaces, except between scripts that need none."""
    text = " ".join(words)
    if text.isascii():
        return text
    return "".join(
        char
        for at, char in enumerate(text)
        if not (char == " " and is_unspaced(text[at - 1]) and is_unspaced(text[at + 1]))
    )
