"""Short openings and lists of predicates that the tagger misreads: "Will's a chef", "is a vet and works nights", "vegan, left-handed".

Each rule looks at one token, puts its tag right, and says which tokens hang elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphmem.wordlists import words

if TYPE_CHECKING:
    from spacy.tokens import Token

_ARTICLES = words("a an")
_NEVER_A_SORT = words("studying dating marrying visiting expecting")
_BEING = words("is 's was")


@dataclass(frozen=True, slots=True)
class Move:
    """A token to hang under another, and as what."""

    token: Token
    head: Token
    dep: str


def modal_name(token: Token) -> Iterator[Move]:
    """ "Will's a chef": what stands before "is" with a capital is somebody, and no modal."""
    if token.tag_ != "MD" or not token.text.istitle() or token.i + 1 >= len(token.doc):
        return
    being = token.nbor(1)
    if being.lower_ in _BEING and being.pos_ in ("AUX", "VERB", "PART") and token.head == being:
        token.tag_, token.pos_ = "NNP", "PROPN"
        yield Move(token, being, "nsubj")


def second_verb(token: Token) -> Iterator[Move]:
    """ "Is a vet and works nights": after "a" no plural can follow, so "works" is what the vet does."""
    if token.tag_ == "NNS" and token.dep_ == "conj" and token.head.pos_ == "AUX" and _takes(token):
        token.tag_, token.pos_, token.lemma_ = "VBZ", "VERB", _lemma(token.lower_)
        return
    if token.tag_ != "NNS" or token.dep_ != "attr" or token.left_edge.lower_ not in _ARTICLES:
        return
    noun = next((child for child in token.lefts if child.dep_ in ("nmod", "compound") and child.tag_ == "NN"), None)
    verb = None if noun is None else next((child for child in noun.children if child.dep_ == "conj"), None)
    if noun is None or verb is None or verb.tag_ != "NNS" or verb.nbor(-1).lower_ != "and":
        return
    verb.tag_, verb.pos_, verb.lemma_ = "VBZ", "VERB", _lemma(verb.lower_)
    yield Move(noun, token.head, "attr")
    yield Move(token.left_edge, noun, "det")
    yield Move(verb.nbor(-1), token.head, "cc")
    yield Move(verb, token.head, "conj")
    yield Move(token, verb, "dobj")


def _lemma(form: str) -> str:
    """The verb of a form in "-s": "works", "fixes", "carries"."""
    if form.endswith("ies"):
        return form[:-3] + "y"
    return form[:-2] if form.endswith(("xes", "ches", "shes", "sses", "oes")) else form[:-1]


def _takes(token: Token) -> bool:
    """ "Is a baker and sings tenor": a plural with an object of its own is a verb."""
    return token.nbor(-1).lower_ == "and" and any(child.dep_ in ("dobj", "prep") for child in token.rights)


def next_quality(token: Token) -> Iterator[Move]:
    """ "I'm vegan, left-handed and shy": an adjective after its noun and a comma is the next of a list."""
    second = token.left_edge.i == token.head.i + 2 and token.left_edge.nbor(-1).text == ","
    if second and token.dep_ == "amod" and token.pos_ == "ADJ" and token.head.dep_ in ("attr", "acomp"):
        article = any(child.dep_ == "det" for child in token.head.children)
        if not article:
            yield Move(token, token.head, "conj")


def after_article(token: Token) -> Iterator[Move]:
    """ "Wants a tattoo": what has an article and is wanted is a noun."""
    if token.tag_ in ("RB", "JJ", "VB") and token.dep_ == "dobj" and token.i and token.nbor(-1).lower_ in _ARTICLES:
        token.tag_, token.pos_ = "NN", "NOUN"
    yield from ()


def liked_doing(token: Token) -> Iterator[Move]:
    """ "I love hiking.": what is done is a verb, though it has no object."""
    if token.tag_ == "NN" and token.dep_ == "xcomp" and token.lower_.endswith("ing"):
        token.tag_, token.pos_ = "VBG", "VERB"
    yield from ()


def given_up(token: Token) -> Iterator[Move]:
    """ "Gave up running": the habit is what is given up."""
    up = token.nbor(-1) if token.i else token
    given = up.lower_ == "up" and up.dep_ == "prt" and up.head == token.head and token.head.lemma_ == "give"
    if token.tag_ == "VBG" and token.dep_ == "advcl" and given:
        yield Move(token, token.head, "xcomp")


def firm_of_two(token: Token) -> Iterator[Move]:
    """ "At Halden & Frey": names joined by a sign are one firm."""
    sign = token.nbor(-1) if token.i else token
    pair = token.dep_ == "conj" and token.pos_ == token.head.pos_ == "PROPN" and token.head.i == token.i - 2
    if sign.text == "&" and pair and token.head.dep_ == "pobj" and token.head.head.lower_ in ("at", "for"):
        yield Move(token, token.head.head, "pobj")
        yield Move(token.head, token, "compound")


def told_on(token: Token) -> Iterator[Move]:
    """ "We're in Utrecht now, moved here from Leiden": a verb after a comma that says more of the same subject."""
    loose = token.dep_ == "dep" and token.tag_ in ("VBD", "VBZ") and token.i > 0 and token.nbor(-1).text == ","
    spoken = token.head.pos_ in ("VERB", "AUX") and token.head.i < token.i
    if loose and spoken and not any(child.dep_ in ("nsubj", "nsubjpass") for child in token.children):
        yield Move(token, token.head, "conj")


def contracted(token: Token) -> Iterator[Move]:
    """ "Yuki's moving to Toronto, her firm is opening there": "is", where the parser sees what belongs to Yuki."""
    verb = token.nbor(1) if token.i + 1 < len(token.doc) else token
    name, owns = token.head, token.tag_ == "POS" and token.dep_ == "case"
    doing = verb.tag_ == "VBG" and verb.dep_ in ("advcl", "ccomp", "ROOT", "conj") and name.head == verb
    if owns and doing and name.i == token.i - 1 and name.dep_ in ("nsubj", "poss") and name.pos_ == "PROPN":
        token.tag_, token.pos_, token.lemma_ = "VBZ", "AUX", "be"
        yield Move(token, verb, "aux")
        yield Move(name, verb, "nsubj")
        if verb.dep_ == "advcl":
            yield Move(verb, verb.head, "ccomp")


def contracted_root(token: Token) -> Iterator[Move]:
    """ "Jade's dating Mo": such verbs never tell what sort of thing belongs to Jade."""
    whole = token.head
    if token.lower_ not in _NEVER_A_SORT or token.dep_ != "amod" or whole.dep_ != "ROOT" or token.i < 2:  # noqa: PLR2004
        return
    being, name = token.nbor(-1), token.nbor(-2)
    if being.tag_ == "POS" and name.head == whole and name.pos_ == "PROPN":
        being.tag_, being.pos_, being.lemma_, token.pos_ = "VBZ", "AUX", "be", "VERB"
        yield Move(token, token, "ROOT")
        yield Move(whole, token, "dobj")
        yield Move(name, token, "nsubj")
        yield Move(being, token, "aux")


RULES = (
    contracted,
    contracted_root,
    told_on,
    modal_name,
    second_verb,
    next_quality,
    after_article,
    liked_doing,
    given_up,
    firm_of_two,
)
