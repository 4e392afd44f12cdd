"""Last, this and next: how many units away, and where the words end."""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.dates.scanning import Words
from graphmem.dates.vocabulary import WHICH


@dataclass(frozen=True, slots=True)
class Which:
    """One step back (-1), none, or one ahead; the word that says so; the place after it."""

    step: int
    word: str
    end: int


def which_word(words: Words, place: int) -> Which | None:
    """ "The last", "this past", "this coming", "next"."""
    start = words.past(place, ("the",))
    if words[start] in ("this", "these") and WHICH.get(words[start + 1]):
        start += 1
    word = words[start]
    return Which(WHICH[word], word, start + 1) if word in WHICH else None
