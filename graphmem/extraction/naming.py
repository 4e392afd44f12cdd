"""Messages that say what somebody is called: "call me Sam", "I go by Sam", "my sister is called Ana"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphmem.extraction import lexicon, nouns, phrases, pronouns
from graphmem.extraction.page import Page
from graphmem.extraction.telling import Telling

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

_NAMES = frozenset({"oprd", "attr", "dobj", "dep", "ccomp", "xcomp", "appos"})


def requests(page: Page, sentence: Span) -> None:
    """Enter "call me Sam" and "my name's Sam", which the parser takes for no clauses."""
    for verb in sentence:
        if verb.lemma_.lower() in lexicon.NAMINGS and verb.dep_ == "poss" and nouns.is_name(page, verb.head):
            owner = phrases.owner_token(verb)
            whose = None if owner is None else nouns.refer(page, owner)
            if whose is not None:
                page.book.tie(whose, nouns.named(page, verb.head))
        if verb.lemma_.lower() == "call" and not any(child.dep_ == "neg" for child in verb.children):
            me = next((child for child in verb.subtree if child.lower_ == "me" and child.i == verb.i + 1), None)
            name = None if me is None else _after(me, sentence)
            if me is not None and name is not None and _is_call(page, name):
                page.book.tie(page.mention(page.voice.me, me, me), nouns.named(page, name))


def read(telling: Telling, subject: Token) -> bool:
    """Enter what a clause says somebody is called; whether it does."""
    clause = telling.clause
    token: Token | None = None
    if clause.lemma in ("call", "name", "nickname") and clause.passive:
        token = next(
            (child for child in clause.verb.children if child.dep_ in _NAMES and child.pos_ in ("PROPN", "NOUN")), None
        )
    elif clause.lemma == "go":
        by = next((child for child in clause.verb.children if child.lower_ == "by"), None)
        token = None if by is None else next((child for child in by.children if child.pos_ == "PROPN"), None)
    if token is None or not clause.positive or not (pronouns.is_first(subject) or phrases.relation_word(subject)):
        return False
    telling.page.book.tie(telling.subject, nouns.named(telling.page, token))
    if phrases.relation_word(subject):
        _relate(telling, subject, token)
    return True


def _relate(telling: Telling, subject: Token, token: Token) -> None:
    owner = phrases.owner_token(subject)
    whose = None if owner is None else nouns.refer(telling.page, owner)
    if whose is not None:
        nouns.relate(telling.page, subject, nouns.named(telling.page, token), whose)


def _after(me: Token, sentence: Span) -> Token | None:
    if me.i + 1 >= sentence.end:
        return None
    first = me.nbor(1)
    return first.head if first.dep_ == "compound" and first.head.i > first.i else first


def _is_call(page: Page, name: Token) -> bool:
    capital = name.text[:1].isupper() and name.pos_ in ("PROPN", "NOUN")
    return capital or nouns.is_name(page, name)
