"""Sentences without a verb: "At Talkdesk, since 2022." after "Where do you work?", "Not a fan of horror movies".

A question fixes who and what; the answer only fills the place of the question word. "Yes" says all that was asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from graphmem.extraction import lexicon, pronouns, replies, verbs
from graphmem.extraction.clauses import Clause, clauses
from graphmem.extraction.objects import Complement, prepositional, target
from graphmem.extraction.page import Page
from graphmem.extraction.standing import Standing
from graphmem.extraction.subjects import denied, joined
from graphmem.extraction.telling import Said, Telling
from graphmem.types import Claim, Mention
from graphmem.wordlists import words

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

_CONFIDENCE = 0.7
_YES = words("yes yep yeah yup exactly right correct indeed")
#: What "where" asks for, where the answer leaves out its preposition.
_WHERE = {"work": "at", "study": "at", "live": "in", "grow": "in", "move": "to", "go": "to", "be": "from"}
_BEFORE_FAN = words("not never a an big huge massive such definitely still really")


@dataclass(frozen=True, slots=True)
class Asked:
    """The question before a message, and what it would say if it were no question."""

    question: Span
    message_id: str
    mentions: Sequence[Mention]
    claims: Sequence[Claim]


def read(page: Page, sentence: Span, asked: Asked | None) -> None:
    """Enter what a sentence without a verb says."""
    root = sentence.root
    if _is_fan(root):
        _fan(page, root)
    replies.course(page, root)
    if asked is None:
        replies.lasting(page, sentence)
    if asked is None or sentence.start != page.doc[0].sent.start:
        return
    if replies.over(page, sentence, asked.question, asked.mentions, asked.claims):
        page.book.used.add(asked.message_id)
        return
    if not any(token.pos_ in ("VERB", "AUX") for token in sentence):
        replies.qualities(page, sentence, asked.question)
    if sentence[0].lower_ in _YES:
        _agreed(page, sentence[0], asked)
    elif not any(token.pos_ in ("VERB", "AUX") for token in sentence):
        _filled(page, root, asked.question)


def _is_fan(root: Token) -> bool:
    before = root.doc[root.left_edge.i : root.i]
    opens = root.left_edge.i == root.sent.start and all(word.lower_ in _BEFORE_FAN for word in before)
    return root.lower_ == "fan" and opens and not any(child.dep_ == "nsubj" for child in root.children)


def _fan(page: Page, root: Token) -> None:
    """ "Not a fan of horror movies"."""
    clause = Clause(root, root, (), "present", positive=not denied(root))
    telling = Telling(page, clause, Standing(), page.mention(page.voice.me, root, root))
    said = Said("be a fan of", "is a fan of", "state", confidence=_CONFIDENCE)
    for complement in (c for child in root.children if child.lower_ == "of" for c in prepositional(child)):
        for token in joined(complement.token):
            found = target(telling, token, "mention")
            if found is not None:
                telling.say(replace(said, object=found.mention, value=found.value))


def _filled(page: Page, root: Token, question: Span) -> None:
    """Put the answer where the question has its question word."""
    wh = next((token for token in question if token.lower_ in ("where", "what", "which", "who")), None)
    clause = next((c for c in clauses(question) if any(map(pronouns.is_second, c.subjects))), None)
    if wh is None or clause is None or clause.modal or clause.able:
        return
    spoken = Clause(root, root, (), clause.tense, progressive=clause.progressive, idiom=clause.lemma)
    telling = Telling(page, spoken, Standing(), page.mention(page.voice.me, root, root))
    if wh.lower_ == "where":
        verbs.fill(telling, _place(clause, root))
    elif clause.lemma == "do" and wh.dep_ == "dobj" and root.pos_ == "NOUN":
        _occupation(telling, root)
    elif wh.dep_ == "dobj" or wh.head.dep_ == "dobj":
        verbs.fill(telling, [Complement("", root)])


def _place(clause: Clause, root: Token) -> list[Complement]:
    """ "At Talkdesk", or "Talkdesk" alone."""
    prepositions = (
        [root] if root.dep_ == "ROOT" and root.tag_ == "IN" else [c for c in root.children if c.dep_ == "prep"]
    )
    if root.pos_ in ("PROPN", "NOUN"):
        slot = _WHERE.get(clause.lemma, "")
        return [Complement(slot, root)] if slot else []
    return [complement for child in prepositions for complement in prepositional(child)][:1]


def _occupation(telling: Telling, root: Token) -> None:
    """ "What do you do?" asks what one works as."""
    found = target(telling, root, "value")
    singular = root.tag_ == "NN" and any(child.lower_ in ("a", "an") for child in root.children)
    if found is not None and singular:
        telling.say(Said("work as", "works as", "state", value=found.value, confidence=_CONFIDENCE))


def _agreed(page: Page, yes: Token, asked: Asked) -> None:
    """ "Yes" to "So you work at Bosch?": what is asked by a name is so."""
    me = page.voice.me
    for claim in asked.claims:
        of = asked.mentions[claim.subject]
        named = claim.object is not None and asked.mentions[claim.object].refers == "name"
        wished = claim.predicate.split()[0] in lexicon.WANTING | lexicon.PLANNING | lexicon.LIKING
        if (of.refers, of.name) != (me.refers, me.name) or not named or wished or claim.object is None:
            continue
        subject, told = (pronouns.enter(page, yes, asked.mentions, index) for index in (claim.subject, claim.object))
        quote = page.quote(yes)
        page.book.claim(
            replace(claim, subject=subject, object=told, quote=quote, asserted_by=None, certainty="certain")
        )
        page.book.used.add(asked.message_id)
