"""Where somebody who is something is it: "a nurse at St. Mary's", "a physio at a small clinic", "an engineer from Porto"; and whether they live where they are."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from graphmem.extraction import nouns, phrases
from graphmem.extraction.clauses import Clause
from graphmem.extraction.objects import Target, target
from graphmem.extraction.telling import Said, Telling
from graphmem.wordlists import words

if TYPE_CHECKING:
    from spacy.tokens import Token

_SURE = 0.8
#: How sure the kind of a name is that follows such a noun.
_KIND = 0.85
#: Prepositions after a noun that says what somebody is.
_BELONGING = {"at": ("work at", "Organization"), "for": ("work for", "Organization"), "from": ("be from", "Place")}
#: Where professions are practised, said without a name.
_WORKPLACES = words(
    """clinic hospital practice surgery school university college nursery kindergarten office firm company startup start-up agency
    studio lab laboratory bank museum library restaurant bakery cafe café hotel pharmacy shop store factory garage salon brewery farm
    council theatre"""
)
#: Who is at such a place and does not work there.
_NOT_STAFF = words(
    """guest regular student pupil patient member customer client visitor volunteer stranger fan parent friend resident star bit
    freshman sophomore junior senior undergraduate fresher"""
)


def read(telling: Telling, token: Token) -> bool:
    """Enter where a noun says that somebody works or is from; whether it says so."""
    found = False
    for child in token.children:
        predicate, kind = _BELONGING.get(child.lower_, ("", "")) if child.dep_ == "prep" else ("", "")
        for word in child.children if predicate else ():
            where = _where(telling, token, word, kind)
            if where is None:
                continue
            phrase = predicate.replace("be", "is", 1).replace("work", "works", 1)
            said = Said(predicate, phrase, "state", confidence=_SURE)
            telling.say(replace(said, object=where.mention, value=where.value))
            found = True
    return found


def _where(telling: Telling, token: Token, word: Token, kind: str) -> Target | None:
    """The name somebody is "at" or "from", or the workplace."""
    if word.dep_ != "pobj":
        return None
    if nouns.is_name(telling.page, word):
        index = nouns.named(telling.page, word)
        telling.page.book.guess(index, kind, _KIND)
        return Target(index)
    staff = kind == "Organization" and token.lemma_.lower() not in _NOT_STAFF and not phrases.relation_word(token)
    return target(telling, word, "mention", kind) if staff and word.lower_ in _WORKPLACES else None


def is_home(clause: Clause) -> bool:
    """ "We're in Utrecht now, moved here from Leiden": who says that they moved there lives where they are."""
    moved = any(
        token.lower_ in ("moved", "relocated") and token.nbor(1).lower_ in ("here", "there", "from")
        for token in clause.head.sent[:-1]
    )
    return moved and clause.tense == "present" and clause.positive
