"""One kind of thing that may have to go: how it looks, what proves it, and which words give it away.

A pattern alone takes order numbers for tax numbers. So a rule may ask for a check digit (`valid`), and for a word near by that says
what the number is (`context`); each thins out what merely looks like it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial

from graphmem.errors import InvalidInput

#: So many characters before and after a match are looked at for a word of its context.
BEFORE, AFTER = 60, 40

#: A number that labels the match as something else stands within so many characters before it.
LABEL = 24

#: A word of so many letters may go on.
LONG = 5


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern of what is to go; `category` chooses its policy and names it in the text, and is the rule's name if left out.

    Of a match the group named `secret` goes, else all of it. `valid` is asked about that text. One of the words of `context` must
    stand near by, and none of `never` right before it. `hints` are in lower case: the pattern is tried only on a text that has one.
    `numeric` rules are tried only on texts with a number of seven digits or more. `gate` is a cheaper pattern that is found in every text
    that the rule finds something in; it is tried once a text for all rules that share it. The pattern of a `lazy` rule is compiled when it
    is first tried, and not checked before.
    """

    name: str
    pattern: str
    category: str = ""
    valid: Callable[[str], bool] | None = None
    context: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    numeric: bool = False
    gate: str = ""
    lazy: bool = False

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", str(self.name)):
            raise InvalidInput(f"a rule's name is of a-z, 0-9 and _, not {self.name!r}")
        category = self.category or self.name
        if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", category):
            raise InvalidInput(f"a category is of a-z, 0-9 and _, not {category!r}")
        object.__setattr__(self, "category", category)
        if not self.lazy:
            self._check()

    def _check(self) -> None:
        try:
            nothing = compiled(self.pattern).match("")
            compiled(self.gate)
        except (re.error, TypeError) as error:
            raise InvalidInput(f"the pattern of rule {self.name!r} is no regular expression: {error}") from error
        if nothing:
            raise InvalidInput(
                f"the pattern of rule {self.name!r} matches nothing at all, so it would match everywhere"
            )

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Where in the text it is."""
        pattern = compiled(self.pattern)
        which = "secret" if "secret" in pattern.groupindex else 0
        at = 0
        # Not finditer: a match that is none must not swallow the one that begins inside it.
        while found := pattern.search(text, at):
            start, end = found.span(which)
            if start < end and self._holds(text, start, end):
                yield start, end
                at = max(end, found.start() + 1)
            else:
                at = found.start() + 1

    def _holds(self, text: str, start: int, end: int) -> bool:
        if self.valid is not None and not self.valid(text[start:end]):
            return False
        if self.never and _words(self.never, last=True).search(text, max(0, start - LABEL), start):
            return False
        if not self.context:
            return True
        near, before, after = _words(self.context), text[max(0, start - BEFORE) : start], text[end : end + AFTER]
        return near.search(before) is not None or near.search(after) is not None

    @property
    def words(self) -> tuple[str, ...]:
        """Words in lower case, one of which a text that matches holds; none where that needs no word."""
        return self.hints or tuple(word.lower() for word in self.context)


@lru_cache(maxsize=512)
def compiled(pattern: str) -> re.Pattern[str]:
    """The pattern, compiled when it is first tried."""
    return re.compile(pattern)


@lru_cache(maxsize=256)
def _words(words: tuple[str, ...], *, last: bool = False) -> re.Pattern[str]:
    """One of the words; with `last` as the end of the text, but for what stands between a label and its number."""
    tail = r"(?:s|\s+(?:no|nr|number|id|code))?\.?\s*[#:№]?\s*(?:is\s+)?$" if last else ""
    return re.compile(f"(?:{'|'.join(_word(word, whole=not last) for word in words)}){tail}", re.IGNORECASE)


def _word(word: str, *, whole: bool) -> str:
    """A word where it begins. A short one, such as "sin", is meant whole; a long one may go on, as "steuer" does in "Steuernummer".

    Scripts that write no spaces have no beginning to look for, and one in capitals is meant in capitals: "sin" is Spanish for without.
    """
    start = r"(?<![^\W_])" if word.isascii() else ""
    end = r"(?![^\W_])" if whole and word.isascii() and len(word) < LONG else ""
    written = f"(?-i:{re.escape(word)})" if word.isupper() else re.escape(word)
    return f"{start}{written}{end}"


#: A rule that ships: there are many, and most texts need few of them.
shipped = partial(Rule, lazy=True)
