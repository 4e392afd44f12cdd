"""Sentences whose subject is left out: "Started at Siemens", "Quit sugar", "Loves her new job".

The parser has learnt from written sentences and takes such an opening for a name, an adjective or a participle. Given the "I"
or "she" that was meant it sees what it is; so the sentence is parsed again with it, and what was seen is put back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from graphmem.extraction import lexicon, openings
from graphmem.extraction.subjects import OF_OTHERS
from graphmem.wordlists import words

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Span, Token

#: Past forms without "-ed" that open what people say of themselves.
_PAST = words(
    """quit ran sold bought got went had met left began took gave won lost found made wrote built broke became moved grew saw
    spent flew drove swam taught sent came caught chose forgot hurt"""
)
#: Participles that open a sentence about somebody else: "Based in Berlin, the firm …", "Used cars are cheap".
_NOT_DONE = words("based used located born named called given compared need indeed red bed")
#: What is done to files and messages while one talks is an errand, and no news of oneself.
_ERRANDS = words(
    """attached updated removed pasted fixed changed edited deleted uploaded downloaded added copied renamed replaced saved refactored
    merged pushed committed checked tested tried noted shared linked closed opened clicked restarted installed reloaded ordered called"""
)
#: What follows a direction ("left at the lights") and no doing.
_ELSEWHERE = words("at on")
_LONGEST = 60
_COPIED = ("HEAD", "DEP", "TAG", "POS", "LEMMA", "MORPH")


def supplied(nlp: Language, doc: Doc) -> Doc:
    """The same parse, with the sentences that leave out their subject as they are with it."""
    for start, end, pronoun in [(first.i, first.sent.end, said) for first, said in _openings(doc)]:
        _reparse(nlp, doc, doc[start:end], pronoun)
    return doc


def _openings(doc: Doc) -> Iterator[tuple[Token, str]]:
    """The verbs that open a sentence, each with the pronoun it left out."""
    for sentence in doc.sents:
        first = next((t for t in sentence if not (t.is_punct or t.lower_ in lexicon.LEADING - {"but", "and"})), None)
        if first is None or len(sentence) > _LONGEST or first.i - sentence.start > 2 or sentence[-1].text == "?":  # noqa: PLR2004
            continue
        pronoun = _left_out(first)
        if pronoun and not _begins_mid(sentence):
            yield first, pronoun


def _begins_mid(sentence: Span) -> bool:
    """Whether the parser cut what it calls a sentence out of another."""
    return sentence.start > 0 and sentence[0].text[0].islower() and sentence.doc[sentence.start - 1].text not in ".!…"


def _left_out(first: Token) -> str:
    word = first.lower_
    after = first.nbor(1).lower_ if first.i + 1 < first.sent.end else ""
    if word in OF_OTHERS and (word != "works" or after in ("at", "as", "in")):
        return "She"
    past = (word in _PAST and after not in _ELSEWHERE) or (word.endswith("ed") and word not in _NOT_DONE | _ERRANDS)
    return "I" if past or openings.tells(first) else ""


def _reparse(nlp: Language, doc: Doc, span: Span, pronoun: str) -> None:
    """Parse a span after a pronoun, and keep that if its first verb then has the pronoun for its subject."""
    from spacy.tokens import Doc as Made  # heavy: only once spaCy is there

    first = span[0].text
    spoken = [pronoun, first[0].lower() + first[1:], *(token.text for token in span[1:])]
    spaces = [True, *(bool(token.whitespace_) for token in span)]
    seen = nlp(Made(nlp.vocab, words=spoken, spaces=spaces))
    verb = seen[0].head
    opens = verb.i == 1 or (seen[1].dep_ in ("aux", "neg") and seen[1].head == verb)
    if seen[0].dep_ != "nsubj" or not opens or verb.pos_ not in ("VERB", "AUX") or any(True for _ in seen[0].children):
        return
    _copy(doc, span, seen)


def _copy(doc: Doc, span: Span, seen: Doc) -> None:
    table: Any = doc.to_array(list(_COPIED))
    told: Any = seen.to_array(list(_COPIED))
    table[span.start : span.end] = told[1:]
    doc.from_array(list(_COPIED), table)
