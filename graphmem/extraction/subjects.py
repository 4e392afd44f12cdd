"""Who a verb is about: its subjects, those left out, those of the verb it is joined to, and those joined to them by "and"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from graphmem.extraction import lexicon, openings
from graphmem.extraction.lemmas import lemma_of
from graphmem.wordlists import words

if TYPE_CHECKING:
    from spacy.tokens import Token

SUBJECTS = words("nsubj nsubjpass")
#: Verbs in "-ing" that may open a sentence without their "I am": "Planning to move".
_OMITTING = words("plan hope think live work move study teach train")
#: What is said of somebody just named without naming them again.
OF_OTHERS = words("loves hates likes lives works studies adores prefers wants plays teaches speaks enjoys")


def subjects_of(verb: Token) -> tuple[Token, ...]:
    """The subjects of a verb: its own, its antecedent's for "who", or those of the verb it is joined to."""
    own = [child for child in verb.children if child.dep_ in SUBJECTS and child.lower_ != "wanna"]
    own = own or [child for child in verb.children if _is_we(child)]
    # In "Ana got engaged" the parser may hang Ana under "got".
    own = own or [c for aux in verb.children if aux.dep_ == "auxpass" for c in aux.children if c.dep_ in SUBJECTS]
    if own:
        before = [verb.head] if is_and_i(verb, own[0]) else []
        return (*before, *_told(verb, own))
    if verb.dep_ == "conj" and verb.head.pos_ in ("VERB", "AUX"):
        found = () if _is_ordered(verb) else subjects_of(verb.head)
        # "I met Tom, lives in Rome" is not about me.
        return () if verb.tag_ == "VBZ" and any(who.lower_ in ("i", "we", "you", "they") for who in found) else found
    return (verb,) if is_dropped(verb) else ()


def _is_ordered(verb: Token) -> bool:
    """ "I work nights, so don't wait up" tells another what to do."""
    return any(c.lower_ == "do" and c.dep_ == "aux" and c.i and c.nbor(-1).lower_ == "so" for c in verb.children)


def _told(verb: Token, own: list[Token]) -> Iterator[Token]:
    for subject in own:
        if not _is_addressed(subject):
            yield from joined(_antecedent(subject, verb))


def _is_we(child: Token) -> bool:
    """ "Tom and I got engaged", where the parser takes Tom for an adverb."""
    return child.dep_ == "npadvmod" and any(w.dep_ == "conj" and w.lower_ == "i" for w in child.children)


def is_and_i(verb: Token, subject: Token) -> bool:
    """ "Ana and I flew", where the parser joins the verb to Ana."""
    pair = verb.dep_ == "conj" and verb.head.pos_ == "PROPN" and subject.lower_ in ("i", "me")
    return pair and subject.i == verb.head.i + 2 and subject.nbor(-1).lower_ in ("and", "&")


def joined(token: Token) -> list[Token]:
    """A noun and those joined to it by "and", those denied left out."""
    found = [token]
    for child in token.children:
        if (
            child.dep_ == "conj"
            and not denied(child)
            and not is_or(token)
            and (child.pos_ != "VERB" or child.tag_ == "VBG")
        ):
            found.extend(joined(child))
    return found


def denied(token: Token) -> bool:
    """Whether a noun is denied: "not Lisbon"."""
    return any(child.dep_ == "neg" for child in token.children) or (token.i > 0 and token.nbor(-1).lower_ == "not")


def is_or(token: Token) -> bool:
    return any(child.dep_ == "cc" and child.lower_ == "or" for child in token.children)


def _is_addressed(subject: Token) -> bool:
    """ "Hey Ana, last week was great": a name before a comma is called, not spoken of, unless something explains it."""
    comma = subject.i + 1 < subject.sent.end and subject.nbor(1).text == ","
    return (
        comma
        and subject.pos_ == "PROPN"
        and not any(child.dep_ in ("appos", "relcl", "conj", "acl") for child in subject.children)
    )


def _antecedent(subject: Token, verb: Token) -> Token:
    return verb.head if subject.tag_ in ("WP", "WDT") and verb.dep_ == "relcl" else subject


def is_dropped(verb: Token) -> bool:
    """ "Moved to Lisbon last week.", "Just got promoted!": who leaves out "I" begins with the verb, which stands for it."""
    if verb.dep_ not in ("ROOT", "advcl", "ccomp") or not _opens(verb):
        return False
    if any(child.lower_ == "wanna" for child in verb.children):
        return True
    if any(child.lower_ == "na" for child in verb.children) or any(c.dep_ == "mark" for c in verb.children):
        return False
    lemma = lemma_of(verb)
    if lemma == "gon" or verb.tag_ == "VBG":
        job = lemma == "start" and any(child.lower_ in ("as", "at") for child in verb.children)
        return lemma in _OMITTING or job or (lemma in ("go", "gon") and governed(verb) is not None)
    helped = any(child.dep_ == "auxpass" and child.tag_ == "VBD" for child in verb.children)
    lone = not any(child.dep_ in ("aux", "auxpass") for child in verb.children)
    past = (verb.tag_ == "VBD" and not verb.lower_.endswith("s")) or verb.lower_ in ("used", "got", "quit")
    past = past or (verb.tag_ == "VBN" and any(child.dep_ == "dobj" and child.i > verb.i for child in verb.children))
    return helped or (lone and (past or verb.lower_ == "been")) or _is_plain(verb) or _is_of_others(verb)


def _is_plain(verb: Token) -> bool:
    """ "Love hiking", "can't stand olives", "have two cats": nobody is asked to."""
    opening = next((c for c in verb.lefts if c.dep_ == "aux"), verb)
    return (verb.tag_ in ("VB", "VBP") or opening != verb) and openings.tells(opening)


def _is_of_others(verb: Token) -> bool:
    """ "Loves her new job", said of somebody just named."""
    return verb.tag_ == "VBZ" and verb.lower_ in OF_OTHERS and not any(c.lower_ == "for" for c in verb.children)


def _opens(verb: Token) -> bool:
    """Whether nothing stands before a verb in its sentence but "just", "finally" and the like."""
    first = verb.sent.start
    if first and not verb.sent[0].text[0].isupper():
        return False
    return all(
        word.is_punct
        or (
            word.head == verb and (word.lower_ in lexicon.LEADING | {"wanna"} or word.dep_ in ("aux", "auxpass", "neg"))
        )
        for word in verb.doc[first : verb.i]
    )


def gapped(verb: Token) -> tuple[Token, Token] | None:
    """Who and what follows where a verb is left out: (Pedro, at) in "Ana works at Nokia and Pedro at Ericsson"."""
    preps = [child for child in verb.children if child.dep_ == "prep"]
    for first in preps:
        for noun in first.subtree:
            after = noun.nbor(1) if noun.i + 1 < len(noun.doc) else noun
            same = after.dep_ == "prep" and after.lower_ == first.lower_ and after.head in (verb, noun)
            if same and noun.dep_ == "conj" and after.i > first.i and noun.pos_ in ("PROPN", "NOUN"):
                return noun, after
    return None


def governed(verb: Token) -> Token | None:
    return next(
        (
            c
            for c in verb.children
            if c.dep_ in ("xcomp", "dobj", "ccomp") and c.pos_ in ("VERB", "AUX") and not has_subject(c)
        ),
        None,
    )


def has_subject(verb: Token) -> bool:
    return any(child.dep_ in SUBJECTS for child in verb.children)
