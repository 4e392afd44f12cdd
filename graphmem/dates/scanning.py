"""A text as words: what the grammar of times reads, one place after another, knowing where each word stands.

A number and letters written together ("3rd", "Q1") are two words without a space between; so is every sign its own word.
"""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass, field
from typing import Any

_WORD = re.compile(r"\d+|[^\W\d_]+|[^\w\s]")
#: What stands after the last word, and so before the first; no rule looks further.
_NOTHING = ("",) * 64
_QUOTES = str.maketrans("’‘`", "'''")


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a text in small letters, then nothing; and the offsets they stand at."""

    text: str
    low: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    read: dict[int, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, text: str) -> Words:
        """The words of a text."""
        found = list(_WORD.finditer(text))
        low = tuple(match[0].translate(_QUOTES).lower() for match in found)
        return cls(text, low + _NOTHING, tuple(match.start() for match in found), tuple(match.end() for match in found))

    def __len__(self) -> int:
        return len(self.starts)

    def __getitem__(self, place: int) -> str:
        """The word at a place; the empty string outside the text."""
        return self.low[place]

    def glued(self, place: int) -> bool:
        """Whether a word follows the one before it without a space."""
        return 0 < place < len(self.starts) and self.ends[place - 1] == self.starts[place]

    def capital(self, place: int) -> bool:
        """Whether a word is written with a capital."""
        return self.text[self.starts[place]].isupper()

    def past(self, place: int, words: Container[str]) -> int:
        """The place after a word if it is one of some, else the place itself."""
        return place + 1 if self[place] in words and self[place] else place

    def after(self, place: int, *phrase: str) -> int | None:
        """The place after a phrase, or None where it does not stand."""
        end = place + len(phrase)
        return end if self.low[place:end] == phrase else None

    def possessed(self, place: int) -> int:
        """The place after "'s" or "'", or the place itself."""
        if self[place] == "'" and self.glued(place):
            return place + 2 if self[place + 1] == "s" and self.glued(place + 1) else place + 1
        return place

    def digits(self, place: int, most: int = 4) -> int | None:
        """The number written in digits at a place, with at most so many of them, unless letters follow at once."""
        word = self[place]
        if not (word.isascii() and word.isdigit()) or len(word) > most:
            return None
        return None if self.glued(place + 1) and self[place + 1][0].isalpha() else int(word)
