"""Nouns the parser groups wrongly: "my cousin Tara's birthday", "a career fair", "worked nights at the hospital".

Rules as in `mending`: each looks at one token and says which tokens hang elsewhere, and how.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from graphmem.extraction import phrases
from graphmem.extraction.misread import Move
from graphmem.wordlists import words

if TYPE_CHECKING:
    from spacy.tokens import Token

_SUBJECTS = words("nsubj nsubjpass")
_OBJECTS = words("dobj pobj attr nsubj nsubjpass conj")
#: Words taken for adjectives that are what the noun before them is of: "a career fair", "the chess final".
_HEADS = words("fair final special musical original local individual regular classic")
_SHIFTS = words("nights days shifts mornings evenings afternoons weekends weekdays")
#: Past forms the tagger has not met.
_AGAIN = words("retook rewrote redid remade resold rebuilt retold reran repaid rewon")


def past_form(token: Token) -> None:
    """ "Retook" is past, whatever the tagger says."""
    if token.lower_ in _AGAIN and token.tag_ in ("VB", "VBP", "VBN", "NN") and token.pos_ == "VERB":
        token.tag_ = "VBD"


def owner_named(token: Token) -> Iterator[Move]:
    """ "My cousin Tara's birthday": the cousin is Tara, and hers is the birthday."""
    if not phrases.relation_word(token) or token.i + 2 >= len(token.doc):
        return
    name, mark = token.nbor(1), token.nbor(2)
    owner = next((child for child in token.children if child.dep_ == "poss" and child.i < token.i), None)
    if name.pos_ != "PROPN" or name.dep_ != "poss" or mark.dep_ != "case" or owner is None:
        return
    owned = name.head
    if owned.pos_ not in ("NOUN", "PROPN"):
        return
    if owned.head == token and owned.i > token.i:  # the birthday explains the cousin
        yield Move(owned, token if token.head == token else token.head, token.dep_)
    elif token.head == owned.head and owned.i > token.i:
        yield Move(owned, owned.head, token.dep_ if owned.dep_ == "npadvmod" else owned.dep_)
    elif token.head != name:
        return
    yield Move(token, name, "compound")


def noun_last(token: Token) -> Iterator[Move]:
    """ "A career fair", where the fair is taken for what the career is like."""
    before = token.nbor(-1) if token.i else token
    if token.lower_ not in _HEADS or token.tag_ != "JJ" or token.dep_ != "amod" or token.head != before:
        return
    if before.tag_ != "NN" or before.dep_ not in _OBJECTS or before.head == before:
        return
    token.tag_, token.pos_ = "NN", "NOUN"
    yield Move(token, before.head, before.dep_)
    yield Move(before, token, "compound")
    for child in before.children:
        if child != token:
            yield Move(child, token, child.dep_)


def shift_place(token: Token) -> Iterator[Move]:
    """ "Worked nights at the hospital": the work is there, not the nights."""
    shift = token.head
    if token.dep_ == "prep" and shift.lower_ in _SHIFTS and shift.dep_ in ("dobj", "npadvmod"):
        yield Move(token, shift.head, "prep")


def afterthought(token: Token) -> Iterator[Move]:
    """ "He's allergic to shellfish, so no paella": the last is another matter."""
    bare = any(child.dep_ == "det" and child.lower_ == "no" for child in token.children)
    if (
        token.dep_ == "attr"
        and bare
        and any(c.dep_ in ("acomp", "attr") and c.i < token.i for c in token.head.children)
    ):
        yield Move(token, token.head, "dep")


def participle_clause(token: Token) -> Iterator[Move]:
    """ "We hiked, explored nature, roasted marshmallows": what was explored was not hiked."""
    verb = next((c for c in token.lefts if c.dep_ == "amod" and c.i == token.left_edge.i), None)
    if verb is None or not verb.lower_.endswith("ed") or token.dep_ not in ("dobj", "conj"):
        return
    comma = verb.i > 0 and verb.nbor(-1).text == ","
    governor = token.head if token.dep_ == "dobj" else token.head.head
    if not comma or governor.pos_ != "VERB" or governor.tag_ != "VBD":
        return
    before = verb.nbor(-2) if verb.i > 1 else verb
    if token.dep_ == "conj" and token.head.dep_ != "dobj":
        return
    if token.dep_ == "dobj" and before != governor:
        return
    if verb.tag_ != "VBN":
        yield Move(token, token.head, "dep")  # its lemma is not known
        return
    verb.tag_, verb.pos_ = "VBD", "VERB"
    yield Move(verb, governor, "conj")
    yield Move(token, verb, "dobj")
