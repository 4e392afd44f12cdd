"""Special categories of personal data (GDPR, article 9), by the words of `words.toml`: which of them a text is about, and claims without them.

Words find what is said plainly ("I have diabetes"), not what only follows from it ("I see Dr Sousa every week"); and a word may be used of something
else. So this keeps most such facts from being made; it does not prove that none is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from graphmem.privacy.words import shipped
from graphmem.types import Claim, Extraction


@dataclass(frozen=True, slots=True)
class _Category:
    predicates: frozenset[str]
    words: re.Pattern[str]


@cache
def _category(name: str) -> _Category:
    written = shipped()["special"][name]
    either = "|".join(_word(word) for word in written["words"].split())
    return _Category(frozenset(written["predicates"]), re.compile(rf"(?<![\w-])(?:{either})", re.IGNORECASE))


def _word(word: str) -> str:
    return re.escape(word[:-1]) if word.endswith("*") else rf"{re.escape(word)}(?![\w-])"


def categories_of(text: str, asked: Sequence[str]) -> tuple[str, ...]:
    """Those of the categories that a word of the text is of."""
    return tuple(name for name in asked if _category(name).words.search(text))


def without(extraction: Extraction, kept_out: Sequence[str]) -> Extraction:
    """What was read without claims of these categories; what ends or takes back such a fact stays."""
    left = [claim for claim in extraction.claims if claim.stance != "holds" or not _is_of(claim, extraction, kept_out)]
    return extraction if len(left) == len(extraction.claims) else replace(extraction, claims=tuple(left))


def _is_of(claim: Claim, extraction: Extraction, asked: Sequence[str]) -> bool:
    named = claim.predicate.replace(" ", "_")
    if any(named in _category(name).predicates for name in asked):
        return True
    return bool(categories_of(" \n ".join(_said(claim, extraction)), asked))


def _said(claim: Claim, extraction: Extraction) -> Iterable[str]:
    yield claim.predicate
    yield claim.phrase
    yield claim.value or ""
    for at in (claim.subject, claim.object):
        if at is not None:
            mention = extraction.mentions[at]
            yield f"{mention.surface} {mention.name}"
