"""What tells a message that answers from one that does not, once it is read: numbers that mean the same in every shape of chat.

Two friends over months and a user with an assistant's long answers are ranked by one set of weights, so nothing here is
absolute. Lengths are relative to the average and kept apart by the kind of voice, and what only some chats have (speakers
named in the question, an assistant) is a feature of its own that is 0 elsewhere. How well a message matches is told in
`matching`; here it is who speaks, what is asked and answered, times, and facts stated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from math import log
from string import ascii_lowercase
from typing import NamedTuple

import numpy as np

from graphmem.retrieval.bm25 import Floats
from graphmem.retrieval.matching import Match, Matches
from graphmem.types import Message, Question, Wanted, When

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
    "mentions the kind asked for",
)

# Sets of words, since one expression of forty words is tried at every letter of every message.
_SAID_OF_TIMES = """
yesterday today tonight tomorrow last next ago week weekend month year recently since
monday tuesday wednesday thursday friday saturday sunday
january february march april may june july august september october november december
"""
_SAID_OF_NUMBERS = "one two three four five six seven eight nine ten twice once dozen several"
_TIMES, _NUMBERS = frozenset(_SAID_OF_TIMES.encode().split()), frozenset(_SAID_OF_NUMBERS.encode().split())
_TIMES_AND_NUMBERS = _TIMES | _NUMBERS
# Words are what stands between bytes that are no small letters: bytes are split at a third of the cost of looking for letters in text.
_LETTERS = bytes(byte if chr(byte) in ascii_lowercase else ord(" ") for byte in range(256))
_DIGIT = re.compile(r"\d")
_DATED = re.compile(r"\b(?:20\d\d|\d{1,2}(?:st|nd|rd|th))\b")
_DIGITS = re.compile(r"\b\d+\b")
# A word with a capital that begins neither the text nor a sentence; the capital first, so that only those are looked at.
_NAME = re.compile(r"[A-Z](?<!\w[A-Z])(?<!^[A-Z])(?<![.!?]\s[A-Z])[a-z]+\b")

_ASKED_WHEN: frozenset[Wanted] = frozenset({"when", "length"})
_ASKED_HOW_MANY: frozenset[Wanted] = frozenset({"count", "length", "often"})
_ASKED_WHO: frozenset[Wanted] = frozenset({"who", "name", "where"})

#: Of a long message, as much is read for features.
_LONGEST = 2000

#: Things are told in the days after they happened.
_TOLD_AFTER = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as the second stage compares messages with it.

    By message id: how well facts that it `stated` match by their words, and which are `fitting`, mentioning the kind asked for.
    """

    question: Question
    stated: Mapping[str, float]
    fitting: frozenset[str] = frozenset()


def second(read: Sequence[Message], found: Matches, asked: Asked) -> Floats:
    """The second stage's features of each message read, in its column, in the order of `SECOND`."""
    question, nothing = asked.question, [0.0] * len(read)
    who = _people(question, {message.speaker for message in read if message.speaker})
    timed, numbered, naming = (bool(question.wanted & each) for each in (_ASKED_WHEN, _ASKED_HOW_MANY, _ASKED_WHO))
    speakers = [(message.speaker or "").casefold() for message in read]
    assistant = [message.role == "assistant" for message in read]
    told = [_told(message.text) for message in read]
    times = [each.time for each in told]
    return np.array(
        [
            [speaker in who.first for speaker in speakers] if who.first else nothing,
            [speaker in who.others for speaker in speakers] if who.others else nothing,
            [_mentioned(*each, who) for each in zip(read, speakers, strict=True)] if who.first else nothing,
            assistant,
            *_lengths(read, assistant, found),
            [each.asks for each in told],
            _answers(read, told, found),
            times,
            times if timed else nothing,
            [each.number for each in told] if numbered else nothing,
            [each.names for each in told] if naming else nothing,
            [_at_the_time(message, question.time.when) for message in read] if question.time.when else nothing,
            [asked.stated.get(message.id, 0.0) for message in read],
            [message.id in asked.fitting for message in read],
        ],
        dtype=float,
    )


class _Told(NamedTuple):
    """What a text tells of, whatever is asked: a time, a number, how many names up to 2; and whether it asks."""

    time: float
    number: float
    names: float
    asks: float


#: What texts tell of, by their hashes, so that no text is kept; the same messages are read for question after question.
_known: dict[int, _Told] = {}

#: How many of them are kept.
_MOST_KNOWN = 50_000


def _told(text: str) -> _Told:
    known = _known.get(hash(text))
    if known is None:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        known = _known[hash(text)] = _read(text[:_LONGEST])
    return known


def _read(text: str) -> _Told:
    folded = text.casefold()
    words = _TIMES_AND_NUMBERS.intersection(folded.encode("utf-8", "surrogatepass").translate(_LETTERS).split())
    digits = _DIGIT.search(folded) is not None
    return _Told(
        time=float(not _TIMES.isdisjoint(words) or (digits and _DATED.search(folded) is not None)),
        number=float(not _NUMBERS.isdisjoint(words) or (digits and _DIGITS.search(folded) is not None)),
        names=float(min(len(set(_NAME.findall(text))), 2)),
        asks=float(_asks(text)),
    )


def _mentioned(message: Message, speaker: str, who: _People) -> bool:
    folded = message.text[:_LONGEST].casefold()
    return any(name in folded for name in who.first if name != speaker)


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


def _lengths(read: Sequence[Message], assistant: Sequence[bool], found: Matches) -> tuple[Sequence[float], ...]:
    """Of each message its length where nobody is an assistant, and that of a user and of an assistant where one is."""
    sessions = {message.session for message, one in zip(read, assistant, strict=True) if one}
    plain, users, assistants = ([0.0] * len(read) for _ in range(3))
    matches = found.all_of([message.id for message in read])
    for place, (message, match) in enumerate(zip(read, matches, strict=True)):
        if message.session not in sessions:
            plain[place] = _length(message, match, found.average)
        elif message.role in ("user", "assistant"):
            (assistants if assistant[place] else users)[place] = _length(message, match, found.average)
    return plain, users, assistants


def _length(message: Message, match: Match | None, average: float) -> float:
    """The logarithm of the length relative to the average message; a text without a count is taken by its characters."""
    terms = match.length if match is not None and match.length else len(message.text) / 10
    return max(-3.0, min(3.0, log((terms + 1) / (average + 1))))


def _asks(text: str) -> bool:
    return "?" in text[-60:]


def _answers(read: Sequence[Message], told: Sequence[_Told], found: Matches) -> list[float]:
    """How well the question that each message answers matches, 0 where it answers none."""
    asking = [(message.session, message.seq) for message, each in zip(read, told, strict=True) if each.asks]
    ids = [message.id for message, each in zip(read, told, strict=True) if each.asks]
    matches = dict(zip(asking, found.all_of(ids), strict=True))
    answered = [matches.get((message.session, message.seq - 1)) for message in read]
    return [max(0.0, match.words) if match is not None else 0.0 for match in answered]


def _at_the_time(message: Message, when: When | None) -> float:
    """By the clock that each was told by: a day that is asked for is one of the asker's, and a message is of its speaker's."""
    if when is None or not when.start <= message.clock < when.end + _TOLD_AFTER:
        return 0.0
    return 1.0 if message.clock < when.end else 0.5
