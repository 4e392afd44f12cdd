"""Which entities a question names, by names and by kinship alone; no model is asked.

Every run of words of the question is a possible name, and one read tells which of them are known. The longest name
wins: in "Maria Garcia" nobody called Maria is meant. A name that several entities bear, of whatever kind, links to all of them: a search
may look at both, only learning must not mix them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import NamedTuple

from graphmem import names
from graphmem.keys import named, related
from graphmem.keys import variants as keys_of
from graphmem.retrieval.asking.kinship import chains
from graphmem.terms import STOP_WORDS
from graphmem.types import SELF, Entity

#: The longest name looked for, in words.
LONGEST = 5

#: Of a longer question only this many words at its start and at its end are read: a name asked for is there.
EDGE = 40

_FIRST_OF_SELF = re.compile(r"\b(?:i|me|my|mine|myself|we|us|our|ours)\b", re.IGNORECASE)
_WHOSE = re.compile(r"(?P<name>\w[\w-]*)['’]s\s+(?P<one>[^\W\d_]+)")
_CAPITALISED = re.compile(r"\w*[^\W\d_a-z]\w*(?:['’-]\w+)*")

#: "Ana's." ends a sentence, and is Ana's.
_POSSESSIVE_END = re.compile(r"(['’]s)[^\w\s]+(?=\s|$)")

#: Characters at either end of a question in which relations are looked for.
_KIN_EDGE = 1000


class Candidate(NamedTuple):
    """A key the question may name, and the words of the question it covers, half-open.

    A tuple, since hundreds are made for each question.
    """

    key: str
    start: int
    end: int


#: A candidate of a plain tuple, at half the cost of naming its three fields.
_CANDIDATE = partial(tuple.__new__, Candidate)


def candidates(question: str) -> tuple[Candidate, ...]:
    """Every key the question may name, longest first, then from the left, then by key."""
    filed = words(question)
    besides = {candidate.key for candidate in _kin(question)}
    if _FIRST_OF_SELF.search(" ".join(filed)):
        besides.add(SELF)
    return (*_grams(filed), *[Candidate(key, 0, 0) for key in sorted(besides)])


def keys(found: Iterable[Candidate]) -> tuple[str, ...]:
    """The distinct keys of candidates, in order."""
    return tuple(dict.fromkeys([candidate[0] for candidate in found]))


@dataclass(frozen=True, slots=True)
class Naming:
    """An entity and where it is named: the first word of it; 0 for one named by a relation."""

    entity: Entity
    start: int


def chosen(found: Sequence[Candidate], known: Sequence[Entity]) -> tuple[Entity, ...]:
    """The entities named, longest name first, leaving out names inside longer ones."""
    return tuple(naming.entity for naming in placed(found, known))


def placed(found: Sequence[Candidate], known: Sequence[Entity]) -> tuple[Naming, ...]:
    """The same with where each is named."""
    bearers: dict[str, list[Entity]] = {}
    for entity in known:
        for key in entity.keys:
            bearers.setdefault(key, []).append(entity)
    taken: dict[int, tuple[int, int]] = {}
    namings: dict[str, Naming] = {}
    for candidate in found:
        if candidate.key not in bearers:
            continue
        span = (candidate.start, candidate.end)
        if all(taken.get(word, span) == span for word in range(*span)):
            taken |= dict.fromkeys(range(*span), span)
            for entity in bearers[candidate.key]:
                namings.setdefault(entity.id, Naming(entity, candidate.start))
    return tuple(namings.values())


def capitalised(text: str) -> str:
    """The words of a text written as names are, in order; the whole text where it has none but its first.

    Of a turn that only may tell whom a pronoun means, no other words are looked up.
    """
    words = _CAPITALISED.findall(text)
    return " ".join(words) if words[1:] or (words and not text.lstrip().startswith(words[0])) else text


def words(question: str) -> list[str]:
    """The question's words as names are filed; one word can be several, so the edges are taken once more."""
    kept = _edges(_POSSESSIVE_END.sub(r"\1 ", question).split())
    return _edges(" ".join("and" if word == "&" else names.exact(word[:80]) for word in kept).split())


def _edges(words: list[str]) -> list[str]:
    return words if len(words) <= 2 * EDGE else [*words[:EDGE], *words[-EDGE:]]


def _grams(words: Sequence[str]) -> Iterator[Candidate]:
    opening = [start for start, word in enumerate(words) if word not in names.LEADING]
    for size in range(min(LONGEST, len(words)), 0, -1):
        for start in opening:
            end = start + size
            if end > len(words):
                break
            if size > 1 or words[start] not in STOP_WORDS:
                for key in _keys_of(" ".join(words[start:end])):
                    yield _CANDIDATE((key, start, end))


@lru_cache(maxsize=16384)
def _keys_of(name: str) -> tuple[str, ...]:
    return tuple(sorted(set(keys_of(name))))


def _kin(question: str) -> Iterator[Candidate]:
    """ "my sister", "my sister's husband", "Ana's husband": keys of people known by a relation. They cover no words."""
    edges = question if len(question) <= 2 * _KIN_EDGE else f"{question[:_KIN_EDGE]} {question[-_KIN_EDGE:]}"
    for chain in chains(edges):
        for key in chain.keys:
            yield Candidate(key, 0, 0)
    for match in _WHOSE.finditer(edges):
        yield Candidate(related(named(match["name"]), match["one"]), 0, 0)
