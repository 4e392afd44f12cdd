"""What tells a message that answers from one that does not: numbers that mean the same in every shape of chat.

Two friends over months and a user with an assistant's long answers are ranked by one set of weights, so nothing here is
absolute. Scores are standardised among the messages of one search, lengths are relative to those of the same kind of
voice, and what only some chats have (speakers named in the question, an assistant) is a feature of its own that is 0 elsewhere.

The first stage knows of a message only how well it and its neighbours match, from the postings and vectors. The second
stage, for the best of the first, reads the messages: who speaks, what is asked and answered, times, and facts stated.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from math import log, sqrt
from typing import NamedTuple

from graphmem.retrieval import bm25
from graphmem.types import Message, Near, PostingRow, Postings, Question, Wanted

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

SECOND = (
    "said by the one asked about",
    "said by another named",
    "mentions the one asked about",
    "assistant",
    "length",
    "length of a user's",
    "length of an assistant's",
    "asks",
    "answers",
    "tells a time",
    "tells a time, asked when",
    "tells a number, asked how many",
    "tells a name, asked who",
    "at the time asked",
    "fact by its words",
)

#: What is known of a message that states no fact about those asked about.
NOTHING_STATED = (0.0, 0.0)

# Sets of words, since one expression of forty words is tried at every letter of every message.
_SAID_OF_TIMES = """
yesterday today tonight tomorrow last next ago week weekend month year recently since
monday tuesday wednesday thursday friday saturday sunday
january february march april may june july august september october november december
"""
_SAID_OF_NUMBERS = "one two three four five six seven eight nine ten twice once dozen several"
_TIMES, _NUMBERS = frozenset(_SAID_OF_TIMES.split()), frozenset(_SAID_OF_NUMBERS.split())
_WORD = re.compile(r"[a-z]+")
_DATED = re.compile(r"\b(?:20\d\d|\d{1,2}(?:st|nd|rd|th))\b")
_DIGITS = re.compile(r"\b\d+\b")
_NAME = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z][a-z]+\b")

_ASKED_WHEN: frozenset[Wanted] = frozenset({"when", "length"})
_ASKED_HOW_MANY: frozenset[Wanted] = frozenset({"count", "length", "often"})
_ASKED_WHO: frozenset[Wanted] = frozenset({"who", "name", "where"})

#: Of a long message, as much is read for features.
_READ = 2000

#: Things are told in the days after they happened.
_TOLD_AFTER = timedelta(days=7)

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
        row = rows.get(key)
        session, seq = (row.session, row.seq) if row is not None else places[key]
        found[key] = Match(
            key,
            session,
            seq,
            row.length if row is not None else 0,
            words.get(key, no_words),
            meaning.get(key, far),
            _covered(row, telling) / whole if row is not None else 0.0,
        )
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
    return sum(telling.get(term, 0.0) for term in row.counts)


def first(
    found: Matches, sessions: Mapping[str, float], stating: Mapping[str, tuple[float, float]]
) -> dict[str, tuple[float, ...]]:
    """The first stage's features of the `LOOKED_AT` best matches, in the order of `FIRST`.

    `sessions` is how well each session matches, `stating` how well the best fact that a message states
    answers: as a share of the best of all, and beyond being about those asked about.
    """
    at = {(match.session, match.seq): match for match in found.of.values()}
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
    at = {(match.session, match.seq): match for match in found.of.values()}
    nobody = found.nobody
    seen = {(match.session, match.seq) for match in (found.of.get(key) for key in read) if match is not None}
    features: dict[tuple[str, int], tuple[float, ...]] = {}
    for match in (found.of[key] for key in read[:best] if key in found.of):
        for place in ((match.session, match.seq - 1), (match.session, match.seq + 1)):
            if place not in seen and place not in features:
                own = at.get(place) or nobody._replace(session=place[0], seq=place[1])
                features[place] = _early(own, at, nobody, sessions, NOTHING_STATED)
    return features


def _early(
    match: Match,
    at: Mapping[tuple[str, int], Match],
    nobody: Match,
    sessions: Mapping[str, float],
    stating: tuple[float, float],
) -> tuple[float, ...]:
    session, seq = match.session, match.seq
    around = [at.get((session, seq + step), nobody) for step in NEIGHBOURS]
    return (
        match.words,
        match.meaning,
        *[each.words for each in around],
        *[each.meaning for each in around],
        sessions.get(session, 0.0),
        match.covered,
        *stating,
    )


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


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as the second stage compares messages with it: `names` of people asked about, and facts found by words."""

    question: Question
    stated: Mapping[str, float]


def second(read: Sequence[Message], found: Matches, asked: Asked) -> dict[str, tuple[float, ...]]:
    """The second stage's features of each message read, in the order of `SECOND`."""
    at = {(message.session, message.seq): message for message in read}
    with_assistant = {message.session for message in read if message.role == "assistant"}
    wanted = asked.question.wanted
    who = _people(asked.question, {message.speaker for message in read if message.speaker})
    timed, numbered, naming = (bool(wanted & each) for each in (_ASKED_WHEN, _ASKED_HOW_MANY, _ASKED_WHO))
    features: dict[str, tuple[float, ...]] = {}
    for message in read:
        text = message.text[:_READ]
        folded = text.casefold()
        words = frozenset(_WORD.findall(folded))
        match = found.of.get(message.id)
        before = at.get((message.session, message.seq - 1))
        speaker = (message.speaker or "").casefold()
        length = _length(message, match, found.average)
        chat = message.session in with_assistant
        features[message.id] = (
            float(speaker in who.first),
            float(speaker in who.others),
            float(any(name in folded for name in who.first if name != speaker)),
            float(message.role == "assistant"),
            0.0 if chat else length,
            length if chat and message.role == "user" else 0.0,
            length if chat and message.role == "assistant" else 0.0,
            float(_asks(text)),
            _answers(before, found),
            told := float(not _TIMES.isdisjoint(words) or _DATED.search(folded) is not None),
            told if timed else 0.0,
            float(numbered and (not _NUMBERS.isdisjoint(words) or _DIGITS.search(folded) is not None)),
            float(min(len(set(_NAME.findall(text))), 2)) if naming else 0.0,
            _at_the_time(message, asked.question),
            asked.stated.get(message.id, 0.0),
        )
    return features


@dataclass(frozen=True, slots=True)
class _People:
    first: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()


def _people(question: Question, speakers: Iterable[str]) -> _People:
    """The speakers a question names, casefolded: the one it asks about, and others.

    In "What did Jon say of Gina's shop?" the owner of something is not the one asked about, unless nobody else is.
    """
    text = question.standalone
    known = {name.casefold(): names for names in _names(question, speakers) for name in names}
    places: list[tuple[bool, int, frozenset[str]]] = []
    for names in {frozenset(each) for each in known.values()}:
        found = [match for name in names for match in re.finditer(rf"\b{re.escape(name)}\b", text, re.IGNORECASE)]
        if found:
            earliest = min(found, key=lambda match: match.start())
            owns = all(text[match.end() : match.end() + 2] in ("'s", "’s") for match in found)
            places.append((owns, earliest.start(), names))
    places.sort(key=lambda place: (place[0], place[1], sorted(place[2])))
    folded = [frozenset(name.casefold() for name in names) for _, _, names in places]
    return _People(folded[0], frozenset().union(*folded[1:])) if folded else _People()


def _names(question: Question, speakers: Iterable[str]) -> list[frozenset[str]]:
    """What each speaker may be called: by their own name, its first word, and the other names of the entity that bears it."""
    known: list[frozenset[str]] = []
    for speaker in sorted(speakers):
        called = {speaker, speaker.split()[0]} if speaker.split() else {speaker}
        for entity in question.named:
            if speaker.casefold() in {alias.casefold() for alias in (entity.name, *entity.aliases)}:
                called |= {entity.name, *entity.aliases}
        known.append(frozenset(called))
    return known


def _length(message: Message, match: Match | None, average: float) -> float:
    """The logarithm of the length relative to the average message; a text without a count is taken by its characters."""
    terms = match.length if match is not None and match.length else len(message.text) / 10
    return max(-3.0, min(3.0, log((terms + 1) / (average + 1))))


def _asks(text: str) -> bool:
    return "?" in text[-60:]


def _answers(before: Message | None, found: Matches) -> float:
    """How well the question a message answers matches, if it answers one."""
    if before is None or not _asks(before.text):
        return 0.0
    match = found.of.get(before.id)
    return max(0.0, match.words) if match is not None else 0.0


def _at_the_time(message: Message, question: Question) -> float:
    when = question.time.when
    if when is None or not when.start <= message.at < when.end + _TOLD_AFTER:
        return 0.0
    return 1.0 if message.at < when.end else 0.5
