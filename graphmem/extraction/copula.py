"""What "is" says: names, relations, professions, lasting qualities, ages, origins, favourites.

How somebody feels right now is left out: "I'm tired" is neither worth keeping nor true for long.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from graphmem.extraction import attributes, lexicon, nouns, phrases, pronouns, values, workplaces
from graphmem.extraction.clauses import Clause
from graphmem.extraction.frames import Takes
from graphmem.extraction.objects import Target, target
from graphmem.extraction.page import Page
from graphmem.extraction.standing import Standing
from graphmem.extraction.subjects import joined
from graphmem.extraction.telling import Said, Telling
from graphmem.people import first_names, kin
from graphmem.wordlists import words

if TYPE_CHECKING:
    from spacy.tokens import Token

_SURE = 0.8
#: How sure a kind is that a message tells ("Acme is a company").
_TOLD_KIND = 0.85
#: How far before an adjective a measure may begin: "six feet tall".
_NEAR = 3
_VAGUE = words("what those there this that these which who it")
#: Prepositions after "is" that say something lasting, with the kind of what follows.
_PLACED = {"from": ("be from", "Place"), "into": ("be into", ""), "in": ("be in", "Place"), "at": ("be at", "")}
_SUPERLATIVE = words("JJS RBS")
#: What two people are said to be to one another without a noun.
_MUTUAL = {"close": "friend", "together": "partner"}
#: Who is so "chronically" is so for good.
_ALWAYS = words("chronically permanently perpetually habitually notoriously")
#: Comparisons of people that last.
_COMPARED = words("older younger taller shorter")


def read(telling: Telling, subject: Token) -> None:
    """Enter what a clause with "be" says of its subject."""
    if subject.lower_ in _VAGUE or not telling.of_person or telling.clause.tense == "future":
        return
    for child in telling.clause.verb.children:
        if (
            child.dep_ in ("attr", "acomp", "oprd")
            or _is_pair(telling, child)
            or (child.dep_ == "npadvmod" and child.pos_ == "NUM")
        ):
            _complement(telling, subject, child)
        elif child.dep_ == "prep":
            _placed(telling, child)


def _is_pair(telling: Telling, child: Token) -> bool:
    """ "Have been together since uni", where the parser sees an adverb."""
    lasting = telling.clause.tense == "perfect" or telling.since is not None
    preps = {prep.lower_ for prep in telling.clause.children("prep")}
    return child.dep_ == "advmod" and child.lower_ == "together" and lasting and preps <= {"since", "for"}


def bearer(page: Page, clause: Clause, found: Standing, subject: Token) -> bool:
    """Enter "my daughter's teacher is Mrs. Patel", who is nobody in particular but for the name; whether it is said."""
    owner = phrases.owner_token(subject) if phrases.relation_word(subject) in kin.LOOSE_RELATIONS else None
    name = next((child for child in clause.children("attr") if child.pos_ == "PROPN"), None)
    sure = clause.positive and clause.tense == "present" and found.certainty == "certain"
    if owner is None or name is None or not sure or not _is_given(page, name):
        return False
    whose = nouns.refer(page, owner)
    if whose is not None:
        nouns.relate(page, subject, nouns.named(page, name), whose)
    return True


def beside_age(telling: Telling) -> None:
    """ "Is fourteen and diabetic": what is said besides an age."""
    for number in telling.clause.children("attr", "acomp") if telling.clause.lemma == "be" else ():
        for child in number.children:
            if child.dep_ == "conj" and child.pos_ == "ADJ" and number.pos_ == "NUM":
                _quality(telling, child)


def _complement(telling: Telling, subject: Token, token: Token) -> None:
    if _mutual(telling, subject, token):
        return
    if attributes.inverted(telling, subject, token) or _compared(telling, token):
        return
    if (phrases.relation_word(token) or phrases.plural_relation(token)) and phrases.owner_token(token) is not None:
        _relation(telling, token)
    elif token.pos_ == "PROPN" and not any(child.dep_ == "det" for child in token.children):
        _proper(telling, subject, token)
    elif token.pos_ in ("NOUN", "PROPN"):
        noun(telling, token)
    elif token.pos_ in ("ADJ", "VERB"):
        _quality(telling, token)


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
        page.book.tie(telling.subject, attributes.named_as(telling, token))
        if phrases.relation_word(subject):
            owner = phrases.owner_token(subject)
            whose = None if owner is None else nouns.refer(page, owner)
            if whose is not None:
                nouns.relate(page, subject, nouns.named(page, token), whose)


def _is_given(page: Page, token: Token) -> bool:
    """Whether a proper noun reads as somebody's name."""
    listed = token.lower_ in first_names.FEMALE_NAMES or token.lower_ in first_names.MALE_NAMES
    capital = token.text[:1].isupper() and not (token.text.isupper() and len(token) > 1)
    return nouns.is_name(page, token) and (
        listed or (capital and token.ent_type_ in ("PERSON", "", "ORG", "GPE") and token.lower_ not in lexicon.LASTING)
    )


def _mutual(telling: Telling, subject: Token, token: Token) -> bool:
    """ "Sara and I are cousins", "Farah and I used to be close": what two are to one another."""
    word = phrases.plural_relation(token) or _MUTUAL.get(token.lower_, "")
    if not word or not telling.clause.positive or any(child.dep_ in ("poss", "prep") for child in token.children):
        return False
    both = subject.head if subject.dep_ == "conj" else subject
    pair = [nouns.refer(telling.page, each) for each in joined(both)]
    if len(pair) != 2 or None in pair:  # noqa: PLR2004  # of three nobody knows who is whose
        return bool(phrases.plural_relation(token))
    if subject is both:
        known = telling.page.book.mentions
        first, second = sorted(
            (index for index in pair if index is not None), key=lambda at: known[at].refers == "self"
        )
        word = kin.SYNONYMS.get(word, word)
        said = Said(word, f"is the {word} of", "state", object=second, confidence=_SURE)
        for each in (first, second):
            telling.page.book.guess(each, "Person", nouns.RELATION)
        replace(telling, subject=first).say(said)
    return True


def _compared(telling: Telling, token: Token) -> bool:
    """ "Two years younger than me", "taller than Tom": whom somebody is compared with."""
    than = next((child for child in token.children if child.dep_ == "prep" and child.lower_ == "than"), None)
    if than is None or token.tag_ != "JJR" or token.lower_ not in _COMPARED:
        return False
    predicate = f"be {token.lower_} than"
    said = Said(predicate, predicate.replace("be", "is", 1), "state", confidence=_SURE, dated=False)
    for child in than.children:
        index = nouns.refer(telling.page, child) if child.dep_ == "pobj" else None
        if index is not None:
            telling.say(replace(said, object=index))
    return True


def _ranked(telling: Telling, token: Token) -> bool:
    """ "The youngest of four" among brothers and sisters."""
    of = next((child for child in token.children if child.dep_ == "prep" and child.lower_ == "of"), None)
    alone = token.right_edge == token and any(child.lower_ == "the" for child in token.children)
    ranks = token.lower_ in ("youngest", "oldest", "eldest") and (of is not None or alone)
    if not ranks or telling.clause.tense == "past":
        return False
    value = values.noun_phrase(telling.page, token, own=telling.own)
    if value:
        telling.say(Said("be", telling.phrase(), "state", value=value, confidence=_SURE))
    return True


def _sort_of_person(telling: Telling, token: Token) -> bool:
    """ "A morning person", "a cat person": of people only what sets them apart is worth keeping."""
    sort = next((child for child in token.children if child.dep_ == "compound" and child.i == token.i - 1), None)
    if token.lower_ != "person" or sort is None:
        return False
    telling.say(
        Said("be", telling.phrase(), "state", value=telling.page.words(sort, token), confidence=_SURE, dated=False)
    )
    return True


def noun(telling: Telling, token: Token) -> None:
    """Enter what a noun says somebody is: a profession, a sort of person, a fan."""
    if token.lower_ == "fan":
        fan(telling, token)
        return
    if _ranked(telling, token) or _sort_of_person(telling, token):
        return
    modifiers = {child.tag_ for child in token.children}
    # "I'm two chapters in" measures, and a measure of the day says nothing lasting.
    counted = any(child.dep_ == "nummod" for child in token.children)
    empty = counted or token.lemma_.lower() in lexicon.EMPTY or modifiers & _SUPERLATIVE
    if empty or any(child.dep_ == "poss" for child in token.children):
        return
    if telling.clause.positive and token.lemma_.lower() in lexicon.KIND_NOUNS:
        telling.page.book.guess(telling.subject, lexicon.KIND_NOUNS[token.lemma_.lower()], _TOLD_KIND)
    for each in joined(token):
        if each.pos_ == "ADJ" and each != token:
            if each.head == token:
                _quality(telling, each)
            continue
        apart = workplaces.read(telling, each)
        value = (
            telling.page.words(*phrases.phrase_span(each))
            if apart
            else values.noun_phrase(telling.page, each, own=telling.own)
        )
        if value:
            telling.say(Said("be", telling.phrase(), "state", value=value, confidence=_SURE))


def fan(telling: Telling, token: Token) -> None:
    """ "A fan of jazz", "a huge Arsenal fan"."""
    said = Said("be a fan of", "is a fan of", "state", confidence=_SURE)
    club = next(
        (child for child in token.children if child.dep_ in ("compound", "nmod") and child.i == token.i - 1), None
    )
    if club is None:
        _of(telling, token, said.predicate)
    elif nouns.is_name(telling.page, club):
        telling.say(replace(said, object=nouns.named(telling.page, club)))
    else:
        telling.say(replace(said, object=nouns.thing(telling.page, club)))


def _of(telling: Telling, token: Token, predicate: str) -> None:
    for child in token.children:
        if child.dep_ == "prep" and child.lower_ == "of":
            _objects(telling, child, Said(predicate, predicate.replace("be", "is", 1), "state", confidence=_SURE))


def _quality(telling: Telling, token: Token) -> None:
    """Lasting adjectives, nationalities, and adjectives with an object."""
    if _ranked(telling, token):
        return
    for each in joined(token):
        for child in each.children:
            if child.dep_ == "prep" and (each.lower_, child.lower_) in lexicon.WITH_OBJECT:
                predicate = f"be {each.lower_} {child.lower_}"
                _objects(telling, child, Said(predicate, predicate.replace("be", "is", 1), "state", confidence=_SURE))
                return
        if each.lower_ == "dead" and telling.own:
            continue  # nobody says so of themselves but laughing
        capital = each.text[:1].isupper() and not each.text.isupper() and each.i != each.sent.start
        if each.pos_ == "VERB" and each.lower_ not in lexicon.LASTING:
            continue
        always = any(child.lower_ in _ALWAYS for child in each.children)
        if always or each.lower_ in lexicon.LASTING or each.ent_type_ == "NORP" or (capital and each.pos_ == "ADJ"):
            telling.say(Said("be", telling.phrase(), "state", value=_adjective(telling.page, each), confidence=_SURE))


def _adjective(page: Page, token: Token) -> str:
    first = next(
        (
            c
            for c in token.lefts
            if (c.dep_ in ("npadvmod", "compound", "amod") or c.lower_ in _ALWAYS) and not page.is_time(c)
        ),
        token,
    ).left_edge
    return page.words(first if first.i >= token.i - _NEAR else token, token)


def _placed(telling: Telling, preposition: Token) -> None:
    predicate, kind = _PLACED.get(preposition.lower_, ("", ""))
    if predicate == "be in" and workplaces.is_home(telling.clause):
        said = Said("live in", "lives in", "state", confidence=_SURE, dated=False)
        _objects(telling, preposition, said, takes="name", kind=kind)
        return
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
