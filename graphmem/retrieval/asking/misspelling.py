"""A name typed with one slip, when nobody bears it as typed.

"Migel" may be Miguel. A name that is itself a usual one is nobody else's: Maria is no slip for Mario. The first letter is
trusted, and short names are not guessed at: too many of them lie a letter apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from string import ascii_lowercase

from graphmem.people.first_names import FEMALE_NAMES, MALE_NAMES
from graphmem.retrieval import linking
from graphmem.retrieval.asking import lexicon
from graphmem.retrieval.asking.hearing import Heard
from graphmem.retrieval.linking import Candidate
from graphmem.terms import STOP_WORDS
from graphmem.types import SELF, Entity

#: The least and most letters of a word that may be a name with a slip, and how many words are tried, from the right.
SHORTEST, LONGEST, MOST = 5, 12, 2

_CLASSES = ("", "|person", "|animal", "|place", "|other")


def respelled(said: Heard, known: Sequence[Entity]) -> Heard:
    """The question with the names its unknown words may be slips for; the same where it names somebody as it is."""
    named = linking.chosen(linking.candidates(said.own.main), known)
    if any(SELF not in entity.keys for entity in named) or said.own.pronouns or said.own.of_self or said.own.chains:
        return said
    found = tuple(candidate for at, word in _unknown(said.own.main) for candidate in _slips(at, word))
    return replace(said, candidates=(*said.candidates, *found)) if found else said


def _unknown(text: str) -> list[tuple[int, str]]:
    """The last words of a text that are neither usual names nor words of asking."""
    words = list(enumerate(linking.words(text)))
    tried = [(at, word) for at, word in words if SHORTEST <= len(word) <= LONGEST and word.isascii() and word.isalpha()]
    return [(at, word) for at, word in tried if _may_be_a_slip(word)][-MOST:]


def _may_be_a_slip(word: str) -> bool:
    usual = word in FEMALE_NAMES | MALE_NAMES or word in STOP_WORDS
    return not usual and lexicon.stem(word) not in lexicon.known_stems()


def _slips(at: int, word: str) -> Iterator[Candidate]:
    for form in sorted(_one_edit_away(word)):
        for bearer in _CLASSES:
            yield Candidate(f"n:{form}{bearer}", at, at + 1)


def _one_edit_away(word: str) -> set[str]:
    first, rest = word[0], word[1:]
    splits = [(rest[:at], rest[at:]) for at in range(len(rest) + 1)]
    dropped = {left + right[1:] for left, right in splits if right}
    swapped = {left + right[1] + right[0] + right[2:] for left, right in splits if len(right) > 1}
    changed = {left + letter + right[1:] for left, right in splits if right for letter in ascii_lowercase}
    added = {left + letter + right for left, right in splits for letter in ascii_lowercase}
    return {first + each for each in dropped | swapped | changed | added} - {word}
