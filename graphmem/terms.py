"""Text as the indexes see it: the one tokeniser and stemmer of graphmem.

Ranking is ours, so what a word is must be ours too: one function makes the terms of messages, facts, entities and
questions, and every store keeps exactly those. It never fails and takes time in proportion to the text, since anything
may be pasted into a chat.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from threading import Lock
from typing import Any

#: So many words are remembered with what they come to, then the next ones.
_REMEMBERED = 50_000

#: Longer words are cut here: no one asks for the whole of a pasted key, and its beginning still finds it.
LONGEST = 40

_SAYING_NOTHING = """
a am an and are as at be been being but by can could did do does doing for from had has have having he her hers him
his how i i'd i'll i'm i've if in into is it its it's itself just me mine my myself of on or our ours ourselves she
so some such than that the their theirs them then there these they this those to too us very was we were what when
where which who whom whose why with would you your yours yourself you're you've you'll we're we've we'll they're
they've don't doesn't didn't isn't aren't wasn't weren't
"""

#: Words that say nothing about what a text is about. Few on purpose: "not", "will" and "may" can matter or be names.
STOP_WORDS = frozenset(_SAYING_NOTHING.split())

# Letters that Unicode does not decompose but that are typed without their stroke; dashes and quotes as typed.
_TYPED = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "‐": "-", "’": "'"})
_LATIN_ACCENTS = re.compile(r"(?<=[a-z])[\u0300-\u036f]+")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_DECIMAL = re.compile(r"\d+\.\d+")
_JOINERS = re.compile(r"[-./@_+&']+")

#: What `_chains` finds in a text of ASCII alone, several times faster.
_ASCII_CHAINS = re.compile(r"\w+(?:[-./@+&']\w+)*(?:(?:\+\+|\#)(?!\w))?", re.ASCII)

# Scripts written without spaces: Thai, Lao, Myanmar, Khmer, kana, Han; and Hangul, whose particles are glued on.
_UNSPACED = re.compile(
    "([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\U00020000-\U0003ffff]+)"
)


def terms(text: str) -> list[str]:
    """The terms of a text in order, repeated as often as they occur.

    Case, width and Latin accents are folded and English words stemmed. A joined name gives itself and its parts; a
    script without spaces gives pairs of characters. Stop words are left out unless there is nothing else.

    >>> terms("Ana's sisters moved to Lisbon")
    ['ana', 'sister', 'move', 'lisbon']
    >>> terms("CI/CD in C++")
    ['ci/cd', 'ci', 'cd', 'c++']
    """
    folded = _fold(text)
    chains = _ASCII_CHAINS if folded.isascii() else _chains()
    found = chains.findall(folded)
    telling = list(itertools.chain.from_iterable(map(_TELLING.__getitem__, found)))
    return telling or [_term(word) for each in found for word in _parts(each)]


def count(text: str) -> tuple[dict[str, int], int]:
    """How often each term of a text occurs in it, and the length of the text in terms."""
    found = terms(text)
    return dict(Counter(found)), len(found)


def _fold(text: str) -> str:
    folded = text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).casefold()
    if not folded.isascii():
        stripped = _LATIN_ACCENTS.sub("", unicodedata.normalize("NFD", folded.translate(_TYPED)))
        folded = unicodedata.normalize("NFKC", stripped)
    return _THOUSANDS.sub("", folded) if "," in folded else folded


class _Telling(dict[str, tuple[str, ...]]):
    """The terms of a chain that say something, remembered: most words of a text were met before."""

    def __missing__(self, chain: str) -> tuple[str, ...]:
        found = tuple(_term(word) for word in _parts(chain) if word not in STOP_WORDS)
        if len(chain) <= LONGEST:
            if len(self) >= _REMEMBERED:
                self.clear()
            self[chain] = found
        return found


_TELLING = _Telling()


def _parts(chain: str) -> Iterator[str]:
    if chain.endswith(("++", "#")):
        yield from _suffixed(chain)
    elif _JOINERS.search(chain) and not _DECIMAL.fullmatch(chain):
        yield from _joined(chain)
    else:
        yield from _pieces(chain)


def _suffixed(chain: str) -> Iterator[str]:
    """ "c++" and "c#" are not "c"; but "notepad++" may be asked for as "notepad"."""
    yield chain[-LONGEST:]
    name = chain.rstrip("+#")
    if len(name) > 1:
        yield from _joined(name) if _JOINERS.search(name) else _pieces(name)


def _joined(chain: str) -> Iterator[str]:
    """A joined name whole and in parts: an address, an identifier, "ci/cd", "o'brien"."""
    whole = chain.removesuffix("'s").strip("_")
    if whole in STOP_WORDS or whole.endswith("n't"):
        yield whole
        return
    parts = [part for part in _JOINERS.split(whole) if part]
    if len(parts) > 1 and len(whole) <= LONGEST:
        yield whole.replace("'", "")
    for part in parts:
        if len(parts) == 1 or "'" not in whole or len(part) > 1:
            yield from _pieces(part)


def _pieces(word: str) -> Iterator[str]:
    """A word as it is, its unspaced runs as pairs of characters."""
    for odd, piece in enumerate(_UNSPACED.split(word)):
        if not odd % 2:
            yield from (piece[:LONGEST],) if piece else ()
        elif len(piece) == 1:
            yield piece
        else:
            yield from (piece[at : at + 2] for at in range(len(piece) - 1))


@lru_cache(maxsize=1)
def _chains() -> re.Pattern[str]:
    """Runs of letters and digits with their marks, joined by single joiners.

    Python's word class lacks the vowel signs and other marks inside the words of many scripts, so they are added. Every
    prefix of a chain is a match, so nothing is scanned twice.
    """
    marks = "".join(re.escape(chr(c)) for c in range(0x300, 0x20000) if unicodedata.category(chr(c)) in ("Mn", "Mc"))
    word = rf"[\w{marks}]+"
    return re.compile(rf"{word}(?:[-./@+&']{word})*(?:(?:\+\+|\#)(?![\w{marks}]))?")


def _term(word: str) -> str:
    return _stem(word) if word.isascii() and word.isalpha() else word


@lru_cache(maxsize=50_000)
def _stem(word: str) -> str:
    stemmer, lock = _stemmer()
    with lock:
        return str(stemmer.stemWord(word))


@lru_cache(maxsize=1)
def _stemmer() -> tuple[Any, Lock]:
    """The pure-Python Snowball stemmer: the compiled one, where installed, is another release with other stems."""
    from snowballstemmer.english_stemmer import EnglishStemmer

    return EnglishStemmer(), Lock()
