"""Where a name or a noun phrase begins and ends, and what relation a noun names: questions to the parse alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from graphmem.extraction import lexicon
from graphmem.extraction.page import NAMED
from graphmem.people import kin

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

_LEFT = frozenset({"compound", "amod", "nummod", "nmod", "npadvmod", "advmod", "punct", "quantmod"})
#: How much of something there is does not belong to what it is: "much coffee" is coffee.
_AMOUNTS = frozenset({"much", "many", "more", "less", "enough", "some", "any", "few", "several", "most"})
#: The longest name, in words; longer phrases are values.
LONGEST = 6
_IDENTIFIER = re.compile(r"\b[A-Z]{2,8}(?:-\d{1,8}){1,4}\b")


def name_span(token: Token) -> tuple[Token, Token]:
    """The first and last token of the name a token heads."""
    whole = identifier(token) or _recognised(token)
    if whole is not None:
        return whole
    first, last = token, token
    for child in reversed(list(token.lefts)):
        joined = child.dep_ in ("compound", "flat", "nmod", "amod") and child.right_edge.i == first.i - 1
        if not (
            joined and child.text[:1].isupper() and not relation_word(child) and child.lower_ not in lexicon.NOT_NAMES
        ):
            break
        first = child.left_edge
    return first, _name_end(token, last)


def identifiers(sentence: Span) -> Iterator[tuple[Token, Token]]:
    """The first and last token of each "SR-2023-052", which the tokenizer cuts up and the tagger takes for no name."""
    for match in _IDENTIFIER.finditer(sentence.text):
        start = sentence.start_char + match.start()
        span = sentence.doc.char_span(start, start + len(match[0]))
        if span is not None:
            yield span[0], span[-1]


def identifier(token: Token) -> tuple[Token, Token] | None:
    """The identifier a token is part of."""
    if not any(char.isdigit() or char == "-" for char in token.text):
        return None
    return next(((first, last) for first, last in identifiers(token.sent) if first.i <= token.i <= last.i), None)


def _recognised(token: Token) -> tuple[Token, Token] | None:
    """The recogniser's span of several words around a head: "St. Mary's Hospital"."""
    if token.ent_type_ not in NAMED:
        return None
    span = next((span for span in token.doc.ents if span.start <= token.i < span.end), None)
    if span is None or span.root.i != token.i or not 1 < len(span) <= LONGEST:
        return None
    words = [
        word for word in span if not (word.dep_ == "det" or word.is_punct or (word.i > token.i and word.dep_ == "case"))
    ]
    if not words or any(
        word.lower_ in lexicon.NOT_NAMES or relation_word(word) or word.pos_ in ("VERB", "PRON") for word in words
    ):
        return None
    return words[0], words[-1]


def _name_end(token: Token, last: Token) -> Token:
    """ "University of Lisbon" goes on to its last capital; "Smith II" takes its numeral."""
    for child in token.rights:
        if child.i != last.i + 1:
            break
        if child.dep_ == "prep" and child.lower_ == "of" and token.text[:1].isupper():
            inner = next((word for word in child.children if word.dep_ == "pobj"), None)
            if inner is not None and inner.pos_ == "PROPN" and inner.i - token.i <= LONGEST:
                return inner
        if child.dep_ == "prep" and child.lower_ == "from":
            whence = next(
                (word for word in child.children if word.lower_ in lexicon.WHENCE and word.i == child.i + 1), None
            )
            return whence or last
        if child.pos_ in ("PROPN", "NUM") and child.dep_ in ("flat", "nummod", "npadvmod"):
            last = child
    return last


def relation_word(token: Token) -> str:
    """The relation a noun names ("sister", "ex-wife"), "" if none."""
    if token.pos_ not in ("NOUN", "PROPN", "ADJ"):
        return ""
    word = token.lemma_.lower() if token.lower_ not in kin.RELATIONS else token.lower_
    if token.lower_ == "ex" and token.i + 1 < len(token.doc) and token.nbor(1).lower_ in kin.PEOPLE:
        return ""
    if token.i and token.nbor(-1).lower_ == "ex" and word != "ex":
        word = "ex-" + word
    plural = token.tag_ in ("NNS", "NNPS") and word not in kin.GROUPS
    known = word in kin.RELATIONS or word in kin.LOOSE_RELATIONS or word.removeprefix("ex-") in kin.PEOPLE
    return word if known and not plural else ""


def plural_relation(token: Token) -> str:
    """The relation several people are said to have ("friends" are each a "friend"), "" if none."""
    word = "child" if token.lower_ in ("kids", "children") else token.lemma_.lower()
    known = word in kin.PEOPLE or word in kin.LOOSE_RELATIONS or word in kin.PETS
    return word if known and token.tag_ in ("NNS", "NNPS") else ""


def owner_token(token: Token) -> Token | None:
    """Who a noun is said to belong to: "my sister", "a friend of mine"."""
    for child in token.children:
        if child.dep_ == "poss":
            return child
    if token.dep_ == "conj":
        return owner_token(token.head)
    for child in token.children:
        if child.dep_ == "prep" and child.lower_ == "of":
            return next((word for word in child.children if word.dep_ in ("pobj", "poss") and _is_somebody(word)), None)
    return None


def _is_somebody(token: Token) -> bool:
    """ "The godmother of my son", "a friend of mine", "the boss of Ana"."""
    return token.pos_ in ("PRON", "PROPN") or (relation_word(token) != "" and owner_token(token) is not None)


def relation_name(token: Token) -> str:
    """The relation with what tells it from others of its sort: "older sister", "best friend"."""
    words = [
        child.lower_
        for child in token.lefts
        if child.dep_ in ("amod", "compound") and child.lower_ in kin.DISTINGUISHING and child.lower_ != "ex"
    ]
    # Beside the names of several people a plural is what each of them is.
    each = plural_relation(token) if token.dep_ == "dep" else ""
    word = each or relation_word(token) or plural_relation(token)
    former = "ex-" if word.startswith("ex-") else ""
    plain = word.removeprefix(former)
    plain = kin.SYNONYMS.get(plain, plain)
    for part, joint in (("step", "step"), ("half", "half-")):
        if part in words:
            words, plain = [word for word in words if word != part], joint + plain
    return " ".join([*words, former + plain])


def relation_kind(word: str) -> str:
    """Person, Animal or Group."""
    last = word.rsplit(maxsplit=1)[-1]
    return "Animal" if last in kin.PETS else "Group" if last in kin.GROUPS else "Person"


def phrase_span(token: Token) -> tuple[Token, Token]:
    """A noun with its modifiers, without determiners and possessives; "cup of tea" goes on to the tea."""
    first, last = token, token
    for child in reversed(list(token.lefts)):
        if child.dep_ not in _LEFT or child.right_edge.i != first.i - 1 or child.lower_ in ("no", "not"):
            break
        first = child.left_edge
    while first.i < token.i and (
        first.is_punct or first.dep_ in ("det", "poss", "case", "advmod") or first.lower_ in _AMOUNTS
    ):
        first = first.nbor(1)
    for child in token.rights:
        if child.dep_ == "prep" and child.lower_ == "of" and child.right_edge.i - first.i < LONGEST:
            last = child.right_edge
        break
    return first, last
