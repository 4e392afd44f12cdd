""" "Sorry, I meant Siemens", "Correction: 15 March", "not cats. Dogs!": one word put in the place of another, which is not named.

What was meant takes the place of the one thing of its sort in what the same person said last; where several would do, none is
touched.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from graphmem import dates
from graphmem.extraction import nouns, pronouns
from graphmem.extraction.earlier import Earlier, bare, before, enter
from graphmem.extraction.page import Page
from graphmem.types import Claim
from graphmem.wordlists import words

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

_OPENINGS = words("correction correct")
#: A sentence of one word, with its sign.
_FRAGMENT = 2


@dataclass(frozen=True, slots=True)
class _New:
    """What was meant: a mention or a value."""

    object: int | None = None
    value: str | None = None


def read(page: Page, sentence: Span) -> None:
    """Enter what a sentence puts in the place of something said before, if it does."""
    meant = _meant(sentence)
    if meant is not None:
        _replace(page, meant)
        return
    rest = [token for token in sentence if not token.is_space]
    if rest and len(rest) <= _FRAGMENT and rest[0].pos_ in ("NOUN", "PROPN"):
        _rather(page, rest[0])


def _meant(sentence: Span) -> Token | None:
    """ "I meant Siemens", "correction: 15 March"."""
    root = sentence.root
    mine = any(child.dep_ == "nsubj" and child.lower_ == "i" for child in root.children)
    if root.lemma_ == "mean" and mine and not any(child.dep_ == "neg" for child in root.children):
        return next(
            (child for child in root.children if child.dep_ == "dobj" and child.pos_ in ("PROPN", "NOUN", "NUM")), None
        )
    if sentence[0].lower_ in _OPENINGS and len(sentence) > _FRAGMENT and sentence[1].text in (":", ",", "-"):
        return next((token for token in sentence[2:] if token.pos_ in ("PROPN", "NOUN")), None)
    return None


def _replace(page: Page, right: Token) -> None:
    new = _new(page, right)
    fitting = [] if new is None else [earlier for earlier in before(page) if _fits(page, earlier, new)]
    kinds = {nouns.KINDS.get(right.ent_type_, ("",))[0]}
    if len(fitting) > 1:
        fitting = [e for e in fitting if e.claim.object is not None and e.mentions[e.claim.object].kind in kinds]
    if new is None or len(fitting) != 1:
        return
    [earlier] = fitting
    subject = pronouns.enter(page, right, earlier.mentions, earlier.claim.subject)
    claim = replace(bare(page, earlier, right), subject=subject)
    was = earlier.claim.object
    old = None if was is None else pronouns.enter(page, right, earlier.mentions, was)
    enter(page, earlier, replace(claim, object=old, value=earlier.claim.value, stance="retracts"))
    enter(page, earlier, replace(claim, object=new.object, value=new.value))
    if new.object is not None and was is not None:
        page.book.guess(new.object, earlier.mentions[was].kind, earlier.mentions[was].kind_confidence)


def _new(page: Page, right: Token) -> _New | None:
    span = next((span for span in page.times(right.sent, None) if span.start <= right.idx < span.end), None)
    if span is not None:
        return _New(value=page.text[page.base + span.start : page.base + span.end])
    index = nouns.refer_or_thing(page, right)
    return None if index is None else _New(object=index)


def _fits(page: Page, earlier: Earlier, new: _New) -> bool:
    """Whether an earlier claim says something of the sort that was meant: a name, a thing or a date."""
    claim = earlier.claim
    if claim.stance != "holds" or not claim.positive:
        return False
    if new.object is None:
        return claim.value is not None and bool(dates.find(claim.value, at=page.at, past=None))
    was = None if claim.object is None else earlier.mentions[claim.object]
    known = page.book.mentions[new.object]
    if was is None or was.refers != known.refers or was.name == known.name:
        return False
    person = known.kind == "Person" and known.kind_confidence >= nouns.KNOWN_NAME
    return not person or was.kind in ("Person", "Thing", "Animal")


def _rather(page: Page, right: Token) -> None:
    """ "I'm not allergic to cats. Dogs!" says what holds instead of what was just denied."""
    claims = page.book.claims
    denied: Claim | None = claims[-1] if claims else None
    if denied is None or denied.positive or denied.object is None or denied.stance != "holds":
        return
    near = page.book.sentence - page.book.sentences[denied.object] == 1
    new = nouns.refer_or_thing(page, right) if near else None
    if new is not None and page.book.mentions[denied.object].refers == page.book.mentions[new].refers:
        page.book.claim(replace(denied, object=new, positive=True, quote=page.quote(right)))
