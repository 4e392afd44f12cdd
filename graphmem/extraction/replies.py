"""Short answers that say more than the word asked for: "No, not since 2022", "yeah, vegetarian, and no mushrooms", "Final year of law at Leiden"."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from graphmem.extraction import lexicon, nouns, phrases, pronouns, values
from graphmem.extraction.clauses import Clause
from graphmem.extraction.page import Page
from graphmem.extraction.standing import Standing
from graphmem.extraction.subjects import denied
from graphmem.extraction.telling import Said, Telling
from graphmem.types import Claim
from graphmem.wordlists import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spacy.tokens import Span, Token

    from graphmem.types import Mention

_CONFIDENCE = 0.7
_NO = words("no nope nah not")
_DIET = words("diet dietary food eat allergy allergies dish meal foods dietry ingredient ingredients")
_STILL = words("still not now happily proudly newly recently currently")
_YEARS = words("first second third fourth fifth final last 1st 2nd 3rd 4th")


def over(page: Page, sentence: Span, question: Span, mentions: Sequence[Mention], claims: Sequence[Claim]) -> bool:
    """ "No, not since 2022" to "Are you still working at the museum?": what was asked has ended; whether it says so."""
    gone = sentence[0].lower_ in _NO and (sentence[0].lower_ != "not" or sentence[-1].sent.text.lower().startswith(("not any", "not since")))  # fmt: skip
    if not gone or not any(token.lower_ == "still" for token in question):
        return False
    me, said = page.voice.me, False
    since = next((span.when for span in page.times(sentence, True) if span.relation == "since"), None)
    for claim in claims:
        of = mentions[claim.subject]
        if (
            (of.refers, of.name) != (me.refers, me.name)
            or claim.predicate in lexicon.WANTING
            or claim.nature != "state"
            or claim.stance != "holds"
        ):
            continue
        subject, told = (
            None if index is None else pronouns.enter(page, sentence[0], mentions, index)
            for index in (claim.subject, claim.object)
        )
        ended = replace(claim, subject=subject or 0, object=told, quote=page.quote(sentence[0]), asserted_by=None)
        page.book.claim(replace(ended, stance="ends", current=False, start=None, end=since, certainty="certain"))
        said = True
    return said


def qualities(page: Page, sentence: Span, question: Span) -> None:
    """ "Yeah, vegetarian, and no mushrooms": what somebody asked about themselves is, and does not eat."""
    if not any(map(pronouns.is_second, question)):
        return
    fed = any(token.lower_ in _DIET for token in question)
    for token in sentence:
        if token.lower_ in lexicon.LASTING and token.pos_ in ("ADJ", "NOUN", "PROPN") and not _is_within(token):
            _own(page, token).say(Said("be", "is", "state", value=token.lower_, confidence=_CONFIDENCE))
        refused = token.pos_ in ("NOUN", "PROPN") and any(c.lower_ == "no" and c.dep_ == "det" for c in token.children)
        what = nouns.thing(page, token) if fed and refused and token.lower_ not in _DIET else None
        if what is not None:
            _own(page, token, positive=False).say(Said("eat", "eats", "state", object=what, confidence=_CONFIDENCE))


def _is_within(token: Token) -> bool:
    """ "A vegetarian place", "not vegan": the quality of something else, or denied."""
    of_another = token.dep_ in ("amod", "compound") and token.head.i > token.i
    return denied(token) or of_another or any(child.dep_ in ("poss", "nsubj") for child in token.children)


def lasting(page: Page, sentence: Span) -> None:
    """ "Vegetarian since 2012.": a message that opens with what somebody is for good, and says no more."""
    root = sentence.root
    opens = sentence.start == 0 and page.base == 0 and all(w.lower_ in _STILL for w in page.doc[: root.i])
    if not opens or root.lower_ not in lexicon.LASTING or page.voice.me.kind == "Agent" or root.lower_ == "dead":
        return
    after = [child for child in root.children if not (child.is_punct or child.lower_ in _STILL or child.pos_ == "INTJ")]
    alone = not after and root.i == 0  # "Tall!" may be said of anybody
    if (
        not alone
        and sentence[-1].text != "?"
        and all(child.dep_ == "prep" and child.lower_ in ("since", "for") for child in after)
    ):
        positive = not any(word.lower_ == "not" for word in page.doc[: root.i])
        _own(page, root, positive=positive).say(Said("be", "is", "state", value=root.lower_, confidence=_CONFIDENCE))


def course(page: Page, root: Token) -> None:
    """ "Final year of marine biology at Plymouth": what somebody studies, and where."""
    if root.lower_ != "year" or root.left_edge.i != root.sent.start or not any(c.lower_ in _YEARS for c in root.lefts):
        return
    preps = {prep.lower_: prep for prep in root.subtree if prep.dep_ == "prep" and prep.i > root.i}
    what, where = (next((w for w in preps[p].children if w.dep_ == "pobj"), None) if p in preps else None for p in ("of", "at"))  # fmt: skip
    if what is None or where is None or not nouns.is_name(page, where):
        return
    bare = not any(child.dep_ in ("det", "poss") for child in what.children)
    value = values.noun_phrase(page, what, own=True) if bare else ""
    if value:
        school = nouns.named(page, where)
        page.book.guess(school, "Organization", nouns.KNOWN_NAME)
        subject = page.words(*phrases.phrase_span(what))
        _own(page, root).say(Said("study", "studies", "state", value=subject, confidence=_CONFIDENCE))
        _own(page, root).say(Said("study at", "studies at", "state", object=school, confidence=_CONFIDENCE))


def _own(page: Page, token: Token, *, positive: bool = True) -> Telling:
    clause = Clause(token, token, (), "present", positive=positive)
    return Telling(page, clause, Standing(), page.mention(page.voice.me, token, token))
