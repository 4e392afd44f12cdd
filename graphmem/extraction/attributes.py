"""What belongs to somebody and has a value: names, birthdays, favourites, goals, cars.

"My favourite colour is green", "green is my favourite colour", "the deadline for the grant is June 30th" and "Favourite colour?
Green." all say that something of somebody's is so and so.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from graphmem.extraction import lexicon, nouns, phrases, values
from graphmem.extraction.clauses import Clause
from graphmem.extraction.page import Page
from graphmem.extraction.standing import Standing
from graphmem.extraction.subjects import joined
from graphmem.extraction.telling import Said, Telling
from graphmem.wordlists import words

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

_SURE = 0.8
_FAVOURITE = words("favourite favorite fav fave")
_DATED = words("birthday anniversary deadline")
#: What somebody aims at is told as a verb: "my goal is to read fifty books".
_AIMS = words("goal dream hobby passion ambition resolution")


def read(page: Page, clause: Clause, standing: Standing, subject: Token) -> bool:
    """Enter "my favourite colour is green" and "my sister's name is Ana"; whether the subject is such an attribute."""
    owner = _owner(subject)
    if owner is None or phrases.relation_word(subject):
        return False
    named = subject.lemma_.lower() in lexicon.NAMINGS and not _pair(subject)
    whose = nouns.refer(page, owner) if named or owner.dep_ == "poss" else nouns.refer_or_thing(page, owner)
    if whose is None or (page.book.mentions[whose].refers == "agent" and not named):
        return True
    telling = Telling(page, clause, standing, whose)
    complement = next(
        (child for child in clause.verb.children if child.dep_ in ("attr", "acomp", "oprd", "npadvmod", "xcomp")), None
    )
    if named:
        _name(telling, complement)
    else:
        _attribute(telling, subject, complement)
    return True


def doing(page: Page, clause: Clause, standing: Standing, subject: Token) -> bool:
    """Enter "my hobby is woodworking", where the hobby is taken for what is going on; whether it is one."""
    owner = _owner(subject)
    if owner is None or not clause.progressive or subject.lemma_.lower() not in _AIMS:
        return False
    whose = nouns.refer(page, owner)
    value = (
        "" if whose is None else values.verb_phrase(page, clause.verb, own=Telling(page, clause, standing, whose).own)
    )
    if whose is not None and value:
        Telling(page, clause, standing, whose).say(replace(_said(subject), value=value))
    return True


def _pair(noun: Token) -> str:
    """An attribute of two words: "blood type", "native language", "last name"; "" if it is none."""
    before = noun.nbor(-1).lower_ if noun.i else ""
    return lexicon.ATTRIBUTE_PAIRS.get(f"{before} {noun.lemma_.lower()}", "")


def _owner(noun: Token) -> Token | None:
    """Whose attribute a noun is: "my goal", "the deadline for the grant", "the name of my dog"."""
    for child in noun.children:
        if child.dep_ == "poss":
            return child
        if child.dep_ == "prep" and child.lower_ in ("of", "for"):
            known = noun.lemma_.lower() in lexicon.ATTRIBUTES or noun.lemma_.lower() in lexicon.NAMINGS
            return next((word for word in child.children if word.dep_ == "pobj"), None) if known else None
    return None


def inverted(telling: Telling, subject: Token, token: Token) -> bool:
    """Enter "Coimbra is my hometown", where the attribute comes last; whether a complement is one."""
    owner = next((child for child in token.children if child.dep_ == "poss"), None)
    noun = token.lemma_.lower()
    if owner is None or phrases.relation_word(token) or not (_is_favourite(token) or noun in lexicon.ATTRIBUTES):
        return False
    whose = nouns.refer(telling.page, owner)
    if whose is not None and telling.page.book.mentions[whose].refers != "agent" and noun not in _DATED:
        said = _said(token)
        known = telling.page.book.mentions[telling.subject]
        value = None if known.refers == "name" else telling.page.words(*phrases.phrase_span(subject))
        about = replace(telling, subject=whose)
        about.say(replace(said, object=telling.subject if value is None else None, value=value))
    return True


def answers(page: Page, sentence: Span) -> None:
    """Enter "Favourite band? Radiohead.": a question somebody asks and answers at once."""
    words = [token for token in sentence if not token.is_space]
    before = sentence[0].nbor(-1).sent if sentence.start else None
    if before is None or not words or before[-1].text != "?" or page.voice.me.kind == "Agent":
        return
    asked, answer = before.root, words[0] if words[0].dep_ == "ROOT" else sentence.root
    if not _is_favourite(asked) or asked.pos_ != "NOUN" or len(before) > _SHORT or answer.pos_ not in ("PROPN", "NOUN"):
        return
    me = page.mention(page.voice.me, asked, asked)
    clause = Clause(answer, answer, (), "present")
    for token in joined(answer):
        _say_value(Telling(page, clause, Standing(), me), _said(asked), token)


#: The longest question of that sort, in tokens: "Favourite kind of music?".
_SHORT = 6


def named_as(telling: Telling, token: Token) -> int:
    """Enter a name for the subject, which is of the subject's kind."""
    index = nouns.named(telling.page, token)
    known = telling.page.book.mentions[telling.subject]
    telling.page.book.guess(index, known.kind, nouns.RELATION)
    return index


def _name(telling: Telling, complement: Token | None) -> None:
    if complement is None or not telling.clause.positive or complement.pos_ not in ("PROPN", "NOUN", "ADJ", "VERB"):
        return
    telling.page.book.tie(telling.subject, named_as(telling, complement))


def _is_favourite(noun: Token) -> bool:
    return any(child.lower_ in _FAVOURITE for child in noun.children)


def _said(noun: Token) -> Said:
    """What is said by an attribute, as yet without its value: "favourite part of the week"."""
    name = _pair(noun) or noun.lemma_.lower()
    if _is_favourite(noun):
        last = phrases.phrase_span(noun)[1]
        name = " ".join(["favourite", *(token.lower_ for token in noun.doc[noun.i : last.i + 1])]) if last != noun else f"favourite {name}"  # fmt: skip
    return Said(name, f"has as {name}", "state", confidence=_SURE, dated=False)


def _attribute(telling: Telling, subject: Token, complement: Token | None) -> None:
    noun = subject.lemma_.lower()
    if noun in lexicon.BELONGINGS and not _is_favourite(subject):
        _belonging(telling, complement)
        return
    if not _is_favourite(subject) and noun not in lexicon.ATTRIBUTES and not _pair(subject):
        return
    said = _said(subject)
    if noun in _DATED:
        if telling.time_text:
            telling.say(replace(said, value=telling.time_text))
    elif complement is not None and complement.dep_ == "xcomp":
        for token in joined(complement) if noun in _AIMS else ():
            value = values.verb_phrase(telling.page, token, own=telling.own)
            if value:
                telling.say(replace(said, value=value))
    elif complement is not None and (_is_favourite(subject) or complement.pos_ in ("NOUN", "PROPN", "NUM", "X")):
        for token in joined(complement):
            _say_value(telling, said, token)


def _belonging(telling: Telling, complement: Token | None) -> None:
    """ "My laptop is a ThinkPad": what one has of a sort is that."""
    article = complement is not None and any(child.lower_ in ("a", "an") for child in complement.children)
    made = complement is not None and any(word.pos_ == "PROPN" for word in complement.subtree)
    if complement is None or not article or not made:
        return
    value = values.noun_phrase(telling.page, complement, own=telling.own)
    if value and telling.clause.tense == "present":
        telling.say(Said("have", "has", "state", value=value, confidence=_SURE))


def _say_value(telling: Telling, said: Said, token: Token) -> None:
    named = nouns.is_name(telling.page, token) and said.predicate not in lexicon.LITERAL
    name = nouns.refer(telling.page, token) if named else None
    value = None if name is not None else values.noun_phrase(telling.page, token, own=telling.own)
    if value == "" and said.predicate.startswith("favourite ") and telling.page.is_time(token):
        value = token.text  # "my favourite season is autumn"
    if (name is not None or value) and token.pos_ != "PRON":
        telling.say(replace(said, object=name, value=value))
