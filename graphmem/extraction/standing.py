"""Whether a clause is said to be so: questions, conditions, wishes and other people's words are not the speaker's facts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from graphmem.extraction import hedges, lexicon, pronouns
from graphmem.extraction.clauses import Clause
from graphmem.extraction.subjects import subjects_of
from graphmem.types import Certainty
from graphmem.wordlists import words

if TYPE_CHECKING:
    from spacy.tokens import Span, Token


@dataclass(frozen=True, slots=True)
class Standing:
    """How a clause is said: as certain, possible, or reported by `source`; `flipped` if what governs it denies it."""

    certainty: Certainty = "certain"
    source: Token | None = None
    flipped: bool = False


_WH = words("what where who whom whose why how which")
_TO_BE = words("do does did is are am was were can could will would should have has had")
#: Where a question can begin inside a sentence that stated something before: "I moved to Lisbon, what about you?"
_TURN = words("what how where who why when do does did are is have")
#: Quotations shorter than this, in tokens, are names or irony, and the words around them are the speaker's.
_SHORT_QUOTATION = 4


#: What an assistant begins with when it takes up what it knows: "Since you enjoy the rain, …"
_GROUNDS = words("since as because given seeing now if knowing considering")


def is_courtesy(clause: Clause) -> bool:
    """Whether what is said to somebody only leads up to a suggestion, or is one: "since you like jazz, you might enjoy …"."""
    you = next((token for token in clause.subjects if pronouns.is_second(token)), None)
    if you is None:
        return False
    before = [token.lower_ for token in you.doc[max(you.sent.start, you.i - 2) : you.i]]
    grounds = bool(before) and (before[-1] in _GROUNDS - {"given"} or (before[0] in _GROUNDS and before[-1] == "that"))
    return clause.possible or grounds


def standing(clause: Clause, *, agreed: bool = False) -> Standing | None:
    """How a clause is said, None if it is not said to be so at all; `agreed` takes a question for what it asks."""
    if clause.modal or _is_almost(clause) or (_is_asked(clause.head) and not agreed) or _is_quoted(clause.head):
        return None
    found = Standing("possible" if clause.possible or _hedged(clause, lexicon.POSSIBLY) else "certain")
    if _hedged(clause, lexicon.REPORTEDLY):
        found = Standing("reported")
    source = _according(clause.head)
    if source is not None:
        found = Standing("reported", source)
    opened = hedges.opening(clause.head, found.certainty)
    if opened is None:
        return None
    found = replace(found, certainty=opened)
    for node in _governors(clause.head):
        below = _under(node, found, clause)
        if below is None:
            return None
        found = below
    return found


def _is_almost(clause: Clause) -> bool:
    return any(child.lower_ in ("almost", "nearly") for child in clause.verb.children)


def _governors(head: Token) -> Iterator[Token]:
    """A clause's head and the heads it hangs under, up to the sentence's."""
    yield head
    while head.dep_ != "ROOT" and head.head != head:
        head = head.head
        yield head


def _under(node: Token, found: Standing, clause: Clause) -> Standing | None:
    """What a node and the way it hangs under its head make of what stands below."""
    if _is_conditional(node) or any(child.dep_ == "advcl" and _is_conditional(child) for child in node.children):
        return None
    if node.dep_ in ("advcl", "pcomp") and _is_when(node) and clause.tense in ("present", "future"):
        return None
    if node.dep_ == "xcomp" and node.head.lemma_.lower() in lexicon.WISHING:
        return None
    if node.dep_ == "ccomp" and node.head.lemma_ == "be" and _may_be(node.head):
        return replace(found, certainty="possible")
    return _said_by(node.head, node, found) if node.dep_ == "ccomp" else found


def _may_be(verb: Token) -> bool:
    """ "It could be that", "it may be that"."""
    return any(child.dep_ == "aux" and child.lower_ in ("could", "might", "may") for child in verb.children)


def _said_by(verb: Token, node: Token, found: Standing) -> Standing | None:
    """What a verb makes of the clause that is its object: "Tom says", "I think", "I hope"."""
    lemma = verb.lemma_.lower()
    if _is_aside(verb, node):
        return found
    subject = next(iter(subjects_of(verb)), None)
    if subject is not None and pronouns.is_second(subject) and lemma in lexicon.SAYING | lexicon.THINKING:
        return None
    speaking = subject is None or pronouns.is_first(subject)
    if lemma in lexicon.HEARING or (lemma in lexicon.SAYING and _is_passive(verb)):
        return replace(found, certainty="reported")
    if lemma in lexicon.SAYING | lexicon.THINKING and not speaking:
        return Standing("reported", subject, found.flipped)
    if lemma in lexicon.THINKING and speaking and subject is not None:
        denied = any(child.dep_ == "neg" for child in verb.children)
        return None if lemma == "doubt" else replace(found, certainty="possible", flipped=denied)
    return None if lemma in lexicon.WISHING else found


def _is_aside(verb: Token, node: Token) -> bool:
    """A clause before its "governor" with no "that" between, as in "Ana lives in Porto; I hope": joined by a sign only."""
    return node.i < verb.i and any(child.text in (";", "–", "—") for child in verb.children)


def _is_passive(verb: Token) -> bool:
    return any(child.dep_ in ("auxpass", "nsubjpass") for child in verb.children)


def _is_conditional(node: Token) -> bool:
    return any(
        child.dep_ in ("mark", "advmod") and child.lower_ in lexicon.CONDITIONS and child.i < node.i
        for child in node.children
    )


def _is_when(node: Token) -> bool:
    return any(child.lower_ in ("when", "whenever", "while") for child in node.children)


def _hedged(clause: Clause, words: frozenset[str]) -> bool:
    near = [*clause.head.children, *clause.verb.children]
    return any(child.lower_ in words for child in near) or clause.head.sent[0].lower_ in words


def _according(head: Token) -> Token | None:
    for child in head.children:
        if child.lower_ == "according":
            to = next(iter(child.children), None)
            return None if to is None else next(iter(to.children), None)
    return None


def _is_asked(head: Token) -> bool:
    """Whether a verb stands in a question, or in the part of a sentence that is one."""
    sentence = head.sent
    start = _question(sentence)
    return start is not None and head.i >= start


def _question(sentence: Span) -> int | None:
    """Where the question in a sentence begins, None if it asks nothing."""
    words = [token for token in sentence if not token.is_space]
    first = next(
        (token for token in words if not (token.is_punct or token.lower_ in ("so", "and", "but", "oh", "hey", "wow"))),
        None,
    )
    if first is None:
        return None
    if first.lower_ in lexicon.SUPPOSING or (first.lower_ == "had" and _inverted(first)):
        return sentence.start
    if not any(token.text.startswith("?") for token in words[-3:]):
        return sentence.start if _inverted(first) else None
    if _is_guess(words):
        return None
    turns = [
        t.i
        for t in words
        if t.lower_ in _TURN
        and t.i > first.i
        and t.nbor(-1).text in (",", ";", "-", "–", "—", "!", ".", "and", "but", "so")
    ]
    return turns[0] if turns and not _inverted(first) else sentence.start


def _is_guess(words: list[Token]) -> bool:
    """ "I guess Pedro still works there?" says what one thinks, with a doubt in the voice."""
    return any(
        w.lower_ == "i" and n.lemma_.lower() in lexicon.GUESSING and n.head.i >= w.i for w, n in pairwise(words[:3])
    )


def _inverted(first: Token) -> bool:
    if first.lower_ in _WH:
        return first.head.pos_ in ("VERB", "AUX") or first.dep_ in ("det", "advmod", "poss")
    follows = first.nbor(1) if first.i + 1 < first.sent.end else None
    return (
        first.lower_ in _TO_BE
        and follows is not None
        and follows.pos_ in ("PRON", "PROPN", "DET")
        and follows.dep_ != "dobj"
        and not (follows.dep_ == "det" and follows.head.dep_ == "dobj")  # "Had a call with Ana"
    )


def _is_quoted(head: Token) -> bool:
    """Whether a verb stands inside a quotation of some length."""
    marks = [token.i for token in head.sent if token.text in ('"', "``", "''")]
    for opening, closing in zip(marks[::2], marks[1::2], strict=False):
        if opening < head.i < closing and closing - opening > _SHORT_QUOTATION:
            return True
    return len(marks) % 2 == 1 and marks[-1] < head.i
