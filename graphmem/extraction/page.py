"""One piece of a message under reading: the parse, where it lies in the message, and what is known around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING

from graphmem import dates
from graphmem.dates import DateSpan
from graphmem.extraction import lexicon
from graphmem.extraction.book import Book
from graphmem.extraction.voices import Voice
from graphmem.types import Extraction, Mention

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

#: A quote longer than this, in characters, is cut to the clause.
LONGEST_QUOTE = 400

#: What the parser's entity recogniser calls times and amounts.
TIMES = frozenset({"DATE", "TIME"})
#: What it calls names.
NAMED = frozenset({"PERSON", "ORG", "GPE", "LOC", "FAC", "EVENT", "WORK_OF_ART", "PRODUCT", "NORP", "LANGUAGE"})
AMOUNTS = frozenset({"CARDINAL", "ORDINAL", "PERCENT", "MONEY", "QUANTITY"})


@dataclass(frozen=True, slots=True)
class Past:
    """What was read in an earlier message, and who spoke in it."""

    voice: Mention
    extraction: Extraction


@dataclass(frozen=True, slots=True)
class Page:
    """A parsed piece of a message. `base` is its offset in the message's `text`, `at` what the speaker's clock showed; `history` is newest first.

    `agreed` says that its questions are read as if they were answered with yes.
    """

    doc: Doc
    base: int
    text: str
    at: datetime
    voice: Voice
    history: Sequence[Past]
    book: Book
    agreed: bool = False
    _times: dict[tuple[int, bool | None], list[DateSpan]] = field(default_factory=dict)

    def span(self, first: Token, last: Token) -> tuple[int, int]:
        """Where the tokens from `first` to `last` stand in the message, without the line breaks around them."""
        while first.is_space and first.i < last.i:
            first = first.nbor(1)
        while last.is_space and last.i > first.i:
            last = last.nbor(-1)
        return self.base + first.idx, self.base + last.idx + len(last)

    def words(self, first: Token, last: Token) -> str:
        """The message's own text from `first` to `last`, on one line."""
        start, end = self.span(first, last)
        return " ".join(self.text[start:end].split())

    def mention(self, template: Mention, first: Token, last: Token) -> int:
        """Enter a mention that reads as the template does, at the tokens."""
        start, end = self.span(first, last)
        return self.book.add(replace(template, surface=self.text[start:end], start=start, end=end))

    def times(self, sentence: Span, past: bool | None) -> list[DateSpan]:
        """The times a sentence names, in offsets into the piece."""
        place = (sentence.start, past)
        if place not in self._times:
            found = dates.find(sentence.text, at=self.at, past=past)
            start = sentence.start_char
            self._times[place] = [replace(span, start=span.start + start, end=span.end + start) for span in found]
        return self._times[place]

    def is_time(self, token: Token) -> bool:
        """Whether a token belongs to a time; a lone capital after "at" is a firm, whatever the recogniser takes it for."""
        firm = token.text[:1].isupper() and token.dep_ == "pobj" and token.head.lower_ in ("at", "for", "with")
        firm = firm and token.i == token.head.i + 1 and token.lower_ not in lexicon.HOLIDAYS | lexicon.CALENDAR
        return (token.ent_type_ in TIMES and not firm) or any(
            s.start <= token.idx < s.end for s in self.times(token.sent, None)
        )

    def quote(self, head: Token) -> tuple[int, int]:
        """The sentence around a verb, or its clause if the sentence is very long."""
        sentence = head.sent
        first, last = sentence[0], sentence[-1]
        if last.idx - first.idx > LONGEST_QUOTE:
            first, last = head.left_edge, head.right_edge
        if last.idx - first.idx > LONGEST_QUOTE:
            first = last = head
        return self.span(first, last)
