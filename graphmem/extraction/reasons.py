"""Why somebody wants, plans or has decided something: "I decided to leave because the commute is too long"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graphmem.extraction import pronouns, values
from graphmem.extraction.telling import Said, Telling

if TYPE_CHECKING:
    from spacy.tokens import Token

_BECAUSE = re.compile(r"^(?:because|cause|'cause|cos)$", re.IGNORECASE)

#: The longest reason, in words.
_LONGEST = 25


def read(telling: Telling, what: str) -> None:
    """Enter the reason that a clause gives for what somebody wants or plans, as it is said."""
    clause = telling.clause
    because = next(
        (
            child
            for head in dict.fromkeys((clause.head, clause.verb))
            for child in _under(head)
            if child.dep_ == "advcl" and any(_BECAUSE.match(word.text) for word in child.children)
        ),
        None,
    )
    if because is None or not telling.own:
        return
    said = _said(telling, because)
    if said:
        telling.say(Said(f"reason {what}", "has a reason", "state", value=said, confidence=0.7, dated=False))


def _under(head: Token) -> list[Token]:
    """What hangs under a verb, and under the verb that is its object."""
    inner = [child for child in head.children if child.dep_ in ("xcomp", "ccomp")]
    return [*head.children, *(word for child in inner for word in child.children)]


def _said(telling: Telling, because: Token) -> str:
    mark = next(word for word in because.children if _BECAUSE.match(word.text))
    tokens = [word for word in because.subtree if word.i > mark.i and not word.is_space]
    while tokens and tokens[-1].is_punct:
        tokens.pop()
    if not tokens or len(tokens) > _LONGEST or any(pronouns.is_second(word) for word in tokens):
        return ""
    words = telling.page.words(tokens[0], tokens[-1])
    return re.sub(
        r"\b(?:I|me|my|mine|myself)\b", lambda word: values.THIRD[word[0].lower()], words, flags=re.IGNORECASE
    )
