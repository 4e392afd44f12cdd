"""The words of `words.toml`, compiled: which phrases of a question ask for what.

Phrases and questions are compared by their stems, word for word, so that one row of the file serves every form of a verb.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import Any

from graphmem.terms import terms

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_GAP = r"(?: \S+){0,6} "
_FORMS = {
    "is": "be",
    "are": "be",
    "was": "be",
    "were": "be",
    "am": "be",
    "went": "go",
    "gone": "go",
    "did": "do",
    "does": "do",
    # Not what somebody likes.
    "likely": "likely",
    "unlikely": "unlikely",
}
_CONTRACTED = re.compile(r"\b(who|what|where|when|how)['’]?s\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Phrase:
    """One phrase: its pattern, tried only where every one of its stems is there, and how many words it has."""

    pattern: re.Pattern[str]
    needs: frozenset[str]
    size: int


class Phrases:
    """The rows of one table of the file: what asks for what, looked up by a stem that a phrase cannot do without."""

    def __init__(self, table: Mapping[str, Iterable[str]]) -> None:
        self.names = tuple(table)
        self._order = {name: place for place, name in enumerate(table)}
        self._by_stem: dict[str, list[tuple[str, Phrase]]] = {}
        for name, row in table.items():
            for text in row:
                phrase = _phrase(text)
                self._by_stem.setdefault(max(phrase.needs, key=len), []).append((name, phrase))

    def found(self, stems: str) -> dict[str, int]:
        """What is asked for, in the order of the file, with how many words the longest phrase for it has that is there."""
        there = frozenset(stems.split())
        longest: dict[str, int] = {}
        for stem in there & self._by_stem.keys():
            for name, phrase in self._by_stem[stem]:
                if phrase.size > longest.get(name, 0) and phrase.needs <= there and phrase.pattern.search(stems):
                    longest[name] = phrase.size
        return {name: longest[name] for name in sorted(longest, key=self._order.__getitem__)}


def words(text: str) -> list[str]:
    """The words of a text as written, "who's" as two."""
    return _WORD.findall(_CONTRACTED.sub(r"\1 is", text))


@lru_cache(maxsize=64)
def stems(text: str) -> str:
    """The words of a text as stems between blanks, so that phrases can be looked for in it; a question is looked at many times."""
    return " " + " ".join(stem(word) for word in words(text)) + " "


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """A word as phrases are compared: some forms as they are listed, auxiliaries by their verb, others by their stem."""
    lowered = word.casefold().replace("’", "'")
    if lowered in _FORMS:
        return _FORMS[lowered]
    found = terms(lowered.removesuffix("'s"))
    return found[0] if found else lowered


@cache
def predicates() -> Phrases:
    """What asks for each canonical predicate."""
    return Phrases(_data()["predicates"])


@cache
def wanted() -> Phrases:
    """What asks for each kind of answer."""
    return Phrases(_data()["wanted"])


@cache
def times() -> Phrases:
    """What asks for each kind of time."""
    return Phrases(_data()["times"])


@cache
def relations() -> Mapping[str, tuple[str, ...]]:
    """The predicates that state a relation, by its word."""
    return {word: (name,) for name, row in _data()["relations"].items() for word in row.split()}


@cache
def inverses() -> Mapping[str, tuple[str, ...]]:
    """The predicates that state a relation from the other side, by its word."""
    return {word: tuple(row.split()) for word, row in _data()["inverse"].items()}


@cache
def kinds() -> Mapping[str, tuple[str, ...]]:
    """The kinds of entities that a word asks for, by its stem."""
    rows = {kind: [stem(word) for word in row.split()] for kind, row in _data()["kinds"].items()}
    return {word: tuple(kind for kind, row in rows.items() if word in row) for each in rows.values() for word in each}


@cache
def empty_words() -> frozenset[str]:
    """Words that say nothing of what is asked, as stems."""
    return frozenset(stem(word) for word in _data()["empty"]["words"].split())


@cache
def known_stems() -> frozenset[str]:
    """Every stem of the file: words of asking, which are nobody's name."""
    rows = [row for table in ("predicates", "wanted", "times") for row in _data()[table].values()]
    return empty_words() | {stem(word) for row in rows for phrase in row for word in phrase.split() if word != ".."}


def _phrase(text: str) -> Phrase:
    parts = [[stem(word) for word in part.split()] for part in text.split(" .. ")]
    pattern = _GAP.join(re.escape(" ".join(part)) for part in parts)
    needs = [word for part in parts for word in part]
    return Phrase(re.compile(rf"(?<= ){pattern}(?= )"), frozenset(needs), len(needs))


@cache
def _data() -> dict[str, Any]:
    text = resources.files("graphmem.retrieval.asking").joinpath("words.toml").read_text("utf-8")
    return tomllib.loads(text)
