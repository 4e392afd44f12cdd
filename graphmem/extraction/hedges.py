"""Openings that say how much a sentence is to be trusted: "word is", "pretty sure", "it's not true that".

The parser makes something else of each of these, a subject here and an aside there, so they are known by their words.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graphmem.types import Certainty

if TYPE_CHECKING:
    from spacy.tokens import Token

#: How far before a verb its opening may begin, in characters: beyond, it belongs to another clause.
_REACH = 60
_LEAD = r"(?:^|[.,;:!?(–—-]\s*|\b(?:so|and|but|well|ok|okay|anyway|oh|because)\s+)"
_I_AM = r"(?:i\s?'?\s?a?m\s+)?"
_SURE = r"(?:\w+\s+)?(?:sure|certain|convinced)"
_NOT = r"(?:is\s?n'?t|'s\s+not|is\s+not|ain'?t|was\s?n'?t)"
_TRUE = r"(?:\w+\s+)?(?:true|the\s+case|right|correct)"

_DENIED = (
    rf"(?:it|that)\s?{_NOT}\s+(?:like|as\s+if|{_TRUE}\s+(?:that\s+)?)",
    rf"{_I_AM}not\s+(?:\w+\s+)?(?:sure|certain|convinced)\s+(?!but\b)(?:that\s+)?",
    r"(?:there\s?'?s\s+|there\s+is\s+)?no\s+way\s+(?:that\s+)?",
    r"(?:i|we)\s+(?:(?:used\s+to|once|wrongly|mistakenly)\s+(?:think|thought|believed?|assumed?|imagined?)|had\s+thought)\s+(?:that\s+)?",
    r"it\s?(?:'s|is|was)\s+(?:false|untrue|wrong|a\s+lie|a\s+myth|nonsense|a\s+misunderstanding)\s+that\b",
    r"in\s+(?:my|the|a|this|our|that)\s+(?:\w+\s+)?(?:dreams?|nightmare|story|novel|book|game|scenario|movie|film|campaign|poem|song)\b",
    r"(?:let\s?'?s\s+say|say\s+i\b|say\s+we\b|picture\s+this)",
)
_REPORTED = (
    r"(?:the\s+)?(?:word|rumou?r|gossip|talk|legend|story)\s+(?:is|has\s+it|goes|on\s+the\s+street\s+is)\b",
    r"there\s?(?:'s|is|was|are)\s+(?:an?\s+|some\s+)?(?:rumou?rs?|gossip|talk)\s+(?:that|of|about)?",
    r"(?:from|by)\s+(?:what|all)\s+(?:i|we)\s?(?:'?ve|have)?\s+(?:hear|heard|gathered?|read)\b",
    r"(?:i\s?'?m|i\s+am|i\s+was|we\s+were|i\s?'?ve\s+been)\s+told\b",
    r"(?:a\s+little\s+bird\s+told\s+me|the\s+grapevine\s+has\s+it|so\s+i\s+hear(?:d)?)\b",
)
_POSSIBLE = (
    rf"{_I_AM}(?:pretty|fairly|quite|almost|nearly|reasonably|mostly|half)\s+{_SURE}\b",
    r"(?:i|we)\s+(?:could|might|may)\s+be\s+(?:wrong|mistaken)\b",
    r"(?:as\s+far\s+as|for\s+all)\s+(?:i|we)\s+(?:know|remember|recall)\b",
    r"(?:iirc|afaik|chances\s+are|odds\s+are|my\s+guess\s+is|there\s?'?s\s+a\s+chance)\b",
    r"(?:(?:it|that)\s+)?(?:seems?|looks?|sounds?|feels?)\s+(?:like|as\s+if|as\s+though|that)\b",
    r"(?:i\s+have|i\s?'?ve\s+got|i\s+get)\s+(?:a|the)\s+(?:feeling|hunch|impression)\b",
    rf"{_I_AM}not\s+(?:\w+\s+)?sure\s+but\b",
)


def _any(openings: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(_LEAD + r"(?:" + "|".join(openings) + r")", re.IGNORECASE)


_TABLE: tuple[tuple[re.Pattern[str], Certainty | None], ...] = (
    (_any(_POSSIBLE), "possible"), (_any(_DENIED), None), (_any(_REPORTED), "reported"),
)  # fmt: skip
#: The same after what is said: "she moved to Porto, or so Tom told me".
_AFTER = re.compile(r",\s*(?:or\s+so|that\s?'?s\s+what|at\s+least\s+that\s?'?s\s+what)\s+[\w' ]+\b(?:told|says?|said|hear[ds]?)\b", re.IGNORECASE)  # fmt: skip


def opening(head: Token, certainty: Certainty) -> Certainty | None:
    """How certain a clause is by the words its sentence opens with, None if they take it back; else as it was."""
    text, start = head.sent.text, head.sent.start_char
    before = text[: head.idx - start]
    for pattern, said in _TABLE:
        found = next((match for match in pattern.finditer(before) if head.idx - start - match.end() <= _REACH), None)
        if found is not None:
            return said
    return "reported" if _AFTER.search(text[head.idx - start :]) else certainty
