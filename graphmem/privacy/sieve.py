"""Which of many rules a text needs: most texts hold none of the words that most rules go by, and no number."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from typing import TypeVar

from graphmem.privacy.rule import Rule, compiled

T = TypeVar("T")

#: The shortest that any number is which a rule goes by.
_NUMBER = re.compile(r"\d(?:[ \u00a0\u202f.\-/+]?[\dA-Za-z]){6}")

#: In a word, what stands in few texts: no letter of English, no digit, dot or hyphen.
_MARK = re.compile(r"[^a-z0-9.\-]")

Going = tuple[str, tuple[int, ...]]
"""A word, and the places of the rules that go by it."""


class Sieve:
    """Rules by the words they go by, each of which is looked for once a text."""

    def __init__(self, rules: Sequence[Rule], *, words: Container[str] | None = None) -> None:
        """Of the rules that go by words, those that go by one of `words`, where these are given, are tried; they are in lower case."""
        self._rules = tuple(rules)
        self._by_nothing = {place for place, rule in enumerate(self._rules) if not rule.words}
        self._numeric = frozenset(place for place, rule in enumerate(self._rules) if rule.numeric)
        self._without_number = self._by_nothing - self._numeric
        self._gated = _grouped((rule.gate, place) for place, rule in enumerate(self._rules) if rule.gate)
        going = _grouped((word, place) for place, rule in enumerate(self._rules) for word in rule.words)
        known = [each for each in going if words is None or each[0] in words]
        self._spaced = [each for each in known if _is_spaced(each[0])]
        self._by_mark = _grouped((_mark(each[0]), each) for each in known if not _is_spaced(each[0]))

    def narrowed(self, texts: Sequence[str]) -> Sieve:
        """The sieve that does for these texts: each word is looked for once in all of them, and only those that are there again in each."""
        together = "\n".join(texts)
        lowered = together.lower()
        # A word without a space is within one of theirs, and most of theirs come again and again.
        parts = "\n".join(set(lowered.split()))
        words = [each for each in self._spaced if each[0] in lowered]
        words += [each for mark, going in self._by_mark if mark in parts for each in going if each[0] in parts]
        return Sieve(self._going_by(together, words), words=frozenset(word for word, _ in words))

    def left(self, text: str) -> list[Rule]:
        """The rules that may find something in the text, in their order."""
        lowered = text.lower()
        words = [each for each in self._spaced if each[0] in lowered]
        words += [each for mark, going in self._by_mark if mark in lowered for each in going if each[0] in lowered]
        return self._going_by(text, words)

    def _going_by(self, text: str, words: Sequence[Going]) -> list[Rule]:
        number = _NUMBER.search(text) is not None
        places = (self._by_nothing if number else self._without_number).union(*(those for _, those in words))
        if not number:
            places = places - self._numeric
        if not places:
            return []
        for gate, those in self._gated:
            if not places.isdisjoint(those) and compiled(gate).search(text) is None:
                places.difference_update(those)
        return [self._rules[place] for place in sorted(places)]


def _is_spaced(word: str) -> bool:
    return word.split() != [word]


def _mark(word: str) -> str:
    found = _MARK.search(word)
    return found[0] if found else ""


def _grouped(pairs: Iterable[tuple[str, T]]) -> tuple[tuple[str, tuple[T, ...]], ...]:
    groups: dict[str, list[T]] = defaultdict(list)
    for name, one in pairs:
        groups[name].append(one)
    return tuple((name, tuple(those)) for name, those in groups.items())
