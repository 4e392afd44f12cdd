""" "Actually it's Porto, not Lisbon": takes back what the same person said, and says it anew with another object.

What is corrected is looked for in this message and then in those before, by the name taken back. "It's 2100 kg" is the same with a
measure: whatever was said to have another amount of that unit.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from graphmem.extraction import nouns, phrases, pronouns
from graphmem.extraction.earlier import Earlier, bare, claims, enter
from graphmem.extraction.page import Page
from graphmem.extraction.subjects import denied
from graphmem.names import normal

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

_IT = frozenset({"it", "that", "this"})


def read(page: Page, sentence: Span) -> None:
    """Enter the correction a sentence makes, if it makes one."""
    measure = _measure(sentence)
    if measure is not None:
        _measured(page, *measure)
        return
    for wrong in sentence:
        right = _instead_of(page, wrong)
        if right is not None and not _has_own_verb(right):
            _correct(page, right, wrong)


def _instead_of(page: Page, wrong: Token) -> Token | None:
    """What is said instead of a denied name: "Porto, not Lisbon", "not Lisbon but Porto"."""
    if wrong.pos_ not in ("PROPN", "NOUN") or wrong.i == wrong.sent.start or wrong.nbor(-1).lower_ != "not":
        return None
    if wrong.dep_ in ("appos", "conj", "attr", "npadvmod", "dep") and wrong.head.pos_ in ("PROPN", "NOUN"):
        return wrong.head
    later = next((child for child in wrong.children if child.dep_ in ("conj", "appos") and not denied(child)), None)
    return later or next(
        (c for c in wrong.head.children if c.dep_ == "attr" and c.i < wrong.i and nouns.is_name(page, c)), None
    )


def _has_own_verb(right: Token) -> bool:
    """ "I live in Porto, not Lisbon" is a clause that says by itself what is corrected."""
    if right.dep_ in ("pobj", "dobj"):
        return True
    return any(
        child.dep_ == "nsubj" and child.lower_ not in _IT
        for child in right.head.children
        if right.head.pos_ in ("VERB", "AUX")
    )


def _correct(page: Page, right: Token, wrong: Token) -> None:
    first, last = phrases.name_span(wrong)
    wanted = normal(page.words(first, last))
    for earlier in claims(page):
        if wanted in _objects(earlier):
            subject = _anew(page, earlier, right)
            old, new = (nouns.refer_or_thing(page, token) for token in (wrong, right))
            if old is not None and new is not None:
                enter(
                    page, earlier, replace(bare(page, earlier, right), subject=subject, object=old, stance="retracts")
                )
                enter(page, earlier, replace(bare(page, earlier, right), subject=subject, object=new))
                _same_kind(page, earlier, new)
            return


def _measure(sentence: Span) -> tuple[Token, Token] | None:
    """The number and unit of a sentence that says no more than "it's 2100 kg"."""
    root = sentence.root
    if root.lemma_ != "be" or not any(child.lower_ in _IT and child.dep_ == "nsubj" for child in root.children):
        return None
    unit = next((child for child in root.children if child.dep_ == "attr" and child.pos_ in ("NOUN", "PROPN")), None)
    number = None if unit is None else next((child for child in unit.children if child.dep_ == "nummod"), None)
    return None if unit is None or number is None else (number, unit)


def _measured(page: Page, number: Token, unit: Token) -> None:
    for earlier in claims(page):
        amount, _, known = (earlier.claim.value or "").partition(" ")
        if known == unit.text and amount[:1].isdigit():
            subject = _anew(page, earlier, number)
            claim = replace(bare(page, earlier, unit), subject=subject, value=page.words(number, unit))
            enter(page, earlier, claim)
            return


def _objects(earlier: Earlier) -> set[str]:
    claim = earlier.claim
    said = [claim.value or ""] + ([] if claim.object is None else [earlier.mentions[claim.object].name])
    return {normal(text) for text in said if text} if claim.stance == "holds" else set()


def _anew(page: Page, earlier: Earlier, token: Token) -> int:
    """The subject of an earlier claim, mentioned again where the sentence says "it", or else where the new object stands."""
    it = next((word for word in token.sent if word.lower_ in _IT and word.dep_ == "nsubj"), token)
    return pronouns.enter(page, it, earlier.mentions, earlier.claim.subject)


def _same_kind(page: Page, earlier: Earlier, new: int) -> None:
    if earlier.claim.object is not None:
        was = earlier.mentions[earlier.claim.object]
        page.book.guess(new, was.kind, was.kind_confidence)
