"""Text that is given to be worked on: examples, translations, quoted lines, stories to be written. It tells nothing of anybody.

Such text is blanked before parsing, character for character, so that every offset stays.
"""

from __future__ import annotations

import re

_TASK = (
    r"(?:translate|rewrite|rephrase|reword|paraphrase|proofread|summari[sz]e|transcribe|"
    r"(?:correct|fix|edit|shorten|improve|polish|check|complete|continue|parse|classify|use)\s+(?:this|that|my|these|the|following))"
)
_WRITE = r"(?:write|make\s+up|invent|tell|draft|compose|generate|create|imagine)"
_STORY = (
    r"(?:story|tale|poem|song|scene|novel|script|sketch|limerick|haiku|fanfic|dialogue|rap|screenplay|sonnet|essay)"
)

#: A line quoted from somebody's message.
_QUOTED_LINE = re.compile(r"^[ \t]*>[^\n]*", re.MULTILINE)
#: "Translate: …", "Fix this sentence: …", "Example sentence: …", to the end of the line, or the next one if it ends there.
_GIVEN = re.compile(
    rf"(?P<ask>\b{_TASK}\b[^.:!?\n]{{0,60}}:|\b(?:for\s+)?(?:example|sample)(?:\s+(?:sentences?|text|phrases?|input|answer|entry))?\s*:"
    rf"|\b(?:sentence|phrase|quote|lyrics?(?:\s+goe?s?)?|role-?play|prompt|plot|fiction)(?:\s+(?:one|two|a|b|\d))?\s*:|\be\.g\.:?)(?P<given>[ \t]*\n?[^\n]*)",
    re.IGNORECASE,
)
#: "Write a story where I live in Narnia."
_TOLD = re.compile(
    rf"(?P<ask>\b{_WRITE}\s+(?:(?:me|us)\s+)?(?:\S+\s+){{0,4}}?{_STORY})(?P<given>\s+(?:where|in\s+which|about|with|that|of|from|set)\b[^.?!\n]*)",
    re.IGNORECASE,
)
#: "Word is Kofi left": the parser reads a passive.
_WORD_IS = re.compile(
    r"\b(?:(?:the\s+)?word|rumou?r|gossip)\s+(?:is|has\s+it)\b(?!\s+(?:that|not|a|the)\b)(?=\s+\w)", re.IGNORECASE
)
_SAME = "I hear"


def blanked(text: str) -> str:
    """The text with what is only given to work on blanked, of the same length; "word is" reads "I hear"."""
    text = _WORD_IS.sub(lambda match: _SAME.ljust(len(match[0])), text)
    text = _QUOTED_LINE.sub(lambda match: _blank(match[0]), text)
    for pattern in (_GIVEN, _TOLD):
        text = pattern.sub(lambda match: match["ask"] + _blank(match["given"]), text)
    return text


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)
