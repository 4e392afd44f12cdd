"""How a time bears on what is said, from the words beside it: since, until, before, after."""

from __future__ import annotations

import re
from typing import Literal

Relation = Literal["at", "since", "until", "before", "after", "for", "range"]
"""How a time bears on what is said: when it was, from when on, up to when, some time before or after, how long, or from when to when."""

_THE = r"\s+(?:the\s+|about\s+|around\s+)?$"
_BEFORE: tuple[tuple[re.Pattern[str], Relation], ...] = tuple(
    (re.compile(rf"(?:{words}){_THE}", re.IGNORECASE), relation)  # type: ignore[misc]  # each is a Relation
    for words, relation in (
        (r"\b(?:until|till|through|up\s+to|no\s+later\s+than|as\s+late\s+as|on\s+or\s+before)", "until"),
        (r"\b(?:since|on\s+or\s+after|after\s+or\s+(?:on|in)|from|as\s+early\s+as)", "since"),
        (r"\b(?:starting|beginning)(?:\s+(?:in|on|from|with))?", "since"),
        (r"\b(?:before|prior\s+to|earlier\s+than)", "before"),
        (r"\b(?:after|later\s+than)", "after"),
    )
)
_SINCE_THEN = re.compile(r"\s+(?:(?:or|and)\s+later|or\s+after|(?:and\s+)?onwards?)\b", re.IGNORECASE)
_UNTIL_THEN = re.compile(r"\s+(?:or|and)\s+(?:earlier|before)\b(?!\s+\w)", re.IGNORECASE)


def relation_at(text: str, start: int, end: int) -> tuple[Relation, int]:
    """How the time from `start` to `end` bears on its text, and where it ends with the words that say so."""
    for pattern, relation in ((_SINCE_THEN, "since"), (_UNTIL_THEN, "until")):
        match = pattern.match(text, end)
        if match:
            return relation, match.end()  # type: ignore[return-value]  # each is a Relation
    before = text[max(0, start - 40) : start]
    return next((relation for pattern, relation in _BEFORE if pattern.search(before)), "at"), end
