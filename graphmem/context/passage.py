"""The passage of a long text that matters here: one message of 100,000 characters must not fill a context.

The text is read in sentences. The one that holds most of the asked terms is quoted, rare ones counting more, then the
next best, then their neighbours, while they fit; so a quotation begins and ends where a sentence does. A sentence too long
for that is cut at words around what was asked for. Each character is looked at once.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from graphmem.terms import terms as terms_of
from graphmem.tokens import TokenCounter

#: How many places of one text are quoted: the best, and another where as much is said.
PLACES = 2

#: No shorter text is looked into: few tokenizers take more than one token for a character.
_PER_TOKEN = 8

_STRETCH = 160

#: Within the best stretch, the matches are found to so many characters.
_FOCUS = 24

#: How far from a cut a space is looked for, so that no word is cut in two.
_REACH = 20

#: A second place is quoted when it holds so much of what the best holds.
_ALSO = 0.5

#: So many other places are tried.
_LOOKED = 40

_END = re.compile(r"(?<=[.!?…])[\"'”’)\]]*\s+|(?<=[。！？])|\s*\n\s*")
_GAP = " … "


def passage(text: str, terms: frozenset[str], *, counter: TokenCounter, limit: int) -> str:
    """The text if it has at most `limit` tokens, else its sentences with most of `terms`, with "…" where it is cut."""
    if len(text) <= limit * _PER_TOKEN and counter.text(text) <= limit:
        return text
    spans = list(_sentences(text))
    scores = _scores(text, spans, terms)
    best = max(range(len(spans)), key=lambda number: scores[number])
    start, end = spans[best]
    if counter.text(_shown(text, spans, {best})) > limit:
        return _around(text, _within(text, start, end, terms), counter=counter, limit=limit)
    return _shown(text, spans, _chosen(text, spans, scores, best, counter=counter, limit=limit))


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    """Where the sentences begin and end; at least one."""
    start = 0
    for cut in _END.finditer(text):
        if text[start : cut.start()].strip():
            yield start, cut.start()
            start = cut.end()
    if text[start:].strip() or start == 0:
        yield start, len(text)


def _scores(text: str, spans: Sequence[tuple[int, int]], terms: frozenset[str]) -> list[float]:
    """How much of what was asked for each sentence holds; a term in many sentences counts little."""
    held = [terms & set(terms_of(text[start:end])) for start, end in spans] if terms else [set[str]()] * len(spans)
    spread = Counter(term for each in held for term in each)
    worth = {term: math.log1p(len(spans) / count) for term, count in spread.items()}
    return [sum(worth[term] for term in sorted(each)) for each in held]


def _chosen(
    text: str,
    spans: Sequence[tuple[int, int]],
    scores: Sequence[float],
    best: int,
    *,
    counter: TokenCounter,
    limit: int,
) -> set[int]:
    """The numbers of the sentences quoted: the best places, then what stands around them, while it all fits."""
    chosen = {best}
    enough = max(scores[best] * _ALSO, 1e-9)
    also = [number for number, score in enumerate(scores) if score >= enough and number != best]
    also.sort(key=lambda number: (-scores[number], number))
    for number in also[:_LOOKED]:
        if _places(chosen | {number}) <= PLACES and counter.text(_shown(text, spans, chosen | {number})) <= limit:
            chosen.add(number)
    while (beside := _next(text, spans, chosen, best, counter=counter, limit=limit)) is not None:
        chosen.add(beside)
    return chosen


def _next(
    text: str, spans: Sequence[tuple[int, int]], chosen: set[int], best: int, *, counter: TokenCounter, limit: int
) -> int | None:
    """The sentence after or before the best place that still fits, the one that leaves it most in the middle first."""
    first, last = best, best
    while first - 1 in chosen:
        first -= 1
    while last + 1 in chosen:
        last += 1
    beside = [last + 1, first - 1] if last - best <= best - first else [first - 1, last + 1]
    inside = [number for number in beside if 0 <= number < len(spans)]
    return next((n for n in inside if counter.text(_shown(text, spans, chosen | {n})) <= limit), None)


def _places(chosen: set[int]) -> int:
    return sum(number - 1 not in chosen for number in chosen)


def _shown(text: str, spans: Sequence[tuple[int, int]], chosen: set[int]) -> str:
    """The chosen sentences as they stand in the text, with "…" for what is left out."""
    starts = sorted(number for number in chosen if number - 1 not in chosen)
    ends = sorted(number for number in chosen if number + 1 not in chosen)
    runs = [text[spans[first][0] : spans[last][1]].strip() for first, last in zip(starts, ends, strict=True)]
    return ("…" if starts[0] > 0 else "") + _GAP.join(runs) + ("…" if ends[-1] < len(spans) - 1 else "")


def _around(text: str, focus: tuple[int, int], *, counter: TokenCounter, limit: int) -> str:
    """The text around a place, cut at words, to both sides as far as the limit allows."""
    width = limit * _PER_TOKEN
    while True:
        quoted = _quote(text, (focus[0] + focus[1]) // 2, width)
        size = counter.text(quoted)
        if size <= limit:
            return quoted
        if width <= 1:
            return "…"
        width = max(1, min(width - 1, width * limit // size))


def _within(text: str, start: int, end: int, terms: frozenset[str]) -> tuple[int, int]:
    """Where in a sentence most of the asked terms stand close together; its beginning if none does."""
    starts = range(start, end, _STRETCH)
    matched = [_matches(text, at, _STRETCH, terms) for at in starts]
    most = max(matched, default=0)
    if not most:
        return start, start
    best = starts[matched.index(most)]
    inside = range(best, min(best + _STRETCH, end), _FOCUS // 2)
    hits = [at for at in inside if _matches(text, at, _FOCUS, terms)]
    return (hits[0], hits[-1] + _FOCUS) if hits else (best, best + _STRETCH)


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
