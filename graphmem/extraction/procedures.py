"""Procedures: what a word is to mean, what to do when something comes up, and what is always to be done.

"When I say deploy, I mean run the checks and push", "whenever I ask for a summary, use bullets", "from now on answer in English". What
brings one up is a part of its predicate, so that a newer word on the same trigger takes the place of the older one. Such a sentence tells nothing else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphmem.extraction import values
from graphmem.extraction.page import Page
from graphmem.extraction.telling import third
from graphmem.types import Claim
from graphmem.wordlists import words

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

#: The longest trigger and the longest procedure, in words.
_TRIGGER, _PROCEDURE = 9, 40

_WHEN = r"(?:when|whenever|if|every time|each time|any ?time)"
_QUOTED = r"[\"'“‘](?P<quoted>[^\"'”’]+)[\"'”’]"
_OPENING = r"^(?:(?:so|and|also|oh|hey|ok|okay|btw|please|remember|note)\b[,:]?\s+(?:that\s+)?)*"
#: What a word is to mean.
_MEANINGS = tuple(
    re.compile(_OPENING + pattern + r"\s+(?P<what>.+?)[.!\s]*$", re.IGNORECASE)
    for pattern in (
        rf"{_WHEN} i (?:say|type|write) (?:{_QUOTED}|(?P<word>[^,.;:]+?)),? (?:i mean|it means|that means|what i mean is)(?: that| to|:)?",
        rf"by (?:{_QUOTED}|(?P<word>[^,.;:]+?)),? i (?:always )?mean(?: that| to|:)?",
    )
)
#: What is to be done when something comes up.
_WHENEVER = re.compile(
    rf"{_OPENING}{_WHEN} i(?:'m|’m| am)? (?P<doing>[^,;:]+), (?:then |please |always |you should |you must |just |i want you to |i'd like you to |make sure you )*"
    r"(?P<what>.+?)[.!\s]*$",
    re.IGNORECASE,
)
#: What is always to be done.
_ALWAYS = re.compile(
    rf"{_OPENING}(?:from now on|in future|in the future|going forward)?,? ?(?:please )?(?P<what>.+?)(?: from now on| in future| going forward)?[.!\s]*$",
    re.IGNORECASE,
)
_STANDING = re.compile(r"\b(?:from now on|in future|in the future|going forward)\b", re.IGNORECASE)
_EVER = words("always never")
#: What an assistant can be told to do, whatever comes up.
_TELLING = words(
    """answer reply respond use write keep call address speak talk format give show ask end begin start sign include avoid cite
    explain translate quote add mention say tell remind send round convert summarise summarize assume treat refer"""
)
_MODALS = words("do don't don’t please")


@dataclass(frozen=True, slots=True)
class _Told:
    """A procedure: the predicate that its trigger is part of, how that reads, and what is to be done."""

    predicate: str
    phrase: str
    what: str


def read(page: Page, sentence: Span) -> bool:
    """Enter the procedure that a sentence tells, if it does; whether it does."""
    if page.voice.me.kind == "Agent" or page.agreed:
        return False
    text = " ".join(sentence.text.split())
    if not text or text.endswith("?"):
        return False
    return any(told(page, sentence, text) for told in (_meaning, _whenever, _always))


def call_me(page: Page, sentence: Span, name: str) -> None:
    """ "Call me Ace" is a name and a wish: enter the wish, unless the sentence is an instruction as a whole."""
    if page.voice.me.kind != "Agent" and not _STANDING.search(sentence.text):
        _enter(page, sentence, _Told("instruct", "has asked", f"call me {name}"))


def _meaning(page: Page, sentence: Span, text: str) -> bool:
    found = next(filter(None, (pattern.match(text) for pattern in _MEANINGS)), None)
    if found is None:
        return False
    word = (found["quoted"] or found["word"]).strip()
    return _enter(page, sentence, _Told(f"meaning {_third(word).lower()}", "means", found["what"]))


def _whenever(page: Page, sentence: Span, text: str) -> bool:
    """Only what is told to be done: "when I'm in Porto, call Ana" is, "when I'm in Porto, I call Ana" is not."""
    found = _WHENEVER.match(text)
    if found is None or not _is_told(sentence, found["what"]):
        return False
    doing = found["doing"].split()
    # "When I am stressed": what follows the verb brings it up.
    verb = "is" if re.search(r"(?:'m|’m| am) $", text[: found.start("doing")]) else third(doing.pop(0).lower())
    doing = _third(" ".join([verb, *doing])).lower()
    return _enter(page, sentence, _Told(f"whenever {doing}", "has asked for", found["what"]))


def _always(page: Page, sentence: Span, text: str) -> bool:
    """Standing instructions begin so, or with "always" or "never" and what an assistant can do."""
    ever = text.split(maxsplit=1)[0].lower().strip(",") in _EVER or text.lower().startswith(
        ("please always", "please never")
    )
    found = _ALWAYS.match(text)
    if found is None or not (ever or _STANDING.search(text)) or not _is_told(sentence, found["what"]):
        return False
    first = [word.lower() for word in found["what"].split() if word.lower() not in _EVER | _MODALS]
    told = bool(first) and first[0] in _TELLING
    return told and _enter(page, sentence, _Told("instruct", "has asked", found["what"]))


def _is_told(sentence: Span, what: str) -> bool:
    """Whether some words are an order: they begin with a verb without a subject."""
    first = what.split(maxsplit=1)[0].lower().strip(",")
    if first in _EVER | _MODALS:
        return True
    begins = sentence.text.find(what) if what in sentence.text else sentence.text.rfind(what.split(maxsplit=1)[0])
    return any(_is_order(token) for token in sentence if token.idx - sentence.start_char == begins)


def _is_order(token: Token) -> bool:
    subject = any(child.dep_ in ("nsubj", "nsubjpass") and child.i < token.i for child in token.children)
    return token.lemma_.lower() == token.lower_ and token.pos_ in ("VERB", "AUX", "NOUN") and not subject


def _enter(page: Page, sentence: Span, told: _Told) -> bool:
    value = _third(told.what)
    if not value or len(told.predicate.split()) > _TRIGGER or len(value.split()) > _PROCEDURE:
        return False
    first, last = sentence[0], sentence[-1]
    me = page.mention(page.voice.me, first, first)
    page.book.claim(Claim(me, told.predicate, told.phrase, page.span(first, last), value=value, confidence=0.8))
    return True


def _third(text: str) -> str:
    """Words of the speaker about themself as others say them: "remind me" becomes "remind them"."""
    said = re.sub(r"\b(?:I|me|my|mine|myself)\b", lambda word: values.THIRD[word[0].lower()], text, flags=re.IGNORECASE)
    said = said.strip(" \t\"'“”‘’")
    return said if said[1:2].isupper() else said[:1].lower() + said[1:]
