"""Which part of a text an English pipeline can read.

Code, logs, markup and addresses parse into nonsense, so they are blanked before parsing, character for character, which keeps
every offset. Whether the rest is English is judged by script and by the commonest little words; a short or doubtful text
counts as English, because refusing to read it would lose more than reading it in vain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extraction import exercises, lexicon

#: How many foreign little words it takes, and below how many letters a line of signs may still be a smiley or a price.
_FEWEST, _SHORT = 2, 20
_WORD = re.compile(r"[^\W\d_]+(?:'[a-z]+)?")

_UNREADABLE = re.compile(
    r"```.*?(?:```|\Z)"  # fenced code
    r"|\S{80,}"  # no word is that long, and the tokenizer is slow on what is
    r"|`[^`\n]{1,200}`"
    r"|<(?P<raw>script|style)\b.*?(?:</(?P=raw)>|\Z)"
    r"|<!--.*?-->|</?[a-zA-Z!][^<>\n]{0,500}>"  # markup
    r"|\b(?:https?://|www\.)\S+",
    re.DOTALL,
)
# A line is no prose when it starts as a log does, or is as much signs and digits as letters.
_LOG_LINE = re.compile(
    r"^\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?(?:DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL)\b|at \w+[.\w$]*\(|Traceback|>>> |\$ )"
)
_SIGNS = re.compile(r"[{}\[\]()<>=;|\\/_*#@^~$%&+\d]")
# The tokenizer cuts "ex-wife" into three and the parser then loses its way.
_EX = re.compile(r"\bex-(?=[a-z])")
_LINE = re.compile(r"[^\n]+")

_CURLY = str.maketrans("’‘“”\u00a0\u2026", "''\"\" .")


def is_readable(text: str) -> bool:
    """Whether to read a text as English: yes unless its script or its little words say otherwise."""
    letters = [char for char in text[:4000] if char.isalpha()]
    if not letters:
        return True
    latin = sum(char < "\u0250" or "\u1e00" <= char < "\u1f00" or "\uff21" <= char <= "\uff5a" for char in letters)
    return latin * 2 >= len(letters) and not _is_foreign(text[:4000])


def _is_foreign(text: str) -> bool:
    words = [word.lower() for word in _WORD.findall(text)]
    foreign = sum(word in lexicon.FOREIGN for word in words)
    english = sum(word.partition("'")[0] in lexicon.ENGLISH for word in words)
    return foreign >= _FEWEST and foreign > 2 * english and foreign * 6 >= len(words)


def prose(text: str) -> str:
    """The text with everything that is no prose blanked, of the same length: offsets into it are offsets into the text."""
    text = _EX.sub("ex ", exercises.blanked(_UNREADABLE.sub(_blank, text.translate(_CURLY))))
    text = _LINE.sub(lambda line: line[0] if _is_prose(line[0]) else _blank(line), text)
    return "".join(char if char.isascii() or char.isalnum() or _is_mark(char) else " " for char in text)


def _is_prose(line: str) -> bool:
    if _LOG_LINE.match(line):
        return False
    signs, letters = len(_SIGNS.findall(line)), sum(map(str.isalpha, line))
    return signs <= max(12, letters // 3) if letters > _SHORT else signs <= max(6, letters)


def _is_mark(char: str) -> bool:
    return char in "–—¡¿«»€£¥°" or "\u0300" <= char <= "\u036f"


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def pieces(text: str, *, size: int, cap: int) -> Iterator[tuple[int, str]]:
    """(offset, piece) of at most `size` characters, cut at a paragraph, else a sentence, else a space; `cap` in all."""
    start, end = 0, min(len(text), cap)
    while start < end:
        stop = _cut(text, start, min(start + size, end), end)
        if text[start:stop].strip():
            yield start, text[start:stop]
        start = stop


def _cut(text: str, start: int, stop: int, end: int) -> int:
    if stop == end:
        return stop
    for mark in ("\n\n", "\n", ". ", "! ", "? ", " "):
        # Not in the first half: a piece that is nearly empty would only make more of them.
        found = text.rfind(mark, start + (stop - start) // 2, stop)
        if found >= 0:
            return found + len(mark)
    return stop
