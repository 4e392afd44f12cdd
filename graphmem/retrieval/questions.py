"""A query becomes a question understood, in one read: which of the names it may mean are known.

Only when it names nobody as it is spelled is memory asked again, for names one slip away.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from graphmem.retrieval.asking import misspelling
from graphmem.retrieval.asking.hearing import heard
from graphmem.retrieval.asking.understanding import understood
from graphmem.terms import terms
from graphmem.types import Entity, Query, Question


class Finds(Protocol):
    """The one read of a store that understanding needs."""

    def find(self, namespace: str, keys: Sequence[str]) -> tuple[Entity, ...]:
        """The entities known by any of the keys."""


def asked(query: Query, store: Finds, namespace: str) -> Question:
    """What a query asks for, whom it names, and what the turns before it add."""
    said = heard(query.text, now=query.clock, turns=query.turns)
    keys = said.keys
    known = store.find(namespace, keys)
    slips = misspelling.slips(said, known)
    if slips:
        tried = frozenset(keys)
        keys = tuple(key for each in slips.values() for key in each if key not in tried)
        known = tuple({entity.id: entity for entity in (*known, *store.find(namespace, keys))}.values())
        said = misspelling.respelled(said, slips, known)
    return understood(said, known)


def asked_terms(question: Question, *, most: int) -> tuple[str, ...]:
    """The distinct terms to look for, the question's own before those it borrows, at most so many."""
    return tuple(dict.fromkeys([*terms(question.standalone), *question.borrowed]))[:most]


def fact_terms(question: Question, *, most: int) -> tuple[str, ...]:
    """The terms to look for in facts: also those of the predicates asked for, which facts are worded by."""
    predicates = " ".join(question.predicates).replace("_", " ")
    return tuple(dict.fromkeys([*asked_terms(question, most=most), *(terms(predicates) if predicates else ())]))[:most]
