"""The passage of a long text that matters here: one message of 100,000 characters must not fill a context.

The text is cut into stretches, the one that holds most of the asked terms is chosen, and it grows to both sides until
it is as long as allowed. Each character is looked at once.
"""

from __future__ import annotations

from graphmem.terms import terms as terms_of
from graphmem.tokens import TokenCounter

_STRETCH = 160

#: Within the best stretch, the matches are found to so many characters.
_FOCUS = 24

#: No shorter text is looked into: few tokenizers take more than one token for a character.
_PER_TOKEN = 8

#: How far from a cut a space is looked for, so that no word is cut in two.
_REACH = 20


def passage(text: str, terms: frozenset[str], *, counter: TokenCounter, limit: int) -> str:
    """The text if it has at most `limit` tokens, else its part around most of `terms`, with "…" where it is cut."""
    if len(text) <= limit * _PER_TOKEN and counter.text(text) <= limit:
        return text
    start, end = _best_stretch(text, terms)
    width = limit * _PER_TOKEN
    while True:
        quoted = _quote(text, (start + end) // 2, width)
        size = counter.text(quoted)
        if size <= limit:
            return quoted
        if width <= 1:
            return "…"
        width = max(1, min(width - 1, width * limit // size))


def _best_stretch(text: str, terms: frozenset[str]) -> tuple[int, int]:
    """Where most of the asked terms stand close together, the first such place; the beginning if none is there."""
    starts = range(0, len(text), _STRETCH)
    matched = [_matches(text, start, _STRETCH, terms) for start in starts]
    most = max(matched)
    if not most:
        return 0, 0
    start = starts[matched.index(most)]
    inside = range(start, min(start + _STRETCH, len(text)), _FOCUS // 2)
    hits = [at for at in inside if _matches(text, at, _FOCUS, terms)]
    return (hits[0], hits[-1] + _FOCUS) if hits else (start, start + _STRETCH)


def _matches(text: str, start: int, length: int, terms: frozenset[str]) -> int:
    """How many of the terms stand in a stretch, with the rest of the word it ends in."""
    end = start + length
    space = text.find(" ", end, end + _REACH)
    return len(terms & set(terms_of(text[start : space if space >= 0 else end])))


def _quote(text: str, middle: int, width: int) -> str:
    start = max(0, min(middle - width // 2, len(text) - width))
    end = min(len(text), start + width)
    start, end = _at_word(text, start), _before_word(text, end)
    return ("…" if start > 0 else "") + text[start:end].strip() + ("…" if end < len(text) else "")


def _at_word(text: str, start: int) -> int:
    space = text.find(" ", start, start + _REACH) if start > 0 else -1
    return space + 1 if space >= 0 else start


def _before_word(text: str, end: int) -> int:
    space = text.rfind(" ", end - _REACH, end) if end < len(text) else -1
    return space if space >= 0 else end
