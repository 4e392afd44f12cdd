"""A name typed with one slip, when nobody bears it as typed.

"Migel" may be Miguel. A name that is itself a usual one is nobody else's: Maria is no slip for Mario. The first letter is
trusted, and short names are not guessed at: too many of them lie a letter apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


def slips(said: Heard, known: Sequence[Entity]) -> dict[int, list[str]]:
    """The keys that unknown words of the question may be slips for, by the word's place; none where it names somebody as it is."""
    if said.own.pronouns or said.own.of_self or said.own.chains:
        return {}
    named = linking.chosen(said.asking, known)
    if any(SELF not in entity.keys for entity in named):
        return {}
    return {at: _keys(word) for at, word in _unknown(said.own.main)}


def respelled(said: Heard, slips: Mapping[int, Sequence[str]], known: Sequence[Entity]) -> Heard:
    """The question with those of the slips that somebody known bears."""
    borne = {key for entity in known for key in entity.keys}
    found = [Candidate(key, at, at + 1) for at, keys in slips.items() for key in keys if key in borne]
    return replace(said, candidates=(*said.candidates, *found)) if found else said


def _unknown(text: str) -> list[tuple[int, str]]:
    """The last words of a text that are neither usual names nor words of asking."""
    words = list(enumerate(linking.words(text)))
    tried = [(at, word) for at, word in words if SHORTEST <= len(word) <= LONGEST and word.isascii() and word.isalpha()]
    return [(at, word) for at, word in tried if _may_be_a_slip(word)][-MOST:]


def _may_be_a_slip(word: str) -> bool:
    usual = word in FEMALE_NAMES or word in MALE_NAMES or word in STOP_WORDS
    return not usual and lexicon.stem(word) not in lexicon.known_stems()


def _keys(word: str) -> list[str]:
    return [f"n:{form}{bearer}" for form in sorted(_one_edit_away(word)) for bearer in _CLASSES]


def _one_edit_away(word: str) -> set[str]:
    first, rest = word[0], word[1:]
    splits = [(rest[:at], rest[at:]) for at in range(len(rest) + 1)]
    dropped = {left + right[1:] for left, right in splits if right}
    swapped = {left + right[1] + right[0] + right[2:] for left, right in splits if len(right) > 1}
    changed = {left + letter + right[1:] for left, right in splits if right for letter in ascii_lowercase}
    added = {left + letter + right for left, right in splits for letter in ascii_lowercase}
    return {first + each for each in dropped | swapped | changed | added} - {word}
