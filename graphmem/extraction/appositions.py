"""What is said of somebody by a noun set beside the name: "Dmitri, a huge Arsenal fan, brought cake"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphmem.extraction import attributes, copula, lexicon, nouns, phrases
from graphmem.extraction.clauses import Clause
from graphmem.extraction.page import Page
from graphmem.extraction.standing import standing
from graphmem.extraction.telling import Telling

if TYPE_CHECKING:
    from spacy.tokens import Span, Token


def read(page: Page, sentence: Span) -> None:
    """Enter what the appositions of a sentence say of the names and relations they explain."""
    for token in sentence:
        if token.dep_ != "appos" or token.pos_ != "NOUN" or token.i < token.head.i or phrases.relation_word(token):
            continue
        told = _told(page, token)
        if told is not None:
            _say(told, token)


def _told(page: Page, token: Token) -> Telling | None:
    head = token.head
    owned = any(child.dep_ == "poss" for child in token.children)
    index = nouns.refer_or_thing(page, head) if owned else nouns.refer(page, head)
    clause = Clause(token, token, (), "present")
    found = standing(clause)
    if index is None or found is None or page.book.mentions[index].refers in ("self", "agent"):
        return None
    return Telling(page, clause, found, index)


def _say(telling: Telling, token: Token) -> None:
    """ "A retired pilot" is what somebody is; "my favourite band" what belongs to me."""
    indefinite = any(child.lower_ in ("a", "an") for child in token.children)
    if attributes.inverted(telling, token.head, token) or not indefinite:
        return
    if token.lemma_.lower() not in lexicon.EMPTY or token.lower_ == "fan":
        copula.noun(telling, token)
