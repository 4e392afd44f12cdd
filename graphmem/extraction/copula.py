"""What "is" says: names, relations, professions, lasting qualities, ages, origins, favourites.

How somebody feels right now is left out: "I'm tired" is neither worth keeping nor true for long.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from graphmem.extraction import lexicon, nouns, phrases, pronouns, values
from graphmem.extraction.clauses import Clause, joined
from graphmem.extraction.frames import Takes
from graphmem.extraction.lexicon import words
from graphmem.extraction.objects import Target, target
from graphmem.extraction.page import Page
from graphmem.extraction.standing import Standing
from graphmem.extraction.telling import Said, Telling

if TYPE_CHECKING:
    from spacy.tokens import Token

_SURE = 0.8
_OLDEST = 120
#: How sure a kind is that a message tells ("Acme is a company").
_TOLD_KIND = 0.85
_VAGUE = words("what those there this that these which who it")
#: Prepositions after "is" that say something lasting, with the kind of what follows.
_PLACED = {"from": ("be from", "Place"), "into": ("be into", ""), "in": ("be in", "Place"), "at": ("be at", "")}
#: The same after a noun that says what somebody is.
_BELONGING = {"at": ("work at", "Organization"), "for": ("work for", "Organization"), "from": ("be from", "Place")}
_SUPERLATIVE = words("JJS RBS")


def read(telling: Telling, subject: Token) -> None:
    """Enter what a clause with "be" says of its subject."""
    if subject.lower_ in _VAGUE or not telling.of_person or telling.clause.tense == "future":
        return
    for child in telling.clause.verb.children:
        if child.dep_ in ("attr", "acomp", "oprd") or (child.dep_ == "npadvmod" and child.pos_ == "NUM"):
            _complement(telling, subject, child)
        elif child.dep_ == "prep":
            _placed(telling, child)


def attribute(page: Page, clause: Clause, standing: Standing, subject: Token) -> bool:
    """Enter "my favourite colour is green" and "my sister's name is Ana"; whether the subject is such an attribute."""
    owner = next((child for child in subject.children if child.dep_ == "poss"), None)
    if owner is None or phrases.relation_word(subject):
        return False
    whose = nouns.refer(page, owner)
    if whose is None or page.book.mentions[whose].refers == "agent":
        return True
    telling = Telling(page, clause, standing, whose)
    complement = next(
        (child for child in clause.verb.children if child.dep_ in ("attr", "acomp", "oprd", "npadvmod")), None
    )
    if subject.lemma_.lower() in lexicon.NAMINGS:
        _name(telling, complement)
    else:
        _attribute(telling, subject, complement)
    return True


def _name(telling: Telling, complement: Token | None) -> None:
    if complement is None or not telling.clause.positive or complement.pos_ not in ("PROPN", "NOUN", "ADJ", "VERB"):
        return
    telling.page.book.tie(telling.subject, _named_as(telling, complement))


def _named_as(telling: Telling, token: Token) -> int:
    index = nouns.named(telling.page, token)
    known = telling.page.book.mentions[telling.subject]
    telling.page.book.guess(index, known.kind, nouns.RELATION)
    return index


def _attribute(telling: Telling, subject: Token, complement: Token | None) -> None:
    favourite = any(child.lower_ in ("favourite", "favorite", "fav", "fave") for child in subject.children)
    noun = subject.lemma_.lower()
    if not favourite and noun not in lexicon.ATTRIBUTES:
        return
    predicate = f"favourite {noun}" if favourite else noun
    said = Said(predicate, f"has as {predicate}", "state", confidence=_SURE, dated=False)
    if noun in ("birthday", "anniversary", "deadline"):
        if telling.time_text:
            telling.say(replace(said, value=telling.time_text))
    elif complement is not None and (favourite or complement.pos_ in ("NOUN", "PROPN", "NUM", "X")):
        for token in joined(complement):
            _say_value(telling, said, token)


def _say_value(telling: Telling, said: Said, token: Token) -> None:
    named = nouns.is_name(telling.page, token) and said.predicate not in lexicon.LITERAL
    name = nouns.refer(telling.page, token) if named else None
    value = None if name is not None else values.noun_phrase(telling.page, token, own=telling.own)
    if (name is not None or value) and token.pos_ != "PRON":
        telling.say(replace(said, object=name, value=value))


def _complement(telling: Telling, subject: Token, token: Token) -> None:
    if _age(telling, token):
        return
    if phrases.relation_word(token) and phrases.owner_token(token) is not None:
        _relation(telling, token)
    elif token.pos_ == "PROPN" and not any(child.dep_ == "det" for child in token.children):
        _proper(telling, subject, token)
    elif token.pos_ in ("NOUN", "PROPN"):
        _noun(telling, token)
    elif token.pos_ in ("ADJ", "VERB"):
        _quality(telling, token)


def _age(telling: Telling, token: Token) -> bool:
    """ "I'm 34", "she is 5 years old", "turned 30" are ages."""
    years = next((child for child in token.children if child.lemma_.lower() == "year"), None)
    number = token if token.pos_ == "NUM" else None
    if token.lower_ == "old" and years is not None:
        number = next((child for child in years.children if child.dep_ == "nummod"), None)
    alone = number is not None and (
        number is not token
        or number.i + 1 >= len(number.doc)
        or number.nbor(1).pos_ in ("PUNCT", "CCONJ", "ADV", "SPACE")
    )
    if number is None or not alone or not number.text.isdigit() or not 0 < int(number.text) < _OLDEST:
        return False
    if telling.clause.tense != "past":
        telling.say(Said("age", "is aged", "state", value=number.text, confidence=_SURE, dated=False))
    return True


def _relation(telling: Telling, token: Token) -> None:
    """ "Priya is Bob's manager": the subject is whose manager."""
    if not telling.clause.positive or telling.standing.certainty != "certain" or telling.clause.tense == "past":
        return
    owner = phrases.owner_token(token)
    whose = None if owner is None else nouns.refer(telling.page, owner)
    if whose is not None and whose != telling.subject:
        nouns.relate(telling.page, token, telling.subject, whose)


def _proper(telling: Telling, subject: Token, token: Token) -> None:
    """ "I'm Samuel", "Bob's manager is Priya" name somebody; "I'm French" and "I'm OK" do not."""
    page = telling.page
    naming = pronouns.is_first(subject) or phrases.relation_word(subject)
    if token.ent_type_ == "NORP":
        _quality(telling, token)
    elif naming and telling.clause.positive and telling.standing.certainty == "certain" and _is_given(page, token):
        page.book.tie(telling.subject, _named_as(telling, token))
        if phrases.relation_word(subject):
            owner = phrases.owner_token(subject)
            whose = None if owner is None else nouns.refer(page, owner)
            if whose is not None:
                nouns.relate(page, subject, nouns.named(page, token), whose)


def _is_given(page: Page, token: Token) -> bool:
    """Whether a proper noun reads as somebody's name."""
    listed = token.lower_ in lexicon.FEMALE_NAMES or token.lower_ in lexicon.MALE_NAMES
    capital = token.text[:1].isupper() and not (token.text.isupper() and len(token) > 1)
    return nouns.is_name(page, token) and (
        listed or (capital and token.ent_type_ in ("PERSON", "", "ORG", "GPE") and token.lower_ not in lexicon.LASTING)
    )


def _noun(telling: Telling, token: Token) -> None:
    if token.lower_ == "fan":
        _of(telling, token, "be a fan of")
        return
    modifiers = {child.tag_ for child in token.children}
    empty = token.lemma_.lower() in lexicon.EMPTY or modifiers & _SUPERLATIVE
    if empty or any(child.dep_ == "poss" for child in token.children):
        return
    if telling.clause.positive and token.lemma_.lower() in lexicon.KIND_NOUNS:
        telling.page.book.guess(telling.subject, lexicon.KIND_NOUNS[token.lemma_.lower()], _TOLD_KIND)
    for each in joined(token):
        apart = _belonging(telling, each)
        value = (
            telling.page.words(*phrases.phrase_span(each))
            if apart
            else values.noun_phrase(telling.page, each, own=telling.own)
        )
        if value:
            telling.say(Said("be", telling.phrase(), "state", value=value, confidence=_SURE))


def _belonging(telling: Telling, token: Token) -> bool:
    """ "A nurse at St. Mary's" works there, "an engineer from Porto" is from there; whether it says so."""
    found = False
    for child in token.children:
        predicate, kind = _BELONGING.get(child.lower_, ("", "")) if child.dep_ == "prep" else ("", "")
        names = (
            [word for word in child.children if word.dep_ == "pobj" and nouns.is_name(telling.page, word)]
            if predicate
            else []
        )
        for word in names:
            index = nouns.named(telling.page, word)
            telling.page.book.guess(index, kind, 0.85)
            telling.say(
                Said(
                    predicate,
                    predicate.replace("be", "is", 1).replace("work", "works", 1),
                    "state",
                    object=index,
                    confidence=_SURE,
                )
            )
            found = True
    return found


def _of(telling: Telling, token: Token, predicate: str) -> None:
    for child in token.children:
        if child.dep_ == "prep" and child.lower_ == "of":
            _objects(telling, child, Said(predicate, predicate.replace("be", "is", 1), "state", confidence=_SURE))


def _quality(telling: Telling, token: Token) -> None:
    """Lasting adjectives, nationalities, and adjectives with an object."""
    for each in joined(token):
        for child in each.children:
            if child.dep_ == "prep" and (each.lower_, child.lower_) in lexicon.WITH_OBJECT:
                predicate = f"be {each.lower_} {child.lower_}"
                _objects(telling, child, Said(predicate, predicate.replace("be", "is", 1), "state", confidence=_SURE))
                return
        capital = each.text[:1].isupper() and not each.text.isupper() and each.i != each.sent.start
        if each.pos_ == "VERB" and each.lower_ not in lexicon.LASTING:
            continue
        if each.lower_ in lexicon.LASTING or each.ent_type_ == "NORP" or (capital and each.pos_ == "ADJ"):
            telling.say(Said("be", telling.phrase(), "state", value=_adjective(telling.page, each), confidence=_SURE))


def _adjective(page: Page, token: Token) -> str:
    first = next(
        (child for child in token.lefts if child.dep_ in ("npadvmod", "compound", "amod") and child.i < token.i), token
    )
    return page.words(first if first.i >= token.i - 2 else token, token)


def _placed(telling: Telling, preposition: Token) -> None:
    predicate, kind = _PLACED.get(preposition.lower_, ("", ""))
    if predicate:
        takes: Takes = "mention" if predicate == "be into" else "name"
        said = Said(predicate, predicate.replace("be", telling.phrase(), 1), "state", confidence=_SURE)
        _objects(telling, preposition, said, takes=takes, kind=kind)


def _objects(telling: Telling, preposition: Token, said: Said, *, takes: Takes = "mention", kind: str = "") -> None:
    for child in preposition.children:
        if child.dep_ in ("pobj", "pcomp"):
            for token in joined(child):
                value = values.verb_phrase(telling.page, token, own=telling.own) if child.dep_ == "pcomp" else None
                found = target(telling, token, takes, kind) if value is None else Target(value=value or None)
                if found is not None and found != Target():
                    telling.say(replace(said, object=found.mention, value=found.value))
