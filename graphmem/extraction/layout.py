"""Where a line break ends a sentence: after an empty line, and before an item of a list; and that a heading states nothing.

The parser learned from running text and reads over line breaks: under the heading "Tom", "- Tom drives a Volvo" would be said of
somebody called "Tom - Tom". So headings and the marks of lists are blanked, character for character, and the parser is told
where sentences begin.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc

#: "# People" states nothing; "#jazz" and a number sign in mid-line are no headings.
_HEADING = re.compile(r"^[ \t]{0,3}#{1,6}[ \t]+[^\n]*", re.MULTILINE)
#: "- ", "* ", "+ ", "• ", "1. ", "2) " and a box that is ticked or not, at the start of a line.
_MARK = re.compile(r"^[ \t]*(?:[-*+•–]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(?=\S)", re.MULTILINE)
#: What begins with capitals may go on from the line before; what follows an empty line does not.
_GAP = re.compile(r"\n[ \t]*\n\s*")


def without_marks(text: str) -> str:
    """The text with headings and the marks of a list blanked; it is as long as before.

    >>> without_marks("## Tom\\n- [x] Tom drives.")
    '      \\n      Tom drives.'
    """
    if "\n" not in text and not text.lstrip().startswith("#"):
        return text
    return _MARK.sub(_blank, _HEADING.sub(_blank, text))


def beginnings(text: str) -> frozenset[int]:
    """Where the text has a paragraph or an item of a list begin.

    >>> sorted(beginnings("Tom:\\n- drives\\n- swims\\n\\nAna"))
    [7, 16, 23]
    """
    if "\n" not in text:
        return frozenset()
    return frozenset(found.end() for mark in (_MARK, _GAP) for found in mark.finditer(text))


def begun(doc: Doc, at: frozenset[int]) -> Doc:
    """The tokens, with a sentence begun at each of these offsets, before the parser has seen them."""
    if at:
        for token in doc[1:]:
            if token.idx in at:
                token.is_sent_start = True
    return doc


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])
