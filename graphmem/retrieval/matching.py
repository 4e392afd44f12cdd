"""How well a message, its neighbours and its session match, told from postings and vectors alone: nothing is read.

Scores are standardised among the messages of one search, so that they mean the same in every shape and size of memory.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

from graphmem.retrieval import bm25
from graphmem.types import Near, PostingRow, Postings

#: Messages beyond this many do not make a match rarer: a score means the same in a larger memory.
POPULATION = 600

#: How many of the matches are weighed at all; the others match neither by words nor by meaning as well as these.
LOOKED_AT = 400

#: Documents of messages differ in length for good reasons, so length discounts little.
LENGTH_DISCOUNT = 0.4

#: How far, in turns, a match speaks for its neighbours.
NEIGHBOURS = (-2, -1, 1, 2)

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


class Match(NamedTuple):
    """How a message matches, before it is read: its place, terms, and standardised scores by words and by meaning.

    A tuple, since hundreds are made for each question.
    """

    id: str
    session: str
    seq: int
    length: int
    words: float
    meaning: float
    covered: float


@dataclass(frozen=True, slots=True)
class Matches:
    """All messages that matched, by id, with what a message scores that did not, and the average length in terms."""

    of: Mapping[str, Match]
    unmatched: tuple[float, float]
    average: float
    words: Mapping[str, float]
    near: Mapping[str, float]

    @property
    def nobody(self) -> Match:
        """A message that matches in no way."""
        return Match("", "", 0, 0, *self.unmatched, 0.0)


def matches(postings: Postings, near: Sequence[Near]) -> Matches:
    """Standardise the two scores of every message that matched by words or by meaning."""
    ranked = dict(bm25.rank(postings, b=LENGTH_DISCOUNT))
    population = max(len(ranked), min(postings.documents, POPULATION), 1)
    words, no_words = _standardised(ranked, population)
    cosines = {each.id: each.score for each in near}
    meaning, _ = _standardised(cosines, max(len(cosines), 1))
    far = min(meaning.values(), default=0.0)
    rows = {row.id: row for row in postings.rows}
    places = {each.id: (each.session, each.seq) for each in near}
    telling = {term: bm25.idf(postings.documents, holding) for term, holding in postings.frequencies.items()}
    whole = sum(telling.values()) or 1.0
    found = {}
    for key in dict.fromkeys((*ranked, *cosines)):
        row, said, meant = rows.get(key), words.get(key, no_words), meaning.get(key, far)
        if row is not None:
            found[key] = Match(key, row.session, row.seq, row.length, said, meant, _covered(row, telling) / whole)
        else:
            found[key] = Match(key, *places[key], 0, said, meant, 0.0)
    average = postings.total_length / postings.documents if postings.documents else 1.0
    return Matches(found, (no_words, far), max(average, 1.0), ranked, cosines)


def _standardised(scores: Mapping[str, float], population: int) -> tuple[dict[str, float], float]:
    """Scores in deviations from the mean, those not among them counting 0; with what such a 0 comes to."""
    mean = sum(scores.values()) / population
    deviation = sqrt(max(sum(score * score for score in scores.values()) / population - mean * mean, 0.0))
    if deviation < 1e-9:  # noqa: PLR2004  # all alike
        return dict.fromkeys(scores, 0.0), 0.0
    return {key: min((score - mean) / deviation, _MOST) for key, score in scores.items()}, -mean / deviation


def _covered(row: PostingRow, telling: Mapping[str, float]) -> float:
    return sum([telling.get(term, 0.0) for term in row.counts])


def first(
    found: Matches, sessions: Mapping[str, float], stating: Mapping[str, tuple[float, float]]
) -> dict[str, tuple[float, ...]]:
    """The first stage's features of the `LOOKED_AT` best matches, in the order of `FIRST`.

    `sessions` is how well each session matches, `stating` how well the best fact that a message states
    answers: as a share of the best of all, and beyond being about those asked about.
    """
    at = _by_place(found)
    nobody = found.nobody
    looked_at = sorted(found.of.values(), key=_promise, reverse=True)[:LOOKED_AT]
    return {each.id: _early(each, at, nobody, sessions, stating.get(each.id, NOTHING_STATED)) for each in looked_at}


def _promise(match: Match) -> float:
    """Roughly how well a message matches, before its neighbours are asked; ties keep the order of the channels."""
    return match.words + match.meaning / 2


def beside(
    found: Matches, read: Sequence[str], best: int, sessions: Mapping[str, float]
) -> dict[tuple[str, int], tuple[float, ...]]:
    """The first look's features of messages that stand beside the `best` first of those to be read and are not read yet, by place."""
    at = _by_place(found)
    nobody = found.nobody
    seen = {(match.session, match.seq) for match in (found.of.get(key) for key in read) if match is not None}
    features: dict[tuple[str, int], tuple[float, ...]] = {}
    for match in (found.of[key] for key in read[:best] if key in found.of):
        for place in ((match.session, match.seq - 1), (match.session, match.seq + 1)):
            if place not in seen and place not in features:
                own = at[match.session].get(place[1]) or nobody._replace(session=place[0], seq=place[1])
                features[place] = _early(own, at, nobody, sessions, NOTHING_STATED)
    return features


#: What matched, by session and place in it.
_Places = Mapping[str, Mapping[int, Match]]


def _by_place(found: Matches) -> _Places:
    places: dict[str, dict[int, Match]] = defaultdict(dict)
    for match in found.of.values():
        places[match.session][match.seq] = match
    return places


def _early(
    match: Match, at: _Places, nobody: Match, sessions: Mapping[str, float], stating: tuple[float, float]
) -> tuple[float, ...]:
    _, session, seq, _, words, meaning, covered = match
    there = at[session].get
    # `NEIGHBOURS` one by one, and matches taken apart: this is done hundreds of times for each question.
    _, _, _, _, w1, m1, _ = there(seq - 2, nobody)
    _, _, _, _, w2, m2, _ = there(seq - 1, nobody)
    _, _, _, _, w3, m3, _ = there(seq + 1, nobody)
    _, _, _, _, w4, m4, _ = there(seq + 2, nobody)
    return (words, meaning, w1, w2, w3, w4, m1, m2, m3, m4, sessions.get(session, 0.0), covered, *stating)


def session_scores(postings: Postings) -> dict[str, float]:
    """How well each session as a whole matches, standardised over the sessions that match at all."""
    uses: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    lengths: dict[str, int] = defaultdict(int)
    for row in postings.rows:
        lengths[row.session] += row.length
        for term, count in row.counts.items():
            uses[row.session][term] += count
    holding: dict[str, int] = defaultdict(int)
    for counts in uses.values():
        for term in counts:
            holding[term] += 1
    rows = tuple(PostingRow(session, lengths[session], counts) for session, counts in uses.items())
    total = sum(lengths.values())
    scores = dict(
        bm25.rank(
            Postings(max(len(rows), 1), total, {t: holding[t] for t in postings.frequencies}, rows), b=LENGTH_DISCOUNT
        )
    )
    return _standardised(scores, max(len(rows), 1))[0]
