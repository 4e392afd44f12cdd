"""Literal values: a stretch of the message as it reads in the third person ("visit my aunt" becomes "visit their aunt")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphmem.extraction import pronouns
from graphmem.extraction.lemmas import lemma_of
from graphmem.extraction.page import Page
from graphmem.wordlists import words

if TYPE_CHECKING:
    from spacy.tokens import Token

#: The longest value, in words.
LONGEST = 12
THIRD = {
    "my": "their", "our": "their", "me": "them", "us": "them", "i": "they", "we": "they", "mine": "theirs", "myself": "themselves",
}  # fmt: skip
#: What these point at stands elsewhere, so a value with one says nothing by itself.
_POINTING = words("""it its this that these those them there here he she him they himself herself something anything""")
_STOPPERS = words("advcl parataxis relcl ccomp")
_TRAILING = words(
    """too also though as well soon someday one day again now and or but so because for with to in on at"""
)


def verb_phrase(page: Page, verb: Token, *, own: bool, base: bool = False) -> str:
    """A verb with what belongs to it, without times and side clauses: "visit Japan"; "" if unfit for a value.

    `own` says that the speaker is the subject, so that "my" can become "their"; of anyone else it would tell a falsehood.
    `base` puts the verb in its base form.
    """
    text = _text(page, [token for token in _within(verb) if token.i >= verb.i], own)
    return lemma_of(verb) + text[len(verb) :] if base and text else text


def noun_phrase(page: Page, head: Token, *, own: bool) -> str:
    """A noun with what belongs to it, without its article and side clauses; "" if unfit for a value."""
    elsewhere = {
        word.i for child in head.children if child.dep_ == "prep" and _is_where(child) for word in child.subtree
    }
    tokens = [token for token in _within(head) if token.i not in elsewhere]
    while tokens and (
        tokens[0].dep_ == "det"
        or tokens[0].lower_ in ("a", "an", "the")
        or tokens[0].is_punct
        or tokens[0].tag_ == "PRP$"
    ):
        tokens = tokens[1:]
    return _text(page, tokens, own)


def _is_where(preposition: Token) -> bool:
    """Whether it tells where something is ("linguistics in Leiden"), not what it is."""
    named = any(word.dep_ == "pobj" and word.pos_ == "PROPN" for word in preposition.children)
    return preposition.lower_ == "at" or (preposition.lower_ == "in" and named)


def _within(head: Token) -> list[Token]:
    """A head's subtree up to the first gap, side clause or sign."""
    dropped = {
        word.i
        for child in head.subtree
        if child.i != head.i
        and (
            child.dep_ in _STOPPERS
            or (child.dep_ in ("conj", "cc", "appos") and child.head.i == head.i)
            or child.dep_ == "neg"
        )
        for word in child.subtree
    }
    tokens = [token for token in head.subtree if token.i not in dropped]
    kept: list[Token] = []
    for token in tokens:
        if token.i > head.i and ((token.is_punct and token.text not in ("-", "'", "/", "&")) or token.is_space):
            break
        kept.append(token)
    return kept


def _text(page: Page, tokens: list[Token], own: bool) -> str:
    kept = [token for token in tokens if not page.is_time(token) and not token.is_space]
    while kept and kept[-1].lower_ in _TRAILING:
        kept.pop()
    personal = any(
        pronouns.is_second(token) or token.lower_ in _POINTING or (pronouns.is_first(token) and not own)
        for token in kept
    )
    if not kept or len(kept) > LONGEST or personal:
        return ""
    here = {token.i for token in kept}
    spaced = (_third(page, token) + (" " if token.whitespace_ or token.i + 1 not in here else "") for token in kept)
    return " ".join("".join(spaced).split())


def _third(page: Page, token: Token) -> str:
    start = page.base + token.idx
    word = page.text[start : start + len(token)]
    joined = token.i + 1 < len(token.doc) and token.nbor(1).text == "-"
    return THIRD.get(token.lower_, word) if pronouns.is_first(token) and not joined else word
