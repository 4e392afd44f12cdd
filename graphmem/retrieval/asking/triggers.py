"""Which procedures come up: those of which the words that trigger them stand in the question.

A procedure's trigger is the part of its predicate after the first word: "meaning deploy", "whenever asks for a summary". That somebody asks or
says is no part of what comes up: a summary is.
"""

from __future__ import annotations

from collections.abc import Set
from functools import lru_cache

from graphmem.terms import terms
from graphmem.types import Fact
from graphmem.wordlists import words

PROCEDURE = "procedure"

_SAYING = words(
    "ask asks say says type types write writes request requests want wants tell tells mention mentions need needs"
)


def comes_up(fact: Fact, said: Set[str]) -> bool:
    """Whether a fact is a procedure whose trigger is among the terms that are said."""
    if fact.category != PROCEDURE or not fact.positive:
        return False
    trigger = _trigger(fact.predicate)
    return bool(trigger) and trigger <= said


@lru_cache(maxsize=1024)
def _trigger(predicate: str) -> frozenset[str]:
    _, _, trigger = predicate.partition(" ")
    told = trigger.split()
    what = told[1:] if len(told) > 1 and told[0] in _SAYING else told
    return frozenset(terms(" ".join(what))) if what else frozenset()
