"""How well a message, its neighbours and its session match, told from postings and vectors alone: nothing is read.

Scores are standardised among the messages of one search, so that they mean the same in every shape and size of memory.
Hundreds of messages match each question, so they are weighed in columns, all at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count, islice
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphmem.retrieval import bm25
from graphmem.retrieval.bm25 import Floats, Uses
from graphmem.types import Near, Postings
from graphmem.types.columns import NearColumns, Places

#: Messages beyond this many do not make a match rarer: a score means the same in a larger memory.
POPULATION = 600

#: How many of the matches are weighed at all; the others match neither by words nor by meaning as well as these.
LOOKED_AT = 400

#: Documents of messages differ in length for good reasons, so length discounts little.
LENGTH_DISCOUNT = 0.4

#: How far, in turns, a match speaks for its neighbours.
NEIGHBOURS = (-2, -1, 1, 2)
_STEPS = np.array(NEIGHBOURS, dtype=np.int64)

FIRST = (
    "words",
    "meaning",
    *(f"{kind}{step:+d}" for kind in ("words", "meaning") for step in NEIGHBOURS),
    "session",
    "covered",
    "fact",
    "fact beyond whom",
)

#: What is known of a message that states no fact about those asked about.
NOTHING_STATED = (0.0, 0.0)

#: The most that any standardised score counts: one rare word must not outweigh everything else.
_MOST = 8.0

#: More turns than a session has: a session's number times this, and the turn, is where a message stands.
_APART = 2**40

Integers = NDArray[np.int64]


class Match(NamedTuple):
    """How a message matches: its length in terms, 0 where no word matches, and its standardised score by words."""

    length: int
    words: float


@dataclass(frozen=True)
class Matches:
    """All messages that matched: first those that match by words, by id, then those that only do by meaning, the nearest first.

    `sessions` are those of the messages, numbered. `words`, `meaning`, `covered` and `by_session` are standardised scores, with what a message scores that does not match as their
    last; `standing` is where each stands, as one number, and last a place where nothing does. `said` and `cosines` are the scores by words and by meaning as
    they were, 0 where a message does not match so, and last. `average` is the average length in terms.
    """

    ids: Sequence[str]
    place_of: Mapping[str, int]
    sessions: Mapping[str, int]
    standing: Integers
    lengths: Floats
    words: Floats
    meaning: Floats
    covered: Floats
    by_session: Floats
    said: Floats
    cosines: Floats
    average: float

    def of(self, key: str) -> Match | None:
        """How one message matches, None if it does not."""
        return self.all_of([key])[0]

    def all_of(self, keys: Sequence[str]) -> list[Match | None]:
        """The same of each of some messages."""
        places = [self.place_of.get(key, -1) for key in keys]
        words, lengths = self.words[places].tolist(), self._lengths[places].tolist()
        found = zip(places, lengths, words, strict=True)
        return [Match(length, score) if place >= 0 else None for place, length, score in found]

    def beside(self, session: str, seq: int) -> tuple[str, ...]:
        """The ids of those that stand before and after a place."""
        stands = self.sessions.get(session, 0) * _APART + seq
        places = self.stand(np.array([stands - 1, stands + 1], dtype=np.int64)).tolist()
        return tuple(self.ids[place] for place in places if place < len(self.ids))

    def stand(self, standing: Integers) -> Integers:
        """The place of each of some messages by where they stand; the one past the last where none matched."""
        if not self.ids:
            return np.zeros(standing.shape, dtype=np.int64)
        order, ordered = self._by_standing
        found = np.minimum(np.searchsorted(ordered, standing), len(ordered) - 1)
        places: Integers = np.where(ordered[found] == standing, order[found], len(self.ids))
        return places

    @cached_property
    def _lengths(self) -> Integers:
        """The length of each in terms, 0 where no word matches."""
        lengths = np.zeros(len(self.words), dtype=np.int64)
        lengths[: len(self.lengths)] = self.lengths
        return lengths

    @cached_property
    def _by_standing(self) -> tuple[Integers, Integers]:
        order = np.argsort(self.standing[:-1])
        return order, self.standing[order]


def matches(postings: Postings, near: Sequence[Near]) -> Matches:
    """Standardise the two scores of every message that matched by words or by meaning."""
    found = bm25.uses(postings)
    said = bm25.scored(found, bm25.average(postings), b=LENGTH_DISCOUNT)
    close_by = columns(near)
    by_words = len(found.ids)
    place_of = dict(zip(found.ids, range(by_words), strict=True))
    place_of |= zip([key for key in close_by.ids if key not in place_of], count(by_words), strict=False)
    places = [place_of[key] for key in close_by.ids]
    size = len(place_of)
    sessions: dict[str, int] = {}
    standing = np.zeros(size + 1, dtype=np.int64)
    standing[:by_words] = _standing(sessions, found.standing)
    standing[places] = _standing(sessions, close_by.standing)
    words, no_words = _standardised(said, max(by_words, min(postings.documents, POPULATION), 1))
    close, _ = _standardised(close_by.scores, max(len(close_by), 1))
    far = float(close.min()) if len(close_by) else 0.0
    meaning, cosines = np.full(size + 1, far), np.zeros(size + 1)
    meaning[places], cosines[places] = close, close_by.scores
    of_sessions = _of_sessions(found, standing[:by_words] // _APART, len(sessions))
    return Matches(
        ids=tuple(place_of),
        place_of=place_of,
        sessions=sessions,
        standing=standing,
        lengths=found.lengths,
        words=_padded(words, size, no_words),
        meaning=meaning,
        covered=_padded(_covered(found, postings), size, 0.0),
        by_session=of_sessions[standing // _APART],
        said=_padded(said, size, 0.0),
        cosines=cosines,
        average=max(bm25.average(postings), 1.0),
    )


def columns(near: Sequence[Near]) -> NearColumns:
    """Neighbours in columns, as some stores answer them."""
    if isinstance(near, NearColumns):
        return near
    ids, scores, sessions, seqs = zip(*near, strict=True) if near else ((),) * 4
    return NearColumns(ids, np.array(scores, dtype=float), bm25.standing(sessions, seqs))


def _standing(numbers: dict[str, int], places: Places) -> Integers:
    """Where messages stand; sessions that have no number yet are given the next, in the order in which they come."""
    sessions, first = np.unique(places.sessions, return_index=True)
    numbered = np.zeros(len(places.names), dtype=np.int64)
    for session in sessions[np.argsort(first)].tolist():
        numbered[session] = numbers.setdefault(places.names[session], len(numbers) + 1)
    standing: Integers = numbered[places.sessions] * _APART + places.seqs
    return standing


def _padded(values: Floats, size: int, rest: float) -> Floats:
    """The values, and what all others have up to one past so many."""
    padded = np.full(size + 1, rest)
    padded[: len(values)] = values
    return padded


def _standardised(scores: Floats, population: int) -> tuple[Floats, float]:
    """Scores in deviations from the mean, those not among them counting 0; with what such a 0 comes to."""
    mean = float(scores.sum()) / population
    deviation = sqrt(max(float((scores * scores).sum()) / population - mean * mean, 0.0))
    if deviation < 1e-9:  # noqa: PLR2004  # all alike
        return np.zeros_like(scores), 0.0
    return np.minimum((scores - mean) / deviation, _MOST), -mean / deviation


def _covered(found: Uses, postings: Postings) -> Floats:
    """Of what the asked terms tell, the share of those that each document holds."""
    whole = sum(bm25.idf(postings.documents, holding) for holding in postings.frequencies.values()) or 1.0
    covered = np.zeros_like(found.lengths)
    for weight, counts in zip(found.weights, found.counts, strict=True):
        covered += weight * (counts > 0)
    return covered / whole


def _of_sessions(found: Uses, of_session: Integers, sessions: int) -> Floats:
    """How well each session as a whole matches, by its number, standardised over the sessions that match at all; 0 for others."""
    scores = np.zeros(sessions + 1)
    messages = np.bincount(of_session, minlength=sessions + 1)
    matched = np.flatnonzero(messages)
    if not len(matched):
        return scores
    lengths = np.bincount(of_session, weights=found.lengths).astype(float)[matched]
    counts = np.array([np.bincount(of_session, weights=each)[matched] for each in found.counts])
    holding = [int(np.count_nonzero(each)) for each in counts]
    weights = np.array([bm25.idf(len(matched), each) for each in holding])
    said = bm25.scored(Uses(counts, weights, lengths), float(lengths.sum()) / len(matched), b=LENGTH_DISCOUNT)
    scores[matched] = _standardised(said, len(matched))[0]
    return scores


def by_words(postings: Postings) -> dict[str, float]:
    """The standardised scores of documents by their words, by id."""
    found = bm25.uses(postings)
    said = bm25.scored(found, bm25.average(postings), b=LENGTH_DISCOUNT)
    words, _ = _standardised(said, max(len(found.ids), min(postings.documents, POPULATION), 1))
    return dict(zip(found.ids, words.tolist(), strict=True))


def first(found: Matches, stating: Mapping[str, tuple[float, float]]) -> tuple[dict[str, int], Floats]:
    """The columns of the messages that are weighed, and their features of the first stage there, in the order of `FIRST`.

    They are the `LOOKED_AT` best matches, roughly, before their neighbours are asked, and those of `stating`, which is how well the best
    fact that a message states answers: as a share of the best of all, and beyond being about those asked about.
    """
    promise = (found.words + found.meaning / 2)[:-1]
    weighed = best(promise, LOOKED_AT)
    column_of = {found.ids[place]: column for column, place in enumerate(weighed)}
    columns_stated = [column_of.setdefault(key, len(column_of)) for key in stating]
    nowhere = len(found.ids)
    others = [found.place_of.get(key, nowhere) for key in islice(column_of, len(weighed), None)]
    places = np.array([*weighed, *others], dtype=np.int64)
    features = _early(found, found.standing[places], places, found.by_session[places])
    if stating:
        features[-2:, columns_stated] = np.array(list(stating.values())).T
    return column_of, features


def best(scores: Floats, most: int) -> list[int]:
    """The places of the best scores, at most so many, the first of equals first."""
    among = np.arange(len(scores))
    if len(scores) > most:
        among = np.flatnonzero(scores >= np.partition(scores, -most)[-most])
    places: list[int] = among[np.argsort(-scores[among], kind="stable")][:most].tolist()
    return places


def beside(found: Matches, read: Sequence[str], best: int) -> dict[tuple[str, int], Sequence[float]]:
    """The first look's features of messages that stand beside the `best` first of those to be read and are not read yet, by place."""
    places = [found.place_of[key] for key in read if key in found.place_of]
    seen = set(found.standing[places].tolist())
    by = [found.place_of[key] for key in read[:best] if key in found.place_of]
    next_to = {int(found.standing[place]) + step: place for place in by for step in (-1, 1)}
    standing = [each for each in next_to if each not in seen]
    if not standing:
        return {}
    neighbours = [next_to[each] for each in standing]
    there = np.array(standing, dtype=np.int64)
    features = _early(found, there, found.stand(there), found.by_session[neighbours])
    named = list(found.sessions)
    stands = [(named[each // _APART - 1], each % _APART) for each in standing]
    return dict(zip(stands, features.T.tolist(), strict=True))


def _early(found: Matches, standing: Integers, places: Integers, by_session: Floats) -> Floats:
    around = found.stand(np.add.outer(_STEPS, standing))
    nothing = np.zeros(len(places))
    return np.array(
        [
            found.words[places],
            found.meaning[places],
            *found.words[around],
            *found.meaning[around],
            by_session,
            found.covered[places],
            nothing,
            nothing,
        ]
    )
