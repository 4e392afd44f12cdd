"""Messages that say what somebody is called: "call me Sam", "I go by Sam", "my sister is called Ana"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphmem.extraction import lexicon, nouns, phrases, procedures, pronouns
from graphmem.extraction.clauses import Clause
from graphmem.extraction.page import Page
from graphmem.extraction.subjects import subjects_of
from graphmem.extraction.telling import Telling
from graphmem.types import Claim

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

_CALLED = frozenset({"me", "him", "her", "us"})
_NAMES = frozenset({"oprd", "attr", "dobj", "dep", "ccomp", "xcomp", "appos"})


def requests(page: Page, sentence: Span) -> None:
    """Enter "call me Sam" and "my name's Sam", which the parser takes for no clauses."""
    for verb in sentence:
        if verb.lemma_.lower() in lexicon.NAMINGS and verb.dep_ == "poss" and nouns.is_name(page, verb.head):
            owner = phrases.owner_token(verb)
            whose = None if owner is None else nouns.refer(page, owner)
            if whose is not None:
                page.book.tie(whose, nouns.named(page, verb.head))
        if verb.lemma_.lower() in ("call", "nickname") and verb.i + 1 < sentence.end:
            _called(page, verb, sentence)
        full = _full(verb)
        if full is not None:
            page.book.tie(nouns.named(page, full), nouns.named(page, verb))


def _called(page: Page, verb: Token, sentence: Span) -> None:
    """ "Call me Sam", "everybody calls him Ben", "don't call me Adaline"."""
    whom = verb.nbor(1)
    name = _after(whom, sentence)
    if whom.lower_ not in _CALLED or name is None or not _is_call(page, name):
        return
    called = nouns.refer(page, whom)
    if called is None:
        return
    if any(child.dep_ == "neg" for child in verb.children):
        text = page.words(*phrases.name_span(name))
        page.book.claim(Claim(called, "called", "is called", page.quote(verb), value=text, positive=False))
    elif not any(child.tag_ == "MD" for child in verb.children) or whom.lower_ == "me":
        page.book.tie(called, nouns.named(page, name))
        if whom.lower_ == "me" and verb.lower_ == verb.lemma_ and not subjects_of(verb):
            procedures.call_me(page, sentence, page.words(*phrases.name_span(name)))


def _full(name: Token) -> Token | None:
    """The name before the one that is short for it."""
    if name.pos_ != "PROPN":
        return None
    if name.dep_ == "appos" and name.head.pos_ == "PROPN" and _is_short(name):
        return name.head
    before = name.nbor(-2) if name.i - name.sent.start > 1 and name.nbor(-1).text == "," else name
    short = _next(name) == "for" and _next(name.nbor(1)) == "short"
    return before if short and before != name and before.pos_ == "PROPN" else None


def _is_short(name: Token) -> bool:
    """ "Mariana, Mari for short", "Robert aka Bob"."""
    return any(child.lower_ == "for" and _next(child) == "short" for child in name.children) or _next(name) == "for"


def _next(token: Token) -> str:
    return token.nbor(1).lower_ if token.i + 1 < len(token.doc) else ""


def introduces(page: Page, clause: Clause) -> None:
    """Enter the name an assistant gives itself: "I'm Remy, your assistant"."""
    subject = next(iter(clause.subjects), None)
    if page.voice.me.refers != "agent" or subject is None or not pronouns.is_first(subject) or clause.lemma != "be":
        return
    name = next((child for child in clause.children("attr") if child.pos_ == "PROPN"), None)
    if name is not None and nouns.is_name(page, name) and not any(child.dep_ == "det" for child in name.children):
        page.book.tie(page.mention(page.voice.me, subject, subject), nouns.named(page, name))


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
    known = pronouns.is_first(subject) or phrases.relation_word(subject) or _is_bearer(telling, subject)
    if token is None or not clause.positive or not known:
        # "We named our daughter Alma" is told by the names alone.
        return clause.lemma in ("name", "nickname") and not clause.passive and bool(clause.children("dobj"))
    telling.page.book.tie(telling.subject, nouns.named(telling.page, token))
    if phrases.relation_word(subject):
        _relate(telling, subject, token)
    return True


def _is_bearer(telling: Telling, subject: Token) -> bool:
    """ "Alexandra goes by Sasha": a name, or a pronoun for somebody."""
    mention = telling.page.book.mentions[telling.subject]
    return subject.pos_ == "PROPN" or (subject.pos_ == "PRON" and mention.refers in ("name", "relation"))


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
