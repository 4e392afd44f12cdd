"""The clauses of a sentence: who, does what, when relative to now, and whether it is denied or over.

"Moved to Lisbon and works at Feedzai" are two clauses of one subject; "used to drink", "stopped drinking" and "am going to
drink" are one clause each, whose verb is the last.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from graphmem.extraction import lexicon
from graphmem.extraction.lemmas import lemma_of
from graphmem.extraction.subjects import SUBJECTS, governed, has_subject, is_and_i, is_dropped, is_or, subjects_of
from graphmem.wordlists import words

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

Tense = Literal["past", "present", "perfect", "future"]

_CLAUSAL = words("ROOT advcl conj parataxis relcl ccomp pcomp acl")
#: Verbs whose present progressive tells a plan: "I'm moving to Porto in May".
_MOVING = words("move go fly travel visit leave marry relocate return")


#: Past forms the tagger takes for the present: "I quit Feedzai on Friday".
_UNCHANGING = words("quit split")
#: Whoever is called so is a verb's subject and no other verb's object.
_NOMINATIVE = words("i he she we they")


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause. `head` stands in the sentence, `verb` carries the arguments; they differ in "used to drink".

    `modal` is a modal that takes away that it is so ("would"), `possible` that it is only possible ("might"), `able` that one can. `idiom` stands for the
    verb where words around it change what it means ("can't stand", "would like"). `starts` and `ends`
    come from verbs of aspect and "no longer".
    """

    head: Token
    verb: Token
    subjects: tuple[Token, ...]
    tense: Tense
    progressive: bool = False
    passive: bool = False
    able: bool = False
    positive: bool = True
    possible: bool = False
    modal: str = ""
    idiom: str = ""
    starts: bool = False
    ends: bool = False

    @property
    def lemma(self) -> str:
        """The verb's lemma, lower case, or its idiom."""
        return self.idiom or lemma_of(self.verb)

    @property
    def past(self) -> bool | None:
        """The tense for reading times: True past, False future, None unknown."""
        return {"past": True, "perfect": True, "future": False}.get(self.tense)

    @property
    def particle(self) -> str:
        """The verb's particle ("grow up"), "" if it has none."""
        return next((child.lower_ for child in self.verb.children if _is_particle(child)), "")

    def children(self, *deps: str) -> list[Token]:
        """The verb's children with one of these dependencies."""
        return [child for child in self.verb.children if child.dep_ in deps]


def _is_particle(child: Token) -> bool:
    return child.dep_ == "prt" or (child.dep_ == "advmod" and child.lower_ in ("away", "out"))


def clauses(sentence: Span) -> Iterator[Clause]:
    """The clauses of a sentence that have a subject, in order."""
    for token in sentence:
        if _is_verb(token) and token.dep_ in _CLAUSAL and not _is_noun_conjunct(token):
            subjects = subjects_of(token)
            if subjects and not _is_bare(token):
                yield _unwrapped(_plain(token, subjects))


def _is_verb(token: Token) -> bool:
    """Whether a token is a verb, or a habit that the tagger takes for a noun: "I neither smoke nor drink"."""
    joined_to = token.head.pos_ == "VERB" and token.head.tag_ != "VBG"
    habit = token.dep_ == "conj" and token.tag_ == "NN" and joined_to and token.lower_ in lexicon.ALONE
    return token.pos_ in ("VERB", "AUX") or (habit and not any(True for _ in token.children))


def _is_bare(token: Token) -> bool:
    """ "Keep you posted", "let me go", "see him dancing": a verb without tense under another says nothing by itself."""
    if token.dep_ == "conj" and token.tag_ == "VBN" and token.head.lemma_ == "be" and not _tensed(token):
        return True  # "were awestruck and humbled"
    if token.dep_ == "conj" and token.tag_ == "VB" and token.head.tag_ in ("VBD", "VBZ") and not _tensed(token):
        return True  # "wanted to sing and dance", hung one verb too high
    while token.dep_ == "conj" and token.head.pos_ in ("VERB", "AUX") and not has_subject(token):
        token = token.head
    if is_dropped(token) or any(
        c.dep_ == "nsubj" and c.lower_ in _NOMINATIVE and c.i < token.i for c in token.children
    ):
        return False
    return token.dep_ in ("ccomp", "advcl", "pcomp") and token.tag_ in ("VB", "VBG", "VBN") and not _tensed(token)


def _tensed(token: Token) -> bool:
    return any(child.dep_ in ("aux", "auxpass") and child.lower_ != "to" for child in token.children)


def _is_noun_conjunct(token: Token) -> bool:
    if token.dep_ != "conj" or token.head.pos_ in ("VERB", "AUX"):
        return False
    return not any(is_and_i(token, child) for child in token.children if child.dep_ == "nsubj")


def _plain(verb: Token, subjects: tuple[Token, ...]) -> Clause:
    helpers = _helpers(verb)
    words = {helper.lemma_.lower() for helper in helpers} | {helper.lower_ for helper in helpers}
    negated, over = _negation(verb)
    modal = next((word for word in sorted(words) if word in lexicon.CONDITION_MODALS and not _is_had(word, verb)), "")
    idiom = _idiom(verb, words, modal=modal, negated=negated)
    became, slang = idiom == "be", idiom in lexicon.SLANG_VERBS.values()
    return Clause(
        head=verb,
        verb=verb,
        subjects=subjects,
        tense="present" if became or idiom == "have" else _tense(verb, helpers, words),
        progressive=slang or any(word.tag_ == "VBG" for word in (verb, *helpers)),
        passive=any(helper.dep_ == "auxpass" for helper in helpers),
        able="can" in words and idiom != lexicon.CANNOT_STAND,
        positive=idiom == lexicon.CANNOT_STAND or not negated,
        possible=bool(words & lexicon.MAY),
        modal="" if idiom == "want" else modal,
        idiom=idiom,
        starts=became,
        ends=over,
    )


def _idiom(verb: Token, words: set[str], *, modal: str, negated: bool) -> str:
    """What a verb amounts to where the words around it change what it means, "" if they do not."""
    lemma = verb.lemma_.lower()
    if modal in ("would", "'d") and lemma in ("like", "love"):
        return "want"
    if lemma == "stand" and negated and words & {"can", "ca"}:
        return lexicon.CANNOT_STAND
    if lemma == "get" and verb.lower_ == "got" and "have" in words:
        return "have"
    slang = next((lexicon.SLANG_VERBS[c.lower_] for c in verb.children if c.lower_ in lexicon.SLANG_VERBS), "")
    if slang and lemma == "be":
        return slang
    told = any(child.dep_ in ("attr", "acomp") and child.pos_ in ("NOUN", "ADJ") for child in verb.children)
    return "be" if lemma in ("become", "turn") and told and "will" not in words else ""


def _helpers(verb: Token) -> list[Token]:
    """Its auxiliaries, or those of the verb it is joined to in the same form: "will move and work"."""
    own = [child for child in verb.children if child.dep_ in ("aux", "auxpass")]
    if own or verb.dep_ != "conj" or verb.head.tag_ != verb.tag_ or verb.tag_ not in ("VB", "VBG", "VBN"):
        return own
    return _helpers(verb.head)


def _is_had(word: str, verb: Token) -> bool:
    return word == "'d" and verb.tag_ == "VBN"


def _tense(verb: Token, helpers: list[Token], words: set[str]) -> Tense:
    if words & {"will", "shall", "'ll", "wo"}:
        return "future"
    if verb.lower_ in _UNCHANGING and verb.tag_ in ("VBP", "VB") and not helpers:
        return "past"
    if verb.lower_ == "been" and not helpers:
        return "perfect"
    if words & {"have", "ve"} and verb.tag_ in ("VBN", "VBG", "VBD"):
        return "past" if any(helper.lower_ == "had" for helper in helpers) else "perfect"
    if any(helper.tag_ == "VBD" for helper in helpers) or (verb.tag_ in ("VBD", "VBN") and not helpers):
        return "past"
    return "present"


def _negation(verb: Token) -> tuple[bool, bool]:
    """(denied, over): "not" and "never" deny; "no longer" and "not … any more" end."""
    children = list(verb.children)
    longer = any(c.lower_ == "longer" and (c.i and c.nbor(-1).lower_ in ("no", "any")) for c in children)
    neither = any(w.lower_ == "neither" for c in children if c.dep_ in SUBJECTS for w in c.subtree)
    negated = (
        neither
        or any(c.lower_ == "neither" and c.dep_ in ("preconj", "cc") for c in children)
        or any(c.dep_ == "neg" and c.lower_ != "no" for c in children)
        or any(c.lower_ == "never" for c in children)
    )
    nor = any(c.lower_ == "nor" and c.i < verb.i for c in verb.head.children)
    if not negated and verb.dep_ == "conj" and (nor or (verb.head.tag_ == verb.tag_ == "VB" and is_or(verb.head))):
        negated = _negation(verb.head)[0]
    more = any(
        c.lower_ == "anymore" or (c.lower_ == "more" and c.i and c.nbor(-1).lower_ == "any") for c in verb.subtree
    )
    if longer or (negated and more):
        return False, True
    return negated, False


def _unwrapped(clause: Clause) -> Clause:
    """Go down through verbs of aspect to the verb they say something of."""
    inner = governed(clause.verb)
    step = None if inner is None else _step(clause, inner)
    if step is None:
        moving = clause.tense == "present" and clause.progressive and _is_moving(clause.verb) and not clause.passive
        return replace(clause, tense="future") if moving and not clause.starts else clause
    return _unwrapped(step)


def _is_moving(verb: Token) -> bool:
    to = any(child.lower_ in ("to", "back", "abroad", "home") for child in verb.children)
    return verb.lemma_.lower() in _MOVING and (verb.lemma_.lower() != "go" or to)


def _step(clause: Clause, inner: Token) -> Clause | None:
    lemma, to = clause.lemma, any(child.lower_ in ("to", "na") for child in inner.children)
    going = replace(clause, verb=inner, progressive=False, passive=any(c.dep_ == "auxpass" for c in inner.children))
    if lemma == "use" and to and clause.verb.tag_ in ("VBD", "VB", "VBN"):
        return replace(going, ends=clause.positive, tense="past")
    if (lemma in lexicon.ENDING or (lemma == "give" and clause.particle == "up")) and inner.tag_ == "VBG":
        return replace(going, ends=clause.positive, positive=True)
    if lemma in lexicon.STARTING:
        return replace(going, starts=True, tense="present" if clause.tense in ("past", "perfect") else clause.tense)
    if lemma in lexicon.GOING_ON and inner.tag_ == "VBG" and clause.tense != "future":
        return going if lemma != "keep" else None  # "keeps knocking over the plants" tells of manners
    if lemma in ("go", "gon") and to and clause.progressive | (clause.verb.lower_ == "gon"):
        return replace(going, tense="future") if clause.tense == "present" else None
    return going if lemma in lexicon.MANAGING and to else None
