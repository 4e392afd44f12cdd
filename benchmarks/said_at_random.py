"""Conversations made up by a seeded generator, as long as wanted: words by Zipf's law, names that come back, facts here and there.

Zipf, "Human Behavior and the Principle of Least Effort" (1949): the word of rank r is used about 1/r as often as the first. So a
few words are in every message and most words in hardly any, which is what a text index meets in real chats.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from typing import Any

#: Distinct words that are not function words.
WORDS = 20_000

_FUNCTION = (
    "the",
    "a",
    "and",
    "of",
    "to",
    "in",
    "is",
    "it",
    "that",
    "I",
    "you",
    "was",
    "for",
    "on",
    "with",
    "this",
    "have",
    "but",
)
_ONSETS = ("b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "z", "br", "tr", "st", "sh", "ch")
_SYLLABLES = [onset + vowel for onset in _ONSETS for vowel in ("a", "e", "i", "o", "u", "ai", "ou")]
_START = datetime(2024, 1, 1, 9, tzinfo=UTC)
_SESSION = 30


class Talk:
    """A source of messages and of questions about them; equal seeds, equal talk.

    Whatever the seed, words and names are the same: who asks speaks of what was told, and now and then of somebody who was not.
    """

    def __init__(self, seed: int = 1) -> None:
        language = random.Random(1)
        self._random = random.Random(seed)
        self._words = _made(language, WORDS)
        self._weights = list(accumulate(1 / rank for rank in range(1, WORDS + 1)))
        self._people = [word.capitalize() for word in _made(language, 300)]
        self._places = [word.capitalize() for word in _made(language, 80)]

    def messages(self, count: int) -> Iterator[dict[str, Any]]:
        """Turns of a user and an assistant, a minute apart, in sessions of thirty."""
        for number in range(count):
            at = _START + timedelta(minutes=number, days=number // _SESSION)
            role = ("user", "assistant")[number % 2]
            yield {
                "content": self._turn(role),
                "role": role,
                "session": f"s{number // _SESSION}",
                "at": at,
                "key": f"k{number}",
            }

    def question(self) -> str:
        """Of someone, of a few telling words, or of both in a longer sentence."""
        form = self._random.randrange(3)
        if form == 0:
            return f"Where does {self._of(self._people)} live?"
        if form == 1:
            return f"What was it about the {self._said(3)}?"
        return f"Do you remember what {self._of(self._people)} said when I told you of {self._said(6)}?"

    def _turn(self, role: str) -> str:
        length = max(3, round(self._random.lognormvariate(2.6 if role == "user" else 3.6, 0.6)))
        told = self._said(length)
        if role == "user" and self._random.random() < 0.4:
            verb, other = self._random.choice(
                [("lives in", self._places), ("likes", self._people), ("works at", self._places)]
            )
            return f"{self._of(self._people)} {verb} {self._of(other)}. {told}"
        return f"{self._of(self._people)} {told}" if self._random.random() < 0.3 else told

    def _said(self, length: int) -> str:
        """So many words by their law, function words between them."""
        telling = self._random.choices(self._words, cum_weights=self._weights, k=length)
        return " ".join(
            f"{self._random.choice(_FUNCTION)} {word}" if self._random.random() < 0.5 else word for word in telling
        )

    def _of(self, names: Sequence[str]) -> str:
        """A name; the first ones come back most."""
        return names[min(int(self._random.paretovariate(0.8)) - 1, len(names) - 1)]


def _made(source: random.Random, count: int) -> list[str]:
    """Distinct words of two to four syllables."""
    made: dict[str, None] = {}
    while len(made) < count:
        made["".join(source.choices(_SYLLABLES, k=source.randint(2, 4)))] = None
    return list(made)
