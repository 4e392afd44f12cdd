"""Everything a search reads before it knows what to show, in one read, whatever the memory's size.

Each channel's finds lie within a cap of its own and pass the query's filter inside the store, so that what is left out
takes nobody's place. A channel that is not asked finds nothing and costs no read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from graphmem.embedding.protocol import Embedder
from graphmem.retrieval import answers, questions
from graphmem.retrieval.asking.settling import settled
from graphmem.retrieval.channels import MOST_TERMS, Reads
from graphmem.terms import STOP_WORDS, terms
from graphmem.types import (
    Fact,
    Indexed,
    Near,
    PostingRow,
    Postings,
    Query,
    Question,
    TimeAsked,
)
from graphmem.types.columns import PostingColumns

_NOTHING = Postings(0, 0, {}, ())


@dataclass(frozen=True, slots=True)
class Gathered:
    """A question understood, and what every channel found of it.

    `around` are the facts about those it names, `answering` those of them that may come with their points, best first; `alone` is what
    each is worth by itself.
    """

    question: Question
    around: tuple[Fact, ...] = ()
    answering: tuple[tuple[Fact, float], ...] = ()
    alone: dict[str, float] = field(default_factory=dict)
    postings: Mapping[Indexed, Postings] = field(default_factory=dict)
    near: Mapping[Indexed, Sequence[Near]] = field(default_factory=dict)
    by_vectors: bool = False

    def names_a_stranger(self) -> bool:
        """Whether it asks about somebody whom nobody is called, and no message names either."""
        asked = {term for name in self.question.unmet for term in terms(name)}
        said = self.words("message").frequencies
        return bool(asked & said.keys()) and not any(said.get(term) for term in asked)

    def in_no_words(self) -> bool:
        """Whether, names aside, no message uses a word of it, and no fact about those it names is of the kind asked for."""
        names = {
            term for one in self.question.named for name in (one.name, *one.aliases) for term in terms(name)
        } | STOP_WORDS
        said = self.words("message").frequencies
        asked = [term for term in terms(self.question.standalone) if term in said and term not in names]
        kinds = {fact.predicate for fact in self.around}
        return bool(asked) and not any(said[term] for term in asked) and kinds.isdisjoint(self.question.predicates)

    def words(self, kind: Indexed) -> Postings:
        """The postings of a kind, of the terms that are looked for in it."""
        return self.postings.get(kind, _NOTHING)


def gathered(query: Query, store: Reads, namespace: str, embedder: Embedder | None) -> Gathered:
    """Understand the question and ask each channel once.

    Raises:
        ModelError: when the embedder failed.
    """
    question, brought = questions.asked(query, store, namespace, embedder)
    around = answers.around(question, query, brought.reached)
    question = settled(question, around)
    around = around if "graph" in query.channels else ()
    if "time" not in query.channels:
        question = replace(question, time=TimeAsked())
    alone: dict[str, float] = {}
    return Gathered(
        question=question,
        around=around,
        answering=tuple(answers.ordered(around, question, query, {}, alone=alone)),
        alone=alone,
        postings=_asked(question, brought.searched.postings),
        near=brought.searched.near,
        by_vectors=bool(brought.searched.near),
    )


def _asked(question: Question, found: Mapping[Indexed, Postings]) -> Mapping[Indexed, Postings]:
    """Only facts are worded by predicates, so in other kinds those terms count for nothing."""
    said = questions.asked_terms(question, most=MOST_TERMS)
    if len(questions.fact_terms(question, most=MOST_TERMS)) <= len(said):
        return found
    own = frozenset(said)
    return {kind: each if kind == "fact" else _of(own, each) for kind, each in found.items()}


def _of(own: frozenset[str], postings: Postings) -> Postings:
    frequencies = {term: holding for term, holding in postings.frequencies.items() if term in own}
    every = postings.rows
    rows: Sequence[PostingRow]
    if isinstance(every, PostingColumns):
        rows = every.of(own)
    else:
        rows = tuple(row for row in every if not own.isdisjoint(row.counts))
    return Postings(postings.documents, postings.total_length, frequencies, rows)
