"""A query becomes a question understood: which of the names it may mean are known, and what memory is asked for.

Only when it names nobody as it is spelled is memory asked again, for names one slip away.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphmem.embedding.protocol import Embedder
from graphmem.retrieval import answers
from graphmem.retrieval.asking import misspelling
from graphmem.retrieval.asking.hearing import Heard, heard
from graphmem.retrieval.asking.understanding import understood
from graphmem.retrieval.channels import MOST_NEAR, MOST_TERMS, POSTING_CAP, Reads, depth
from graphmem.terms import STOP_WORDS, terms
from graphmem.types import Brought, Entity, Indexed, Likeness, Query, Question, Sought, Worded


class Asking:
    """A query that is being understood: `question` is what it was last understood as."""

    question: Question

    def __init__(self, query: Query, said: Heard, embedder: Embedder | None) -> None:
        self._query = query
        self._said = said
        self._embedder = embedder if "vector" in query.channels else None
        self._likeness: dict[str, Likeness | None] = {}

    def __call__(self, known: Sequence[Entity]) -> Sought:
        """What to ask for, given those known by the names it may mean.

        Raises:
            ModelError: when the embedder failed.
        """
        self.question = understood(self._said, known)
        worded = fact_terms(self.question, most=MOST_TERMS) if "text" in self._query.channels else ()
        return Sought(
            answers.walk(self.question, self._query),
            Worded(("message", "fact", "entity"), worded, POSTING_CAP) if worded else None,
            self._like(self.question.standalone),
        )

    def _like(self, text: str) -> Likeness | None:
        if text not in self._likeness:
            self._likeness[text] = _likeness(text, self._query, self._embedder)
        return self._likeness[text]


def asked(query: Query, store: Reads, namespace: str, embedder: Embedder | None) -> tuple[Question, Brought]:
    """What a query asks for, whom it names, and what the turns before it add; with what was read for it.

    Raises:
        ModelError: when the embedder failed.
    """
    said = heard(query.text, now=query.clock, turns=query.turns)
    asking = Asking(query, said, embedder)
    brought = store.ask(namespace, said.keys, asking, only=query.only)
    slips = misspelling.slips(said, brought.entities)
    tried = frozenset(said.keys)
    keys = [key for each in slips.values() for key in each if key not in tried]
    meant = store.find(namespace, keys) if keys else ()
    if meant:
        known = tuple({entity.id: entity for entity in (*brought.entities, *meant)}.values())
        asking = Asking(query, misspelling.respelled(said, slips, known), embedder)
        sought = asking(known)
        brought = store.ask(namespace, (), lambda _: sought, only=query.only)
    return asking.question, brought


def asked_terms(question: Question, *, most: int) -> tuple[str, ...]:
    """The distinct terms to look for, the question's own before those it borrows, at most so many."""
    return tuple(dict.fromkeys([*terms(question.standalone), *question.borrowed]))[:most]


def _likeness(text: str, query: Query, embedder: Embedder | None) -> Likeness | None:
    """What resembles a question that says something; "why?" alone resembles everything."""
    if embedder is None or STOP_WORDS.issuperset(re.findall(r"\w+", text.casefold())):
        return None
    most: dict[Indexed, int] = {"message": MOST_NEAR, "fact": min(depth(query), MOST_NEAR)}
    return Likeness(embedder.embed([text])[0], most, embedder.model)


def fact_terms(question: Question, *, most: int) -> tuple[str, ...]:
    """The terms to look for in facts: also those of the predicates asked for, which facts are worded by."""
    predicates = " ".join(question.predicates).replace("_", " ")
    return tuple(dict.fromkeys([*asked_terms(question, most=most), *(terms(predicates) if predicates else ())]))[:most]
