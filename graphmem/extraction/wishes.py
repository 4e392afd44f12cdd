"""Wants, plans and likings of doing something: "I want to visit Japan", "I'm thinking of moving", "I love hiking"."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from graphmem.extraction import lexicon, nouns, values
from graphmem.extraction.plans import plan
from graphmem.extraction.standing import Standing
from graphmem.extraction.telling import Said, Telling
from graphmem.types import Nature

if TYPE_CHECKING:
    from spacy.tokens import Token

#: "plan on going", "dream of going", "think about going".
_PREPOSITIONS = frozenset({"on", "of", "about"})
_CONFIDENCE = 0.8


def read(telling: Telling) -> bool:
    """Enter a wish, a plan or a liking of doing; whether the clause is one."""
    clause = telling.clause
    if any(child.lower_ == "wanna" for child in clause.verb.children):
        _wish(telling, "want to", clause.verb)
        return True
    doing = _doing(clause.verb)
    if doing is None or _going(telling, doing):
        return doing is not None
    if clause.lemma in lexicon.WANTING:
        _wish(telling, "want to", doing)
    elif clause.lemma in lexicon.PLANNING:
        _wish(telling, "plan to", doing)
    elif clause.lemma in lexicon.PONDERING and clause.positive:
        plan(replace(telling, standing=Standing("possible")), "plan to", doing)
    elif clause.lemma in lexicon.LIKING:
        _like(telling, doing)
    return clause.lemma in lexicon.WANTING | lexicon.PLANNING | lexicon.PONDERING | lexicon.LIKING


def _wish(telling: Telling, predicate: str, doing: Token) -> None:
    """What somebody wanted is past; what somebody decided is a plan from then on."""
    decided = telling.clause.lemma == "decide"
    if decided or telling.clause.tense != "past":
        clause = replace(telling.clause, tense="present") if decided else telling.clause
        plan(replace(telling, clause=clause), predicate, doing)


def _going(telling: Telling, doing: Token) -> bool:
    """ "Went hiking": the activity is the object."""
    if telling.clause.lemma != "go" or doing.tag_ != "VBG" or telling.clause.tense == "future":
        return False
    index = nouns.thing_of(telling.page, doing)
    happened = telling.clause.tense in ("past", "perfect") and not telling.clause.ends
    telling.say(Said("go", telling.phrase(), "event" if happened else "state", object=index, confidence=_CONFIDENCE))
    return True


def _doing(verb: Token) -> Token | None:
    for child in verb.children:
        if child.dep_ in ("xcomp", "dobj") and (child.pos_ == "VERB" or child.tag_ == "VBG"):
            return child
        if child.dep_ == "prep" and child.lower_ in _PREPOSITIONS:
            inner = next((word for word in child.children if word.dep_ == "pcomp" and word.pos_ == "VERB"), None)
            if inner is not None:
                return inner
    return None


def _like(telling: Telling, doing: Token) -> None:
    for verb in (doing, *(child for child in doing.children if child.dep_ == "conj" and child.tag_ == doing.tag_)):
        _liking(telling, verb)


def _liking(telling: Telling, doing: Token) -> None:
    """A single gerund is a thing ("hiking") that other messages can name too; more words are a value."""
    page = telling.page
    value = values.verb_phrase(page, doing, own=telling.own)
    if not value or doing.lemma_.lower() in lexicon.TRIVIAL:
        return
    predicate = telling.clause.lemma
    index = nouns.thing_of(page, doing) if value == doing.text else None
    nature: Nature = "event" if telling.clause.tense == "past" and not telling.clause.ends else "state"
    telling.say(
        Said(
            predicate,
            telling.phrase(),
            nature,
            object=index,
            value=None if index is not None else value,
            confidence=_CONFIDENCE,
        )
    )
